import { createSigner } from '#signer';
import {
  type Envelope,
  readSignature,
  SIGNATURE_PROBLEMS,
  type SignatureProblem,
  type Signer,
} from '@mkt/protocol/signing';
import type { Logger } from './log.ts';
import type { ReplayStore } from './replay-store.ts';
import { type Checked, failure, misconfigured, type ServiceResponse } from './responses.ts';
import type { PreparedService } from './service-definition.ts';
import type { ServiceRequest } from './service-request.ts';
import {
  readVariables,
  SECRET_VARIABLE,
  type SecretAtStart,
  secretsIn,
  type SecretVariable,
} from './signing-secret.ts';
import {
  REPLAYS_UNKNOWN,
  unverifiedEnvelope,
  type Verification,
  type VerifiedCall,
  verifyCall,
} from './verify-call.ts';

/** How a call is handled: verified, accepted unsigned, or refused because no secret is usable. */
type CallVerification =
  | ({ kind: 'verified' } & Verification)
  | { kind: 'unsigned' }
  | { kind: 'unavailable' };

export interface CallVerifications {
  /** Signs as the marketplace does; `undefined` when the secret comes with each request. */
  signer: Signer | undefined;
  /** The verification for a call with this second argument of `service.fetch`. */
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

const NO_ENVIRONMENT =
  `${SECRET_VARIABLE} cannot be read, because this runtime has no process.env. Pass the ` +
  'environment as service.fetch(request, env), or set signingSecret. signingSecret: false accepts ' +
  'unsigned calls.';

/**
 * Takes the secret from the option, else from the environment passed with a request (as in
 * Workers), else from `process.env`. Unsigned calls are accepted only when an environment was read
 * and has no secret; if it cannot be read, or its secret cannot be used, calls are refused.
 */
export function callVerifications({ name, secret, replay, logger }: Options): CallVerifications {
  const verifiedBy = (signer: Signer): CallVerification => ({ kind: 'verified', signer, replay });
  const signer = secret.kind === 'keys' ? createSigner(secret.keys) : undefined;
  const verified = signer && verifiedBy(signer);
  const logged = new Set<string>();
  let latest: { found: SecretVariable[]; verification: CallVerification } | undefined;

  function unavailable(sentence: string): CallVerification {
    if (!logged.has(sentence)) logger.error(`[mkt] ${name}: calls are refused. ${sentence}`);
    logged.add(sentence);
    return UNAVAILABLE;
  }

  function read(found: readonly SecretVariable[]): CallVerification {
    const secrets = readVariables(found);
    return secrets.ok ? verifiedBy(createSigner(secrets.keys)) : unavailable(`${secrets.problem}.`);
  }

  function of(environment: unknown): CallVerification {
    let found: SecretVariable[];
    try {
      found = variablesOf(environment);
    } catch {
      return unavailable(`${SECRET_VARIABLE} cannot be read from the request's environment.`);
    }
    if (found.length === 0) {
      if (secret.kind === 'unreadable') return unavailable(NO_ENVIRONMENT);
      return verified ?? UNSIGNED;
    }
    if (!latest || !isSame(latest.found, found)) latest = { found, verification: read(found) };
    return latest.verification;
  }

  if (secret.kind === 'off') return { signer, of: () => UNSIGNED };
  if (secret.kind === 'keys' && secret.from === 'option') {
    return { signer, of: () => verified ?? UNAVAILABLE };
  }
  return { signer, of };
}

/** The second argument is not always an environment: Next passes route parameters, Bun its server. */
function variablesOf(environment: unknown): SecretVariable[] {
  if (typeof environment !== 'object' || environment === null) return [];
  return secretsIn(environment as Record<string, unknown>);
}

const isSame = (one: readonly SecretVariable[], other: readonly SecretVariable[]) =>
  one.length === other.length &&
  one.every(({ name, value }, at) => other[at]?.name === name && other[at].value === value);

/** Given the signed bytes, says which order a call is for, or refuses it with 401. */
type Identify = (bytes: Uint8Array) => Promise<Checked<Envelope>>;

const NO_SECRET = misconfigured(
  503,
  'The service has no usable signing secret, so it cannot verify calls. Set MKT_SIGNING_SECRET, which `mkt secrets pull` fetches.',
);

/**
 * Refuses what can be refused before the body is read: a call whose signature headers are missing,
 * repeated or malformed costs no more memory than its headers.
 */
export function identifyCall(
  service: PreparedService,
  verification: CallVerification,
  request: ServiceRequest,
): Checked<Identify> {
  switch (verification.kind) {
    case 'unavailable':
      return { ok: false, response: NO_SECRET };
    case 'unsigned':
      return {
        ok: true,
        value: async () => ({ ok: true, value: unverifiedEnvelope(request.signatureHeaders()) }),
      };
    case 'verified': {
      const read = readSignature(request.signatureHeaders());
      if (!read.ok) return { ok: false, response: refused(service, read.reason) };
      return {
        ok: true,
        value: async (bytes) =>
          envelopeOf(service, await verifyCall(verification, read, bytes, Date.now())),
      };
    }
  }
}

function refused({ logRefusal }: PreparedService, reason: SignatureProblem): ServiceResponse {
  logRefusal(reason);
  return failure(401, SIGNATURE_PROBLEMS[reason]);
}

function envelopeOf(service: PreparedService, verified: VerifiedCall): Checked<Envelope> {
  const { logger, name } = service;
  switch (verified.outcome) {
    case 'verified':
      return { ok: true, value: verified.envelope };
    case 'refused':
      return { ok: false, response: refused(service, verified.reason) };
    case 'store_failed':
      logger.error(
        `[mkt] ${name}: the replay store failed, so the call was refused.`,
        verified.error,
      );
      return { ok: false, response: failure(503, REPLAYS_UNKNOWN) };
  }
}
