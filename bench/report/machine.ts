import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import type { BenchmarkOptions } from './benchmark.ts';

const GIB = 1024 ** 3;

/** One line that says when, on which machine and with which options a benchmark ran. */
export function circumstances({ rounds, seconds, seed }: BenchmarkOptions): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / GIB);
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'} (${arch()}), ${memory} GiB`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `load ${loadavg()[0]?.toFixed(1)} at the start`,
    `${rounds} rounds of ${seconds} s, seed ${seed}`,
  ].join(' · ');
}
