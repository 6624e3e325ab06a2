import { createSigner } from '#signer';
import type { Signer } from '@mkt/protocol/signing';
import type { Logger } from './logger.ts';
import type { ReplayStore } from './replay-store.ts';
import { keysOf, SECRET_VARIABLE, type SecretAtStart } from './signing-secret.ts';
import type { Verification } from './verify-call.ts';

/** How a call is treated: verified, accepted as it is, or refused for want of a usable secret. */
export type CallVerification =
  | ({ kind: 'verified' } & Verification)
  | { kind: 'unsigned' }
  | { kind: 'unavailable' };

export interface CallVerifications {
  /** Signs as the marketplace would, where the secret is known when the service is defined. */
  signer: Signer | undefined;
  /** For a call with this second argument of `service.fetch`. */
  of(environment: unknown): CallVerification;
}

interface Options {
  name: string;
  secret: SecretAtStart;
  replay: ReplayStore | false;
  logger: Logger;
}

const UNSIGNED = { kind: 'unsigned' } as const;
const UNAVAILABLE = { kind: 'unavailable' } as const;

const NO_SECRET =
  `This runtime has no process.env that ${SECRET_VARIABLE} could be read from. Pass the ` +
  'environment as service.fetch(request, env), or set signingSecret; signingSecret: false accepts ' +
  'unsigned calls.';

/**
 * Where the secret comes from: the option, else the environment that comes with a request (as in
 * Workers), else `process.env`. What cannot be read or used refuses calls: a missing secret means
 * unsigned calls only where the environment was seen to have none.
 */
export function callVerifications({ name, secret, replay, logger }: Options): CallVerifications {
  const verifiedBy = (signer: Signer): CallVerification => ({ kind: 'verified', signer, replay });
  const signer = secret.kind === 'keys' ? createSigner(secret.keys) : undefined;
  const verified = signer && verifiedBy(signer);
  const logged = new Set<string>();
  let latest: { value: unknown; verification: CallVerification } | undefined;

  function unavailable(sentence: string): CallVerification {
    if (!logged.has(sentence)) logger.error(`[mkt] ${name}: calls are refused. ${sentence}`);
    logged.add(sentence);
    return UNAVAILABLE;
  }

  function read(value: unknown): CallVerification {
    try {
      return verifiedBy(createSigner(keysOf(value, SECRET_VARIABLE)));
    } catch (error) {
      return unavailable((error as Error).message);
    }
  }

  function of(environment: unknown): CallVerification {
    let value: unknown;
    try {
      value = variableOf(environment);
    } catch {
      return unavailable(`${SECRET_VARIABLE} cannot be read from the request's environment.`);
    }
    if (value === undefined) {
      if (secret.kind === 'unreadable') return unavailable(NO_SECRET);
      return verified ?? UNSIGNED;
    }
    if (latest?.value !== value) latest = { value, verification: read(value) };
    return latest.verification;
  }

  if (secret.kind === 'off') return { signer, of: () => UNSIGNED };
  if (secret.kind === 'keys' && secret.from === 'option') {
    return { signer, of: () => verified ?? UNAVAILABLE };
  }
  return { signer, of };
}

/** Frameworks pass other things too: Next the route's parameters, Bun its server. */
function variableOf(environment: unknown): unknown {
  if (typeof environment !== 'object' || environment === null) return undefined;
  return (environment as Record<string, unknown>)[SECRET_VARIABLE];
}
