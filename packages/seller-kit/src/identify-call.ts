import { SIGNATURE_FAULTS, type Envelope } from '@mkt/protocol/signing';
import { failure } from './answers.ts';
import { end, go, type Runner, type Step } from './runner.ts';
import type { ServiceRequest } from './service-request.ts';
import { unverifiedEnvelope, verifyCall, type VerifiedCall } from './verify-call.ts';

/** Whose call it is; refused with 401 when a secret is configured and the signature is not good. */
export function identifyCall(
  runner: Runner,
  request: ServiceRequest,
  bytes: Uint8Array,
): Step<Envelope> | Promise<Step<Envelope>> {
  const headers = request.signatureHeaders();
  if (!runner.verification) return go(unverifiedEnvelope(headers));
  const verified = verifyCall(runner.verification, headers, bytes, Date.now());
  return verified instanceof Promise
    ? verified.then((settled) => stepOf(runner, settled))
    : stepOf(runner, verified);
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
