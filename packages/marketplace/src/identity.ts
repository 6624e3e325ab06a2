import { createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Identity } from './domain/identity.ts';

const PSEUDONYM_LENGTH = 22;

/** Ids, randomness and pseudonyms; the key behind these is the installation's own. */
export function createIdentity(installationKey: Uint8Array): Identity {
  const key = createSecretKey(installationKey);
  return {
    id: () => v7(),
    randomBytes: (length) => randomBytes(length),
    sha256: (bytes) => createHash('sha256').update(bytes).digest(),
    buyerPseudonym(buyerId, sellerId) {
      const mac = createHmac('sha256', key).update(`${sellerId}:${buyerId}`).digest('base64url');
      return `buyer_${mac.slice(0, PSEUDONYM_LENGTH)}`;
    },
  };
}
