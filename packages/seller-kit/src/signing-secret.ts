import { parseSigningSecrets } from '@mkt/protocol/signing';
import { DefinitionError } from './definition-error.ts';
import { lookUpVariable } from './environment.ts';

export const SECRET_VARIABLE = 'MKT_SIGNING_SECRET';

/** What a service knows of its secret when it is defined. */
export type SecretAtStart =
  | { kind: 'keys'; keys: Uint8Array[]; from: 'option' | 'environment' }
  /** `signingSecret: false`. */
  | { kind: 'off' }
  /** The environment can be read and has none. */
  | { kind: 'none' }
  /** The runtime has no `process.env`, or forbids reading it. */
  | { kind: 'unreadable' };

/**
 * The option, else `MKT_SIGNING_SECRET` (docs/signing.md). One that is set
 * but cannot be used throws, so that a typo never switches verification off.
 */
export function secretAtStart(
  option: string | readonly string[] | false | undefined,
): SecretAtStart {
  if (option === false) return { kind: 'off' };
  if (option !== undefined) {
    return { kind: 'keys', keys: keysOf(option, 'signingSecret'), from: 'option' };
  }
  const variable = lookUpVariable(SECRET_VARIABLE);
  if (!variable.isReadable) return { kind: 'unreadable' };
  const { value } = variable;
  if (value === undefined) return { kind: 'none' };
  return { kind: 'keys', keys: keysOf(value, SECRET_VARIABLE), from: 'environment' };
}

/** The keys of a secret that is set. Throws a DefinitionError that names where it came from. */
export function keysOf(given: unknown, source: string): Uint8Array[] {
  const text: unknown = Array.isArray(given) ? given.join(',') : given;
  if (typeof text !== 'string') throw new DefinitionError([`${source} must be a string`]);
  if (text.trim() === '') {
    throw new DefinitionError([
      `${source} is set but empty: give it the secret of your listing, or remove it for local work`,
    ]);
  }
  const keys = parseSigningSecrets(text);
  if (!keys) {
    throw new DefinitionError([
      `${source} is not a signing secret: it must be whsec_ and base64, several separated by commas`,
    ]);
  }
  return keys;
}
