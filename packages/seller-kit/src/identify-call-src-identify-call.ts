import {
  readSignature,
  SIGNATURE_PROBLEMS,
  type Envelope,
  type SignatureProblem,
} from '@mkt/protocol/signing';
import type { CallVerification } from './identify-call.ts';
import { failure, misconfigured, type ServiceResponse } from './responses.ts';
import type { PreparedService } from './prepared-service.ts';
import type { ServiceRequest } from './service-request-src-service-request.ts';
import { proceed, respondWith, type Step } from './step.ts';
import {
  REPLAYS_UNKNOWN,
  unverifiedEnvelope,
  verifyCall,
  type VerifiedCall,
} from './verify-call.ts';

/** Given the signed bytes, says which order a call is for, or refuses it with 401. */
export type Identify = (bytes: Uint8Array) => Step<Envelope> | Promise<Step<Envelope>>;

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
): Step<Identify> {
  switch (verification.kind) {
    case 'unavailable':
      return respondWith(NO_SECRET);
    case 'unsigned':
      return proceed(() => proceed(unverifiedEnvelope(request.signatureHeaders())));
    case 'verified': {
      const read = readSignature(request.signatureHeaders());
      if (!read.ok) return respondWith(refused(service, read.reason));
      return proceed((bytes) => {
        const verified = verifyCall(verification, read, bytes, Date.now());
        return verified instanceof Promise
          ? verified.then((settled) => stepOf(service, settled))
          : stepOf(service, verified);
      });
    }
  }
}

function refused({ logRefusal }: PreparedService, reason: SignatureProblem): ServiceResponse {
  logRefusal(reason);
  return failure(401, SIGNATURE_PROBLEMS[reason]);
}

function stepOf(service: PreparedService, verified: VerifiedCall): Step<Envelope> {
  const { logger, name } = service;
  switch (verified.outcome) {
    case 'verified':
      return proceed(verified.envelope);
    case 'refused':
      return respondWith(refused(service, verified.reason));
    case 'store_failed':
      logger.error(
        `[mkt] ${name}: the replay store failed, so the call was refused.`,
        verified.error,
      );
      return respondWith(failure(503, REPLAYS_UNKNOWN));
  }
}
