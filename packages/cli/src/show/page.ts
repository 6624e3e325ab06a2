import type { Output } from '../terminal/output.ts';

export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

export interface PageView<Item> {
  headings: string[];
  row(item: Item): string[];
  /** Printed instead of an empty table. */
  empty: string;
}

/** A page as a table, or with `--json` as the marketplace sent it. */
export async function showPage<Item>(
  output: Output,
  page: Page<Item>,
  view: PageView<Item>,
): Promise<void> {
  // Loaded when it is needed: most commands of a noun draw no table.
  const { table } = await import('./table.ts');
  output.result(page, ({ data }, style) =>
    data.length === 0 ? '' : table(view.headings, data.map(view.row), style),
  );
  if (page.data.length === 0) output.line(view.empty);
  if (page.nextCursor !== null) {
    output.line(`Next page: add --cursor ${page.nextCursor}`);
  }
}
