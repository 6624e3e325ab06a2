import { didYouMean } from '@mkt/protocol';
import { InvalidOptionError } from './errors.ts';
import type { RequestOptions } from './request-options.ts';

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
