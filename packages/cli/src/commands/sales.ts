import type { SellerOrderSummary } from '@mkt/client';
import { Option } from 'commander';
import { durationOption } from '../cli/duration-option.ts';
import { MAX_PAGE, pageOptions, type PageOptions } from '../cli/list-command.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { withoutUndefined } from '../cli/without-undefined.ts';
import { failureInWords } from '../show/order.ts';
import type { Output } from '../terminal/output.ts';
import { showPage } from '../show/page.ts';
import { formatMoney } from '../show/price.ts';
import { formatDuration, formatTime } from '../show/time.ts';

interface SalesListOptions extends GlobalOptions, PageOptions {
  listing?: string;
  failed?: boolean;
  wrong?: boolean;
  since?: string;
}

const row = (sale: SellerOrderSummary): string[] => [
  sale.id,
  sale.listing.slug,
  sale.outputValid === false ? 'wrong result' : sale.orderState,
  formatTime(sale.createdAt) ?? '',
  sale.durationMs === null ? '' : formatDuration(sale.durationMs),
  sale.charged ? formatMoney(sale.price) : 'not charged',
  sale.failure ? failureInWords(sale.failure) : '',
];

export const salesList: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [
        ['mkt sales list', 'the newest 20'],
        ['mkt sales list --failed --since 24h', 'what failed in the last 24 hours, and why'],
        ['mkt sales list --wrong --listing text-insights', 'results that break the outputSchema'],
      ],
    })
      .option('--listing <listing>', 'only calls to this listing (slug or id)')
      .addOption(new Option('--failed', 'only calls that failed').conflicts('wrong'))
      .option('--wrong', 'only calls whose result does not match the listing’s outputSchema')
      .option('--since <duration>', 'only calls placed in the last 30m, 24h and so on'),
  ).action(async (options: SalesListOptions) => {
    const session = open(options);
    const { output, shell } = session;
    const { listing, failed, wrong, since, limit = 20, cursor } = options;
    const sinceMs = since === undefined ? undefined : await durationOption('--since', since);
    const query = withoutUndefined({
      listingId: listing,
      orderState: failed ? ('failed' as const) : wrong ? ('completed' as const) : undefined,
      createdAfter:
        sinceMs === undefined ? undefined : new Date(Date.now() - sinceMs).toISOString(),
      view: 'summary' as const,
      cursor,
    });
    const { providers } = await session.client();
    const { signal } = shell;
    const page = wrong
      ? await wrongOnes(providers.sales({ ...query, limit: MAX_PAGE }, { signal }), {
          limit,
          output,
        })
      : await providers.sales({ ...query, limit }, { signal });
    // For a mistyped name the filter would find nothing without an error.
    if (listing !== undefined && page.data.length === 0) await providers.get(listing, { signal });
    await showPage(output, page, {
      headings: ['order', 'listing', 'state', 'created', 'took', 'price', 'reason'],
      row,
      empty: failed ? 'No calls failed.' : wrong ? 'No results were wrong.' : 'No calls match.',
    });
    const [first] = page.data;
    if (first) output.line(`Input, result and times: mkt sales show ${first.id}`);
  });

/** The most calls that are read; if wrong results are rare, --since narrows the search. */
const MAX_READ = 10_000;

/** Reads page by page, because the marketplace has no filter for wrong results. */
async function wrongOnes(
  sales: AsyncIterable<SellerOrderSummary>,
  { limit, output }: { limit: number; output: Output },
): Promise<{ data: SellerOrderSummary[]; nextCursor: null }> {
  const data: SellerOrderSummary[] = [];
  let read = 0;
  for await (const sale of sales) {
    if (sale.outputValid === false) data.push(sale);
    read += 1;
    if (data.length === limit) break;
    if (read === MAX_READ) {
      output.warn(`Only the newest ${MAX_READ} completed calls were checked.`);
      break;
    }
  }
  return { data, nextCursor: null };
}
