import {
  checkSignedCall,
  decodeEnvelope,
  readSignature,
  type Envelope,
  type ReadSignature,
  type SignatureFault,
  type SignatureHeaders,
  type Signer,
} from '@mkt/protocol/signing';
import type { ReplayStore } from './replay-store.ts';

export interface Verification {
  signer: Signer;
  /** `false` when replays are accepted. */
  replay: ReplayStore | false;
}

export type VerifiedCall =
  | { outcome: 'verified'; envelope: Envelope }
  | { outcome: 'refused'; fault: SignatureFault }
  | { outcome: 'store_failed'; error: unknown };

const refuse = (fault: SignatureFault): VerifiedCall => ({ outcome: 'refused', fault });

/**
 * The steps that need the body, in their order (docs/signing.md): MAC over the raw
 * bytes, age, envelope, replay. The headers were read before it. A promise only where the signer or
 * the store needs one: on Node, with the store in memory, the whole of it is one synchronous step.
 */
export function verifyCall(
  { signer, replay }: Verification,
  read: ReadSignature,
  bytes: Uint8Array,
  nowMs: number,
): VerifiedCall | Promise<VerifiedCall> {
  const matches = signer.matches(read, bytes);
  if (typeof matches === 'boolean') return judgeMac(matches, read, replay, nowMs);
  return matches.then((good) => judgeMac(good, read, replay, nowMs));
}

function judgeMac(good: boolean, read: ReadSignature, replay: ReplayStore | false, nowMs: number) {
  return good ? checkAge(read, replay, nowMs) : refuse('bad_signature');
}

function checkAge(read: ReadSignature, replay: ReplayStore | false, nowMs: number) {
  const checked = checkSignedCall(read, nowMs);
  if (!checked.ok) return refuse(checked.fault);
  return replay
    ? checkReplay(replay, checked.envelope)
    : ({ outcome: 'verified', envelope: checked.envelope } as const);
}

function checkReplay(
  replay: ReplayStore,
  envelope: Envelope,
): VerifiedCall | Promise<VerifiedCall> {
  const failed = (error: unknown): VerifiedCall => ({ outcome: 'store_failed', error });
  // Anything but true is a replay: a store that answers in its own way must not open the door.
  const judge = (added: unknown): VerifiedCall =>
    added === true ? { outcome: 'verified', envelope } : refuse('replayed');
  try {
    const added = replay.add(envelope.orderId);
    return typeof added === 'boolean' ? judge(added) : Promise.resolve(added).then(judge, failed);
  } catch (error) {
    return failed(error);
  }
}

/** What an unverified call says of itself, where no secret is configured. */
export function unverifiedEnvelope(headers: SignatureHeaders): Envelope {
  const read = readSignature(headers);
  const envelope = read.ok ? decodeEnvelope(read.envelope) : undefined;
  return envelope ?? { orderId: crypto.randomUUID(), listingId: 'local', buyerId: 'local' };
}
