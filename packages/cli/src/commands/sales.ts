import type { SellerOrder, SellerOrderSummary } from '@mkt/client';
import type { SellerOrderSummary as SaleRecord, SalesTotals } from '@mkt/protocol';
import { Option } from 'commander';
import { MAX_PAGE, pageOptions, type PageOptions } from '../cli/list-command.ts';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import { durationOption, withoutUndefined } from '../cli/options.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { statsOptions, type StatsOptions, statsQueryOf } from '../cli/stats-options.ts';
import { followSales } from '../orders/follow-sales.ts';
import { resultLines } from '../orders/wait-for-order.ts';
import { failureInWords, orderFacts, saleLine } from '../show/order.ts';
import { showPage } from '../show/page.ts';
import { formatDuration, formatMoney, formatTime } from '../show/price.ts';
import { formatAmounts, showStats } from '../show/stats.ts';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/text.ts';

interface SalesOptions extends StatsOptions {
  follow?: boolean;
}

const duration = (ms: number | null): string => (ms === null ? '' : formatDuration(ms));

export const sales: CommandFactory = (open) =>
  statsOptions(
    newCommand({
      description:
        'Hours and days without an order are left out, except with --json. A wrong result is one that does not match the listing’s outputSchema; the buyer has paid for it.',
      examples: [
        ['mkt sales', 'the last 24 hours'],
        ['mkt sales --by day --listing text-insights', 'a listing in the last 30 days'],
        ['mkt sales list --failed', 'each call that failed, and why'],
        ['mkt sales --follow', 'each call as it settles, until you interrupt it'],
      ],
    }).addOption(
      new Option(
        '-f, --follow',
        'print each call when it settles; with --json one object per line',
      ).conflicts(['by', 'from', 'to']),
    ),
  ).action(async (options: SalesOptions) => {
    const session = open(options);
    if (options.follow) return await follow(session, options);
    const { client, output, shell } = session;
    const { stats } = await client();
    const counted = await stats.sales(statsQueryOf(options), { signal: shell.signal });
    await showStats<SalesTotals>(output, counted, {
      headings: ['wrong result', 'revenue', 'median', 'p95'],
      columns: ({ revenue, p50Ms, p95Ms, outputValid }) => [
        String(outputValid.invalid),
        formatAmounts(revenue),
        duration(p50Ms),
        duration(p95Ms),
      ],
      note: 'A call is counted within a few seconds. To see each as it settles: mkt sales --follow',
    });
    const { failed, outputValid } = counted.totals;
    if (failed > 0) output.line('Which failed, and why: mkt sales list --failed');
    if (outputValid.invalid > 0) output.line('Which results are wrong: mkt sales list --wrong');
  });

const UNAUTHORIZED = 401;

async function follow(
  { client, output, shell }: Session,
  { listing }: StatsOptions,
): Promise<never> {
  const warned = new Set<string>();
  const sales = followSales(await client(), {
    listing,
    signal: shell.signal,
    onOpen: () => output.line('Waiting for calls. Press Ctrl-C to stop.'),
  });
  for (;;) {
    const { value: sale } = await sales.next();
    output.result(record(sale), (_, style) => saleLine(sale, style));
    if (sale.failure?.sellerStatus !== UNAUTHORIZED || warned.has(sale.listing.slug)) continue;
    warned.add(sale.listing.slug);
    output.warn(
      `The service refused a signed call. Compare its secret: mkt secrets pull ${quoteArgument(sale.listing.slug)} --print-secret`,
    );
  }
}

const record = ({ outputErrors: _, ...sale }: SaleRecord) => sale;

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
    const client = await session.client();
    const { signal } = shell;
    const page = wrong
      ? await wrongOnes(client.sales.list({ ...query, limit: MAX_PAGE }, { signal }), {
          limit,
          output,
        })
      : await client.sales.list({ ...query, limit }, { signal });
    // For a mistyped name the filter would find nothing without an error.
    if (listing !== undefined && page.data.length === 0)
      await client.listings.get(listing, { signal });
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

export const salesShow: CommandFactory = (open) =>
  newCommand({
    description: 'For calls to your own listings; mkt orders show has the orders that you placed.',
    examples: [['mkt sales show 0190c1f2-7a00-7000-8000-000000000001', 'one call in full']],
  })
    .argument('<sale>', 'id of the order, as in mkt sales list')
    .action(async (id: string, options: GlobalOptions) => {
      const session = open(options);
      const { output, shell } = session;
      const client = await session.client();
      const sale = await client.sales.get(id, { signal: shell.signal });
      output.result(sale, (shown, style) => {
        const result = sale.orderState === 'completed' ? `\n${resultLines(sale)}` : '';
        return `${orderFacts(shown, sale.requestBodyText, style)}${result}`;
      });
      for (const line of nextSteps(sale)) output.line(line);
    });

/** What a seller can do about a failed call or a wrong result. */
function nextSteps({ id, listing, failure, outputValid }: SellerOrder): string[] {
  if (failure === null && outputValid !== false) return [];
  return [
    ...(failure ? [`Why: ${failureInWords(failure)}`] : []),
    `Try it on your machine: mkt orders replay ${id} --to http://localhost:PORT`,
    `Find the cause: mkt doctor ${quoteArgument(listing.slug)}`,
  ];
}
