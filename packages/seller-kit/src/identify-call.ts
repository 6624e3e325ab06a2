import { readSignature, SIGNATURE_FAULTS, type Envelope } from '@mkt/protocol/signing';
import { failure } from './answers.ts';
import type { CallVerification } from './call-verification.ts';
import { end, go, type Runner, type Step } from './runner.ts';
import type { ServiceRequest } from './service-request.ts';
import { unverifiedEnvelope, verifyCall, type VerifiedCall } from './verify-call.ts';

/** Says whose call it is when its body is there; refused with 401 when the signature is not good. */
export type Identify = (bytes: Uint8Array) => Step<Envelope> | Promise<Step<Envelope>>;

const NO_SECRET = failure(503, 'The service has no signing secret that it could verify calls with');

/**
 * What can be refused before the body is read: a call whose signature headers are missing, repeated
 * or malformed costs no more memory than its headers.
 */
export function identifyCall(
  runner: Runner,
  verification: CallVerification,
  request: ServiceRequest,
): Step<Identify> {
  switch (verification.kind) {
    case 'unavailable':
      return end(NO_SECRET);
    case 'unsigned':
      return go(() => go(unverifiedEnvelope(request.signatureHeaders())));
    case 'verified': {
      const read = readSignature(request.signatureHeaders());
      if (!read.ok) return end(failure(401, SIGNATURE_FAULTS[read.fault]));
      return go((bytes) => {
        const verified = verifyCall(verification, read, bytes, Date.now());
        return verified instanceof Promise
          ? verified.then((settled) => stepOf(runner, settled))
          : stepOf(runner, verified);
      });
    }
  }
}

function stepOf({ logger, name }: Runner, verified: VerifiedCall): Step<Envelope> {
  switch (verified.outcome) {
    case 'verified':
      return go(verified.envelope);
    case 'refused':
      return end(failure(401, SIGNATURE_FAULTS[verified.fault]));
    case 'store_failed':
      logger.error(
        `[mkt] ${name}: the replay store failed, so the call was refused.`,
        verified.error,
      );
      return end(failure(503, 'The service cannot check for replays at the moment'));
  }
}
