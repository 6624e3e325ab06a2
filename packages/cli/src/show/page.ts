import type { Command } from 'commander';
import { wholeNumber } from '../command-line/new-command.ts';
import type { Output } from '../terminal/output.ts';
import { printable } from '../terminal/printable.ts';
import { table } from './table.ts';

export interface PageOptions {
  limit?: number;
  cursor?: string;
}

const MAX_PAGE = 100;

/** The options of every command that lists. */
export const pageOptions = (command: Command): Command =>
  command
    .option('--limit <count>', 'how many, at most 100', wholeNumber(1, MAX_PAGE), 20)
    .option('--cursor <cursor>', 'the page after this one, as the page before gave it');

interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** A page as a table, or as the JSON that the marketplace answered. */
export function showPage<Item>(
  output: Output,
  page: Page<Item>,
  how: { heads: string[]; row: (item: Item) => string[]; none: string },
): void {
  output.result(page, ({ data }, style) =>
    data.length === 0 ? '' : table(how.heads, data.map(how.row), style),
  );
  if (page.data.length === 0) output.line(how.none);
  if (page.nextCursor !== null)
    output.line(`There is more: --cursor ${printable(page.nextCursor)}`);
}
