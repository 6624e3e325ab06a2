import type { Duration } from '@mkt/client';
import { CliError } from '../errors/cli-error.ts';

/** Timers cannot wait longer than 24 days. */
const MAX_WAIT = '576h';

/**
 * Milliseconds of an option's duration. It needs a unit: the client also takes a number of
 * milliseconds, which on a command line would be read as seconds.
 */
export async function durationOption(
  flag: string,
  text: string,
  max: Duration = MAX_WAIT,
): Promise<number> {
  const { durationMs, InvalidOptionError } = await import('@mkt/client');
  try {
    const ms = durationMs(text);
    if (ms <= durationMs(max)) return ms;
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error;
  }
  throw new CliError(
    'invalid_usage',
    `${flag} must be a duration with a unit, such as 0s, 90s, 30m or 24h, and at most ${max}.`,
  );
}
