import { didYouMean, isKeyScope, SCOPES, type KeyScope } from '@mkt/protocol';
import { InvalidArgumentError } from 'commander';

export const scopeNames = (text: string): string[] => text.split(',').map((name) => name.trim());

/** The scopes of a comma-separated list; `*` is every scope. */
export function scopesOf(text: string): KeyScope[] {
  const names = scopeNames(text);
  const unknown = names.find((name) => !isKeyScope(name));
  if (unknown === undefined) return names.filter(isKeyScope);
  throw new InvalidArgumentError(`Unknown scope '${unknown}'.${didYouMean(unknown, SCOPES)}`);
}
