import type { Benchmark, Report } from './benchmark.ts';
import { goalTable } from './goal.ts';
import { tableText } from './table.ts';

/** A benchmark's results as Markdown. */
export function sectionText(
  { title, method }: Pick<Benchmark, 'title' | 'method'>,
  { tables, goals, notMeasured }: Report,
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
