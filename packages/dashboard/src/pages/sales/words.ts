import type {
  FailureReason,
  SalesStats,
  SalesTotals,
  SellerOrderSummary,
  StatsQuery,
} from '@mkt/client';
import { csvLine } from '@mkt/protocol/csv';
import type { Period } from '../../data/order-filter.ts';
import { COUNT, RANGE_WORDS, statsQuery } from '../../data/stats-words.ts';
import type { CsvColumns } from '../../orders/DownloadCsv.tsx';
import { problemOf } from '../../orders/problem-words.ts';
import { formatDuration } from '../../ui/text.ts';

/** How long the service took; a dash if it was never called. */
export function durationInWords({ orderState, durationMs }: SellerOrderSummary): string {
  if (durationMs !== null) return formatDuration(durationMs);
  return orderState === 'failed' ? '–' : '…';
}

/** The duration that 95% of calls do not exceed, and as a note the median. */
export const durationsInWords = ({ p50Ms, p95Ms }: Pick<SalesTotals, 'p50Ms' | 'p95Ms'>) => ({
  p95: p95Ms === null ? '–' : formatDuration(p95Ms),
  note: p50Ms === null ? '' : `median ${formatDuration(p50Ms)}`,
});

/** The mismatches among the results that could be checked. */
export function mismatchInWords({ valid, invalid }: SalesTotals['outputValid']) {
  const checked = valid + invalid;
  if (checked === 0) return { count: '–', note: 'no results checked' };
  const results = checked === 1 ? 'result with' : 'results with';
  return { count: COUNT.format(invalid), note: `of ${COUNT.format(checked)} ${results} a schema` };
}

/** What a seller does about a service that could not be called, as in docs/sell/diagnose.md#failed-orders. */
const FIXES: Readonly<Record<FailureReason, string>> = {
  dns: 'Check the DNS records of the host name.',
  certificate_expired: 'Renew the certificate, and restart what serves it.',
  certificate_not_yet_valid: 'Check the clock of the machine that issued the certificate.',
  certificate_wrong_host: 'Use a certificate for the host name in the address, or that address.',
  certificate_untrusted:
    'Use a certificate of a public authority, and send its intermediate certificates too.',
  not_tls: 'Check the port: https needs a server that speaks TLS there.',
  handshake_failed: 'Check the TLS settings of the server: TLS 1.2 or 1.3, and its host names.',
  marketplace_network: 'There is nothing to do: this was not your service.',
};

/** How the seller fixes a service that could not be called; undefined if it was called. */
export const fixOf = ({ failure }: Pick<SellerOrderSummary, 'failure'>): string | undefined =>
  failure?.reason && FIXES[failure.reason];

/** What went wrong with a call, and if its service did not say more, how it is fixed. */
export function saleProblemOf(sale: SellerOrderSummary) {
  const problem = problemOf(sale);
  return problem && { ...problem, detail: problem.detail || (fixOf(sale) ?? '') };
}

const BUYER_LENGTH = 4;

/** `Buyer i0ig`: the beginning of `buyer_…`, a pseudonym, which tells buyers apart. */
export const buyerName = (buyerId: string, ownId: string | null | undefined): string =>
  buyerId === ownId ? 'You' : `Buyer ${buyerId.replace(/^buyer_/, '').slice(0, BUYER_LENGTH)}`;

/** The columns of a file of calls. */
export const CSV_COLUMNS: CsvColumns<SellerOrderSummary> = [
  ['id', ({ id }) => id],
  ['listing', ({ listing }) => listing.slug],
  ['title', ({ listing }) => listing.title],
  ['state', ({ orderState }) => orderState],
  ['failure', ({ failure }) => failure?.kind],
  ['errorMessage', (sale) => (sale.orderState === 'failed' ? sale.errorMessage : null)],
  ['sellerMessage', ({ failure }) => failure?.sellerMessage],
  ['currency', ({ price }) => price.currency],
  ['price', ({ price }) => price.amount],
  ['earned', ({ price, charged }) => (charged ? price.amount : 0)],
  ['createdAt', ({ createdAt }) => createdAt],
  ['startedAt', ({ startedAt }) => startedAt],
  ['completedAt', ({ completedAt }) => completedAt],
  ['durationMs', ({ durationMs }) => durationMs],
  ['outputValid', ({ outputValid }) => (outputValid === null ? null : String(outputValid))],
  ['buyerId', ({ buyerId }) => buyerId],
];

/** What the page shows without a period in its address. */
export const USUAL_PERIOD = '30d' satisfies Period;

const DAY_MS = 24 * 3_600_000;
/** Days are kept for two years. */
const KEPT_DAYS = 730;

/** The range of the figures: the whole of what is kept if the list has no limit. */
export function periodQuery(period: Period, nowMs: number): StatsQuery {
  if (period !== 'any') return statsQuery(period, nowMs);
  const endMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return { by: 'day', from: iso(endMs - KEPT_DAYS * DAY_MS), to: iso(endMs) };
}

/** `the last 7 days`, or for any time `the last 2 years`. */
export const periodInWords = (period: Period): string =>
  period === 'any' ? 'the last 2 years' : RANGE_WORDS[period];

/** The figures of each hour or day as a file, with a column for each currency. */
export function salesCsv({ by, totals, data }: SalesStats): string {
  const currencies = totals.revenue.map(({ currency }) => currency).toSorted();
  const revenueIn = ({ revenue }: Pick<SalesTotals, 'revenue'>) =>
    currencies.map((wanted) => revenue.find(({ currency }) => currency === wanted)?.amount ?? 0);
  const head = [
    by,
    'calls',
    'completed',
    'failed',
    'p50Ms',
    'p95Ms',
    ...currencies.map((currency) => `revenue ${currency}`),
  ];
  const rows = data.map((row) => [
    by === 'day' ? row.start.slice(0, 10) : row.start,
    row.calls,
    row.completed,
    row.failed,
    row.p50Ms,
    row.p95Ms,
    ...revenueIn(row),
  ]);
  return [head, ...rows].map(csvLine).join('');
}

/** `sales-by-day-2026-11-01-2026-11-30.csv`, of a listing with its slug. */
export function csvNameOf({ by, from, to }: SalesStats, listing: string | undefined): string {
  const last = new Date(Date.parse(to) - 1).toISOString();
  const of = listing === undefined ? 'sales' : `sales-${listing}`;
  return `${of}-by-${by}-${from.slice(0, 10)}-${last.slice(0, 10)}.csv`;
}
