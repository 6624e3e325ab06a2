import type { Benchmark, Report } from './benchmark.ts';
import { goalTable } from './goal.ts';
import { tableText } from './table.ts';

/** A benchmark's results as Markdown. */
export function sectionText(
  { title, method, notMeasured }: Pick<Benchmark, 'title' | 'method' | 'notMeasured'>,
  { tables, goals }: Report,
  where: string,
  chartPath: string | undefined,
): string {
  return [
    `## ${title}`,
    method,
    `_${where}_`,
    ...(chartPath === undefined ? [] : [`![${title}](${chartPath})`]),
    ...tables.map(tableText),
    ...(goals.length > 0 ? [tableText(goalTable(goals))] : []),
    `Not measured: ${notMeasured.join(' ')}`,
  ].join('\n\n');
}
