import type { SalesTotals } from '@mkt/protocol';
import { newCommand } from '../command-line/new-command.ts';
import type { CommandFactory } from '../command-line/session.ts';
import { statsOptions, statsQueryOf, type StatsOptions } from '../command-line/stats-options.ts';
import { formatAmounts, showStats } from '../show/stats.ts';
import { formatDuration } from '../show/time.ts';

const duration = (ms: number | null): string => (ms === null ? '' : formatDuration(ms));

export const command: CommandFactory = (open) =>
  statsOptions(
    newCommand({
      description: 'Hours and days without an order are left out, except with --json.',
      examples: [
        ['mkt sales', 'the last 24 hours'],
        ['mkt sales --by day --listing text-insights', 'a listing in the last 30 days'],
      ],
    }),
  ).action(async (options: StatsOptions) => {
    const { client, output, shell } = open(options);
    const { stats } = await client();
    showStats<SalesTotals>(
      output,
      await stats.sales(statsQueryOf(options), { signal: shell.signal }),
      {
        headings: ['revenue', 'median', '95 %'],
        columns: ({ revenue, p50Ms, p95Ms }) => [
          formatAmounts(revenue),
          duration(p50Ms),
          duration(p95Ms),
        ],
      },
    );
  });
