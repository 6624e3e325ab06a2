import type { Usage, UsageRow } from './generated/wire-types.ts';

const COLUMNS = {
  key: ['keyId', 'keyName'],
  listing: ['listingId', 'slug', 'title'],
  day: ['day'],
} as const satisfies Record<Usage['by'], readonly (keyof UsageRow)[]>;

const COUNTS = ['calls', 'completed', 'failed'] as const;

/**
 * A spreadsheet runs text that begins like a formula, and sellers choose the titles of their listings:
 * such text gets an apostrophe, which spreadsheets do not show.
 */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Usage as comma-separated values (RFC 4180), with a column for each currency and kind of failure. */
export function usageCsv({ by, totals, data }: Usage): string {
  const currencies = totals.spend.map(({ currency }) => currency);
  const kinds = Object.keys(totals.failures).toSorted() as (keyof UsageRow['failures'])[];
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
  return [head, ...rows]
    .map((cells) => `${cells.map((each) => cell(each)).join(',')}\r\n`)
    .join('');
}
