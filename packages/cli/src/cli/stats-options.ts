import type { StatsPeriod, StatsQuery } from '@mkt/protocol';
import type { Command, Option } from 'commander';
import type { GlobalOptions } from './new-command.ts';
import { choice, withoutUndefined } from './options.ts';

export interface StatsOptions extends GlobalOptions {
  by?: StatsPeriod;
  from?: string;
  to?: string;
  listing?: string;
}

const byPeriod = () =>
  choice<StatsPeriod>('--by <period>', 'what each row covers, in UTC', {
    hour: true,
    day: true,
  }).default('hour');

/** The options of every command that shows statistics. */
export const statsOptions = (command: Command, by: Option = byPeriod()): Command =>
  command
    .addOption(by)
    .option(
      '--from <time>',
      'start of the range (RFC 3339; default: 24 hours before --to with --by hour, otherwise 30 days)',
    )
    .option('--to <time>', 'end of the range, exclusive (RFC 3339; default: now)')
    .option('--listing <listing>', 'only orders of this listing (slug or id)');

export const statsQueryOf = ({ by, from, to, listing }: StatsOptions): StatsQuery =>
  withoutUndefined({ by, from, to, listingId: listing });
