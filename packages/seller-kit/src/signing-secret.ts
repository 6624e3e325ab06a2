import { parseSigningSecrets } from '@mkt/protocol/signing';
import { DefinitionError } from './definition-error.ts';
import { lookUpVariable } from './environment.ts';

export const SECRET_VARIABLE = 'MKT_SIGNING_SECRET';

/** What is known of the secret when a service is defined. */
export type SecretAtStart =
  | { kind: 'keys'; keys: Uint8Array[]; from: 'option' | 'environment' }
  /** `signingSecret: false`. */
  | { kind: 'off' }
  /** The environment can be read and has none. */
  | { kind: 'none' }
  /** The runtime has no `process.env`, or denies access to it. */
  | { kind: 'unreadable' };

/**
 * The secret from the option, else from `MKT_SIGNING_SECRET` (docs/signing.md#secrets).
 *
 * @throws {DefinitionError} it is set but unusable, so that a typo never disables verification
 */
export function secretAtStart(
  option: string | readonly string[] | false | undefined,
): SecretAtStart {
  if (option === false) return { kind: 'off' };
  if (option !== undefined) {
    return { kind: 'keys', keys: requireKeys(option, 'signingSecret'), from: 'option' };
  }
  const variable = lookUpVariable(SECRET_VARIABLE);
  if (!variable.isReadable) return { kind: 'unreadable' };
  const { value } = variable;
  if (value === undefined) return { kind: 'none' };
  return { kind: 'keys', keys: requireKeys(value, SECRET_VARIABLE), from: 'environment' };
}

function requireKeys(given: unknown, source: string): Uint8Array[] {
  const read = readKeys(given, source);
  if (!read.ok) throw new DefinitionError([read.problem]);
  return read.keys;
}

export type ReadKeys = { ok: true; keys: Uint8Array[] } | { ok: false; problem: string };

/** The HMAC keys of a secret that is set, or a sentence that names its source and never the secret. */
export function readKeys(given: unknown, source: string): ReadKeys {
  const text: unknown = Array.isArray(given) ? given.join(',') : given;
  if (typeof text !== 'string') return { ok: false, problem: `${source} must be a string` };
  if (text.trim() === '') {
    const problem = `${source} is set but empty: set it to the secret of your listing, or remove it for local work`;
    return { ok: false, problem };
  }
  const keys = parseSigningSecrets(text);
  if (keys) return { ok: true, keys };
  const problem = `${source} is not a signing secret: it must be whsec_ followed by base64; separate several with commas`;
  return { ok: false, problem };
}
