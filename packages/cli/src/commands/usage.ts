import type { OrderTotals, StatsPeriod, UsageRow } from '@mkt/protocol';
import { newCommand } from '../command-line/new-command.ts';
import { choice } from '../command-line/option-values.ts';
import type { CommandFactory } from '../command-line/session.ts';
import { statsOptions, statsQueryOf, type StatsOptions } from '../command-line/stats-options.ts';
import { withoutUndefined } from '../command-line/without-undefined.ts';
import { CliError } from '../errors/cli-error.ts';
import { formatAmounts, showStats, showUsage } from '../show/stats.ts';

interface Options extends Omit<StatsOptions, 'by'> {
  by: StatsPeriod | 'key' | 'listing';
}

const by = () =>
  choice<Options['by']>('--by <rows>', 'one row per hour or day (UTC), API key or listing', {
    hour: true,
    day: true,
    key: true,
    listing: true,
  }).default('hour');

const nameOf = ({ keyId, keyName, slug, listingId }: UsageRow): string =>
  (listingId === undefined ? (keyName ?? keyId) : (slug ?? listingId)) ?? 'signed in';

export const command: CommandFactory = (open) =>
  statsOptions(
    newCommand({
      description: 'Hours and days without an order are left out, except with --json.',
      examples: [
        ['mkt usage', 'the last 24 hours'],
        [
          'mkt usage --by day --listing text-insights',
          'the calls of a listing in the last 30 days',
        ],
        ['mkt usage --by key', 'what each API key bought in the last 30 days'],
      ],
    }),
    by(),
  ).action(async ({ by, ...options }: Options) => {
    const { client, output, shell } = open(options);
    const { stats } = await client();
    const { from, to, listing } = options;
    const { signal } = shell;
    if (by === 'hour' || by === 'day') {
      const query = statsQueryOf({ ...options, by });
      showStats<OrderTotals>(output, await stats.orders(query, { signal }), {
        headings: ['spent'],
        columns: ({ spend }) => [formatAmounts(spend)],
      });
      return;
    }
    if (listing !== undefined) {
      throw new CliError('invalid_usage', `--listing cannot be used with --by ${by}.`);
    }
    const usage = await stats.usage(withoutUndefined({ by, from, to }), { signal });
    showUsage(output, usage, nameOf);
  });
