import type { OrderTotals, StatsPeriod, UsageRow } from '@mkt/protocol';
import { usageCsv } from '@mkt/protocol/csv';
import { KEY_FILTER, keyFilterOf } from '../cli/key-filter.ts';
import { newCommand } from '../cli/new-command.ts';
import { choice, withoutUndefined } from '../cli/options.ts';
import type { CommandFactory } from '../cli/session.ts';
import { statsOptions, statsQueryOf, type StatsOptions } from '../cli/stats-options.ts';
import { CliError } from '../errors/cli-error.ts';
import { formatAmounts, showStats, showUsage } from '../show/stats.ts';

interface Options extends Omit<StatsOptions, 'by'> {
  by?: StatsPeriod | 'key' | 'listing';
  csv?: boolean;
  key?: string;
}

const by = () =>
  choice<NonNullable<Options['by']>>(
    '--by <rows>',
    'what each row covers: an hour (the default) or a day, in UTC, an API key or a listing',
    { hour: true, day: true, key: true, listing: true },
  );

/** Only the days of a single key are counted. */
function checkKey(by: Options['by'], listing: string | undefined): void {
  if (by !== 'day') {
    throw new CliError('invalid_usage', `--key cannot be used with --by ${by}.`, {
      next: 'Use --by day, the default with --key.',
    });
  }
  if (listing !== undefined) {
    throw new CliError('invalid_usage', '--key cannot be used with --listing.');
  }
}

function checkCsv(csv: boolean, by: Options['by'], { json }: Pick<Options, 'json'>): void {
  if (!csv) return;
  if (json) throw new CliError('invalid_usage', 'Use either --csv or --json.');
  if (by === 'hour') {
    throw new CliError('invalid_usage', '--csv cannot be used with --by hour.', {
      next: 'Use --by day, --by key or --by listing.',
    });
  }
}

const nameOf = ({ day, keyId, keyName, slug, listingId }: UsageRow): string =>
  day ?? (listingId === undefined ? (keyName ?? keyId) : (slug ?? listingId)) ?? 'signed in';

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
        ['mkt usage --key agent', 'what one of them bought on each day'],
        ['mkt usage --by listing --csv > usage.csv', 'for a spreadsheet'],
      ],
    }),
    by(),
  )
    .option(...KEY_FILTER)
    .option('--csv', 'print comma-separated values, by day (the default), API key or listing')
    .action(async ({ by: given, csv = false, key, ...options }: Options) => {
      const session = open(options);
      const { output } = session;
      const by = given ?? (csv || key !== undefined ? 'day' : 'hour');
      checkCsv(csv, by, options);
      if (key !== undefined) checkKey(by, options.listing);
      const { stats } = await session.client();
      const { from, to, listing } = options;
      const { signal } = session.shell;
      if (by === 'hour' || (by === 'day' && !csv && key === undefined)) {
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
      const keyId = key === undefined ? undefined : await keyFilterOf(session, key);
      const usage = await stats.usage(withoutUndefined({ by, from, to, keyId }), { signal });
      if (csv) output.result(usage, (shown) => usageCsv(shown).trimEnd());
      else await showUsage(output, usage, nameOf);
    });
