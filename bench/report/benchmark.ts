import type { Chart } from './chart.ts';
import type { Goal } from './goal.ts';
import type { Table } from './table.ts';

export interface BenchmarkOptions {
  /** Of every variant, interleaved. */
  rounds: number;
  /** Of one measurement. */
  seconds: number;
  /** Of everything that is made up. */
  seed: number;
}

/** What a benchmark found. */
export interface Report {
  tables: readonly Table[];
  chart?: Chart;
  goals: readonly Goal[];
  /** Sentences: what these figures do not tell. */
  notMeasured: readonly string[];
}

export interface Benchmark {
  title: string;
  /** How it is measured. */
  method: string;
  /** What it lacks on this machine, in a sentence: then it is left out. */
  missing?(): string | undefined;
  run(options: BenchmarkOptions): Promise<Report>;
}
