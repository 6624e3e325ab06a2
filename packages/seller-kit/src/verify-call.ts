import {
  checkSignedCall,
  decodeEnvelope,
  readSignature,
  type Envelope,
  type ReadSignature,
  type SignatureProblem,
  type SignatureHeaders,
  type Signer,
} from '@mkt/protocol/signing';
import type { ReplayStore } from './replay-store.ts';

export interface Verification {
  signer: Signer;
  /** `false` accepts replays. */
  replay: ReplayStore | false;
}

export type VerifiedCall =
  | { outcome: 'verified'; envelope: Envelope }
  | { outcome: 'refused'; reason: SignatureProblem }
  | { outcome: 'store_failed'; error: unknown };

/** The error sent when the replay store failed. */
export const REPLAYS_UNKNOWN = 'The service cannot check for replayed calls right now';

/** Leaves the marketplace, which waits 30 seconds, most of its time. */
const STORE_MS = 5_000;

const refuse = (reason: SignatureProblem): VerifiedCall => ({ outcome: 'refused', reason });

/**
 * The verification steps that need the body, in order (docs/reference/seller-interface.md#how-to-verify): MAC over the
 * raw bytes, age, envelope, replay. Returns a promise only when the signer or the store does: on
 * Node, with the store in memory, all of it is synchronous.
 */
export function verifyCall(
  { signer, replay }: Verification,
  read: ReadSignature,
  bytes: Uint8Array,
  nowMs: number,
): VerifiedCall | Promise<VerifiedCall> {
  const matches = signer.matches(read, bytes);
  if (typeof matches === 'boolean') return checkMac(matches, read, replay, nowMs);
  return matches.then((good) => checkMac(good, read, replay, nowMs));
}

function checkMac(good: boolean, read: ReadSignature, replay: ReplayStore | false, nowMs: number) {
  return good ? checkAge(read, replay, nowMs) : refuse('bad_signature');
}

function checkAge(read: ReadSignature, replay: ReplayStore | false, nowMs: number) {
  const checked = checkSignedCall(read, nowMs);
  if (!checked.ok) return refuse(checked.reason);
  return replay
    ? checkReplay(replay, checked.envelope)
    : ({ outcome: 'verified', envelope: checked.envelope } as const);
}

function checkReplay(
  replay: ReplayStore,
  envelope: Envelope,
): VerifiedCall | Promise<VerifiedCall> {
  const failed = (error: unknown): VerifiedCall => ({ outcome: 'store_failed', error });
  // Only `true` means new: a store that returns something else must not let replays through.
  const outcomeOf = (added: unknown): VerifiedCall =>
    added === true ? { outcome: 'verified', envelope } : refuse('replayed');
  try {
    const added = replay.add(envelope.orderId);
    return typeof added === 'boolean'
      ? outcomeOf(added)
      : settledInTime(Promise.resolve(added)).then(outcomeOf, failed);
  } catch (error) {
    return failed(error);
  }
}

/** A store that hangs would otherwise hold every call until the marketplace gives up. */
function settledInTime<Value>(pending: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`The replay store did not respond within ${STORE_MS / 1000} s`));
    }, STORE_MS);
    void pending.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The envelope that an unverified call claims, when no secret is configured. */
export function unverifiedEnvelope(headers: SignatureHeaders): Envelope {
  const read = readSignature(headers);
  const envelope = read.ok ? decodeEnvelope(read.envelope) : undefined;
  return envelope ?? { orderId: crypto.randomUUID(), listingId: 'local', buyerId: 'local' };
}
