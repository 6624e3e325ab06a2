import { InvalidOptionError } from './errors.ts';

/** Milliseconds, or a string such as `'500ms'`, `'10s'`, `'1m'`, `'1.5h'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h'}`;

const SHAPE = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;
const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
/** A timer takes 31 bits of milliseconds; with more it would fire immediately. */
const MAX_MS = 2 ** 31 - 1;

/** Milliseconds of a duration. Throws an `InvalidOptionError` that calls it `name`. */
export function durationMs(duration: Duration | (string & {}), name = 'The duration'): number {
  const [, count, unit] = SHAPE.exec(String(duration)) ?? [];
  const ms =
    typeof duration === 'number' ? duration : Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (ms >= 0 && ms <= MAX_MS) return ms;
  throw new InvalidOptionError(
    `${name} must be a number of milliseconds or a string such as '500ms', '10s' or '1m', up to 24 days.`,
  );
}

/** For people: `5 s`, `1.5 s`, `500 ms`. */
export function describeMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}
