import { randomBytes, randomUUID } from 'node:crypto';
import { formatPayload, signatureHeaders, type Envelope } from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';

const SECRET_BYTES = 32;

export const unknownKey = (): Uint8Array => randomBytes(SECRET_BYTES);

/** A call of a fictitious buyer, whose id says what the call is for. */
export const newEnvelope = (
  listingId: string,
  purpose: 'validate' | 'review' = 'validate',
): Envelope => ({
  orderId: randomUUID(),
  listingId,
  buyerId: `${purpose}-${randomUUID()}`,
});

/** The headers of a call that is signed with each of the keys at the given time. */
export function signedHeaders(
  keys: readonly Uint8Array[],
  envelope: Envelope,
  atMs: number,
  signed: Uint8Array,
): Record<string, string> {
  const payload = formatPayload(envelope, Math.floor(atMs / 1000));
  return signatureHeaders(payload, nodeSigner(keys).sign(payload, signed));
}
