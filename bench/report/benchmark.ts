import type { Chart } from './chart.ts';
import type { Goal } from './goal.ts';
import type { Table } from './table.ts';

/** Options that mean nothing; the message says what they may be. */
export class InvalidOptions extends Error {}

export interface BenchmarkOptions {
  /** How often every variant is measured, interleaved. */
  rounds: number;
  /** The duration of one measurement. */
  seconds: number;
  /** The seed of all generated data. */
  seed: number;
  /** The engines to measure on, by those that measure on both. */
  on?: readonly string[] | undefined;
  /** Of `market`: another checkout to compare with, sizes of markets, and numbers of orders. */
  before?: string | undefined;
  markets?: readonly string[] | undefined;
  orders?: readonly string[] | undefined;
}

/** The results of a benchmark. */
export interface Report {
  tables: readonly Table[];
  chart?: Chart;
  goals: readonly Goal[];
}

export interface Benchmark {
  title: string;
  /** How it is measured. */
  method: string;
  /** What its figures do not show, in sentences. */
  notMeasured: readonly string[];
  /** What this machine lacks for it, in a sentence; the benchmark is then skipped. */
  missing?(): string | undefined;
  run(options: BenchmarkOptions): Promise<Report>;
}
