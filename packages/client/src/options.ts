import { didYouMean } from '@mkt/protocol';
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

/** Headers by name; one that is undefined is not sent. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** What every method takes as its last argument. */
export interface RequestOptions {
  /**
   * For each attempt, including its response. Default: the client's `timeout`. While the server
   * holds a response because of `wait`, the attempt may take that much longer.
   */
  timeout?: Duration | undefined;
  /**
   * How often a failed read or activation is retried, 0 to 10. Default: the client's `retries`. Any
   * other request is sent once, because the first attempt may have taken effect.
   */
  retries?: number | undefined;
  /**
   * Added to the client's own `headers`; one with the same name replaces it. The API key cannot be
   * replaced.
   */
  headers?: RequestHeaders | undefined;
  /** Aborts the requests and the waits between them; the promise rejects with its reason. */
  signal?: AbortSignal | undefined;
}

/** Every name that an options object can have. The compiler rejects a list that lacks one. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

export const REQUEST_OPTIONS: OptionNames<RequestOptions> = {
  timeout: true,
  retries: true,
  headers: true,
  signal: true,
};

/** The longest known name within this one, or around it: `retries` for `maxRetries`. */
function suggested(name: string, names: readonly string[]): string {
  const given = name.toLowerCase();
  const isAlike = (known: string) =>
    given.includes(known) || (given.length >= MIN_PART && known.includes(given));
  const [alike] = names
    .filter((known) => isAlike(known.toLowerCase()))
    .toSorted((one, other) => other.length - one.length);
  return alike === undefined ? '' : ` Did you mean ${alike}?`;
}

const MIN_PART = 3;

/**
 * Throws when an option has an unknown name. A misspelled `maxPrice` that went unnoticed would buy at
 * any price.
 */
export function checkOptionNames(options: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const hint =
      didYouMean(name, names) || suggested(name, names) || ` The options are ${names.join(', ')}.`;
    throw new InvalidOptionError(`Unknown option ${JSON.stringify(name)}.${hint}`);
  }
}
