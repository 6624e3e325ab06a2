import type { OrderTotals, StatsPeriod, UsageRow } from '@mkt/protocol';
import { usageCsv } from '@mkt/protocol/csv';
import { newCommand } from '../cli/new-command.ts';
import { choice, withoutUndefined } from '../cli/options.ts';
import type { CommandFactory } from '../cli/session.ts';
import { statsOptions, statsQueryOf, type StatsOptions } from '../cli/stats-options.ts';
import { CliError } from '../errors/cli-error.ts';
import { formatAmounts, showStats, showUsage } from '../show/stats.ts';

interface Options extends Omit<StatsOptions, 'by'> {
  by?: StatsPeriod | 'key' | 'listing';
  csv?: boolean;
}

const by = () =>
  choice<NonNullable<Options['by']>>(
    '--by <rows>',
    'what each row covers: an hour (the default) or a day, in UTC, an API key or a listing',
    { hour: true, day: true, key: true, listing: true },
  );

function checkCsv(csv: boolean, by: Options['by'], { json }: Pick<Options, 'json'>): void {
  if (!csv) return;
  if (json) throw new CliError('invalid_usage', 'Use either --csv or --json.');
  if (by === 'hour') {
    throw new CliError('invalid_usage', '--csv cannot be used with --by hour.', {
      next: 'Use --by day, --by key or --by listing.',
    });
  }
}

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
          'the calls to a listing in the last 30 days',
        ],
        ['mkt usage --by key', 'what each API key bought in the last 30 days'],
        ['mkt usage --by listing --csv > usage.csv', 'for a spreadsheet'],
      ],
    }),
    by(),
  )
    .option('--csv', 'print comma-separated values, by day (the default), API key or listing')
    .action(async ({ by: given, csv = false, ...options }: Options) => {
      const { client, output, shell } = open(options);
      const by = given ?? (csv ? 'day' : 'hour');
      checkCsv(csv, by, options);
      const { stats } = await client();
      const { from, to, listing } = options;
      const { signal } = shell;
      if (by === 'hour' || (by === 'day' && !csv)) {
        const query = statsQueryOf({ ...options, by });
        await showStats<OrderTotals>(output, await stats.orders(query, { signal }), {
          headings: ['spent'],
          columns: ({ spend }) => [formatAmounts(spend)],
        });
        return;
      }
      if (listing !== undefined) {
        const other = csv ? '--csv' : `--by ${by}`;
        throw new CliError('invalid_usage', `--listing cannot be used with ${other}.`);
      }
      const usage = await stats.usage(withoutUndefined({ by, from, to }), { signal });
      if (csv) output.result(usage, (shown) => usageCsv(shown).trimEnd());
      else await showUsage(output, usage, nameOf);
    });
