import type { SalesTotals, SellerOrderSummary as SaleRecord } from '@mkt/protocol';
import { newCommand } from '../cli/new-command.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { statsOptions, statsQueryOf, type StatsOptions } from '../cli/stats-options.ts';
import { followSales } from '../orders/follow-sales.ts';
import { quoteArgument } from '../terminal/text.ts';
import { saleLine } from '../show/sale.ts';
import { formatAmounts, showStats } from '../show/stats.ts';
import { formatDuration } from '../show/time.ts';
import { Option } from 'commander';

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
    onOpen: () => output.line('Waiting for calls; Ctrl-C stops.'),
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
