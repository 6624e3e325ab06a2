import type { Usage, UsageRow } from './generated/wire-types.ts';

const COLUMNS = {
  key: ['keyId', 'keyName'],
  listing: ['listingId', 'slug', 'title'],
  day: ['day'],
} as const satisfies Record<Usage['by'], readonly (keyof UsageRow)[]>;

const COUNTS = ['calls', 'completed', 'failed'] as const;

/** Ids, slugs, days and names of columns: nothing that a spreadsheet would act on. */
const PLAIN = /^[A-Za-z0-9][\w.: -]*$/;
/** The start of a formula at the start of a cell, of a line, or after a separator that other programs use. */
const FORMULA = /(^|[;|\t\r\n])(?=["'\s]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * A spreadsheet runs text that begins like a formula, also with full-width signs, and sellers choose the
 * titles of their listings: such text gets an apostrophe. Other text is in quotes.
 */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  if (typeof value !== 'string' || PLAIN.test(text)) return text;
  return `"${text.replaceAll(FORMULA, "$1'").replaceAll('"', '""')}"`;
}

/** Values as a line of comma-separated values (RFC 4180), in which no text is a formula. */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map((each) => cell(each)).join(',')}\r\n`;

const distinct = <Text extends string>(texts: readonly Text[]): Text[] =>
  [...new Set(texts)].toSorted();

/** Usage as comma-separated values (RFC 4180), with a column for each currency and kind of failure. */
export function usageCsv({ by, totals, data }: Usage): string {
  // A row may already count what the totals do not.
  const all = [totals, ...data];
  const currencies = distinct(all.flatMap(({ spend }) => spend.map(({ currency }) => currency)));
  const kinds = distinct(
    all.flatMap(({ failures }) => Object.keys(failures) as (keyof typeof failures)[]),
  );
  const head = [
    ...COLUMNS[by],
    ...COUNTS,
    ...currencies.map((currency) => `spend ${currency}`),
    ...kinds.map((kind) => `failed ${kind}`),
  ];
  const rows = data.map((row) => [
    ...COLUMNS[by].map((column) => row[column]),
    ...COUNTS.map((count) => row[count]),
    ...currencies.map(
      (currency) => row.spend.find((each) => each.currency === currency)?.amount ?? 0,
    ),
    ...kinds.map((kind) => row.failures[kind] ?? 0),
  ]);
  return [head, ...rows].map(csvLine).join('');
}
