import type { Measured } from '../measure/rounds.ts';
import { figure, percent, ratio, type Table } from './table.ts';

export interface OrderTableOptions {
  title: string;
  /** The server that the ratios are relative to. */
  base: string;
  /** Whether a server's database runs in its own process. */
  hasDatabase(name: string): boolean;
}

/** A table of servers that take orders, compared with one of them. */
export function orderTable(
  measured: Measured,
  { title, base, hasDatabase }: OrderTableOptions,
): Table {
  const rows = measured.names.map((name) => {
    const of = (key: string) => figure(measured.median(name, key));
    return [
      name,
      of('requestsPerSecond'),
      percent(measured.spread(name, 'requestsPerSecond')),
      ratio(measured.ratio(name, base, 'requestsPerSecond')),
      of('p50Ms'),
      of('p99Ms'),
      of('cpuMicros'),
      hasDatabase(name) ? of('storeCpuMicros') : 'in the server',
      of('rssMib'),
    ];
  });
  const columns = [
    'server',
    'orders/s',
    '±',
    'ratio',
    'p50 ms',
    'p99 ms',
    'server CPU µs/order',
    'database CPU µs/order',
    'memory MiB',
  ];
  return { title, columns, rows };
}
