import type { Page } from '@mkt/client';

/**
 * The loaded pages with the newest orders put before them, each once and as it was last read;
 * `gap` if more orders were placed in between than a page has.
 */
export function withNewest<Row extends { id: string }>(
  newest: Page<Row> | undefined,
  pages: readonly Page<Row>[],
): Row[] | 'gap' {
  const loaded = pages.flatMap(({ data }) => data);
  const first = loaded[0];
  if (!newest) return loaded;
  const ids = new Set(newest.data.map(({ id }) => id));
  const overlaps =
    !first || newest.nextCursor === null || newest.data.some(({ id }) => id <= first.id);
  if (!overlaps) return 'gap';
  return [...newest.data, ...loaded.filter(({ id }) => !ids.has(id))];
}
