import { createApiClient } from '../api-client.ts';
import { percentile } from '../percentile.ts';
import { readProcessFigures } from '../process-figures.ts';
import type { Report } from '../report.ts';

const LOOK_EVERY_MS = 50;
/** What an attack may cost (e2e/torture/README.md). */
const GROWTH_MIB = 250;
const HEALTH_P99_MS = 200;

/** Watches a server's memory and the latency of `/healthz` during an attack. */
export async function watchServer(server: { pid: number; baseUrl: string }, report: Report) {
  const api = createApiClient(server.baseUrl, undefined);
  const before = (await readProcessFigures(server.pid)).rssMib;
  let peak = before;
  const latenciesMs: number[] = [];
  async function sample(): Promise<void> {
    const startedAt = performance.now();
    await api.request('GET', '/healthz');
    latenciesMs.push(performance.now() - startedAt);
    peak = Math.max(peak, (await readProcessFigures(server.pid)).rssMib);
  }
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const sampling = sample()
      .catch((error: unknown) => report.violation('dead', String(error)))
      .finally(() => open.delete(sampling));
    open.add(sampling);
  }, LOOK_EVERY_MS);
  return {
    /** Reports figures that exceed their limits; the latency of `/healthz` only if it is meaningful. */
    async check(what: string, healthCounts = true): Promise<string> {
      clearInterval(timer);
      await Promise.all(open);
      api.close();
      const growth = Math.round(peak - before);
      const p99 = Math.round(percentile(latenciesMs, 0.99));
      if (growth > GROWTH_MIB) report.violation('memory', `${what}: ${growth} MiB more`);
      if (healthCounts && p99 > HEALTH_P99_MS)
        report.violation('slow health', `${what}: p99 ${p99} ms`);
      return `${what}: ${growth} MiB more, health p99 ${p99} ms`;
    },
  };
}
