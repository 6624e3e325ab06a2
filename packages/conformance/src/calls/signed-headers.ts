import { randomBytes, randomUUID } from 'node:crypto';
import { formatPayload, signatureHeaders, type Envelope } from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';

const SECRET_BYTES = 32;

export const strangeKey = (): Uint8Array => randomBytes(SECRET_BYTES);

/** A call of a buyer whom no marketplace knows. */
export const newEnvelope = (listingId: string): Envelope => ({
  orderId: randomUUID(),
  listingId,
  buyerId: `validate-${randomUUID()}`,
});

/** The headers of a call signed with each of the keys, at a time of the caller's choice. */
export function signedHeaders(
  keys: readonly Uint8Array[],
  envelope: Envelope,
  atMs: number,
  signed: Uint8Array,
): Record<string, string> {
  const payload = formatPayload(envelope, Math.floor(atMs / 1000));
  return signatureHeaders(payload, nodeSigner(keys).sign(payload, signed));
}
