import type { OrderTotals } from '@mkt/protocol';
import { newCommand } from '../command-line/new-command.ts';
import type { CommandFactory } from '../command-line/session.ts';
import { statsOptions, statsQueryOf, type StatsOptions } from '../command-line/stats-options.ts';
import { formatAmounts, showStats } from '../show/stats.ts';

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
      ],
    }),
  ).action(async (options: StatsOptions) => {
    const { client, output, shell } = open(options);
    const { stats } = await client();
    showStats<OrderTotals>(
      output,
      await stats.orders(statsQueryOf(options), { signal: shell.signal }),
      { headings: ['spent'], columns: ({ spend }) => [formatAmounts(spend)] },
    );
  });
