import { parseSigningSecrets } from '@mkt/protocol/signing';
import { DefinitionError } from './service-definition.ts';

/** `process.env`, if there is one: Workers have no `process`. Reading it may throw in Deno. */
function lookUpEnvironment(): Readonly<Record<string, string | undefined>> | undefined {
  const environment: unknown = typeof process === 'object' ? process?.env : undefined;
  if (typeof environment !== 'object' || environment === null) return undefined;
  return environment as Record<string, string | undefined>;
}

/** Reads a variable of `process.env`. Called when a service is defined, never at import. */
export function readEnvironment(name: string): string | undefined {
  try {
    return lookUpEnvironment()?.[name];
  } catch {
    return undefined;
  }
}

/** In development, results are checked and a missing `baseUrl` is taken from the request. */
export const isDevelopment = (): boolean => readEnvironment('NODE_ENV') !== 'production';

export const SECRET_VARIABLE = 'MKT_SIGNING_SECRET';
/** The variable of one listing: `MKT_SIGNING_SECRET_TEXT_INSIGHTS` is that of `text-insights`. */
const OF_LISTING = /^MKT_SIGNING_SECRET_[A-Z0-9_]+$/;

/** A variable that is set. */
export interface SecretVariable {
  name: string;
  value: unknown;
}

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
 * The secret from the option, else from `MKT_SIGNING_SECRET` and the variables of single listings
 * (docs/sell/deploy.md#secrets).
 *
 * @throws {DefinitionError} it is set but unusable, so that a typo never disables verification
 */
export function secretAtStart(
  option: string | readonly string[] | false | undefined,
): SecretAtStart {
  if (option === false) return { kind: 'off' };
  if (option !== undefined) {
    return { kind: 'keys', keys: required(readKeys(option, 'signingSecret')), from: 'option' };
  }
  const found = lookUpSecrets();
  if (found === undefined) return { kind: 'unreadable' };
  if (found.length === 0) return { kind: 'none' };
  return { kind: 'keys', keys: required(readVariables(found)), from: 'environment' };
}

/** What a service that verifies no call warns of when it starts. */
export function warningOf({ kind }: SecretAtStart, service: string): string | undefined {
  if (kind !== 'off' && kind !== 'none') return undefined;
  // `mkt dev` publishes the service, and starts it again with its secret.
  if (kind === 'none' && isDevelopment() && readEnvironment('MKT_DEV') !== undefined) {
    return undefined;
  }
  const [why, remedy] =
    kind === 'off'
      ? ['signingSecret is false', `remove \`signingSecret: false\` and set ${SECRET_VARIABLE}`]
      : [`${SECRET_VARIABLE} is not set`, `set ${SECRET_VARIABLE}`];
  return (
    `[mkt] WARNING: ${service} accepts calls from anyone, because ${why}. ` +
    `That is fine for local work. Once the listing is published, ${remedy}.`
  );
}

function required(read: ReadKeys): Uint8Array[] {
  if (!read.ok) throw new DefinitionError([read.problem]);
  return read.keys;
}

/** The variables of `process.env` that hold secrets; `undefined` if it cannot be read. */
export function lookUpSecrets(): SecretVariable[] | undefined {
  try {
    const environment = lookUpEnvironment();
    return environment && secretsIn(environment);
  } catch {
    return undefined;
  }
}

/** The variables of an environment that hold secrets. Throws if it denies access to the first one. */
export function secretsIn(environment: Readonly<Record<string, unknown>>): SecretVariable[] {
  return [SECRET_VARIABLE, ...namesOfListings(environment)].flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

function namesOfListings(environment: object): string[] {
  try {
    return Object.keys(environment).filter((name) => OF_LISTING.test(name));
  } catch {
    // Deno may allow reading a variable, but not listing all of them.
    return [];
  }
}

/** The keys of several variables: a call that is signed with any of them is accepted. */
export function readVariables(found: readonly SecretVariable[]): ReadKeys {
  const keys: Uint8Array[] = [];
  for (const { name, value } of found) {
    const read = readKeys(value, name);
    if (!read.ok) return read;
    keys.push(...read.keys);
  }
  return { ok: true, keys };
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
