import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createBoundedMap } from '../structures/bounded-map.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 's1';
const MAX_OPENED = 10_000;

/** Encrypts secrets at rest with AES-256-GCM, each bound to the row that owns it. */
export interface Sealing {
  /** `s1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  seal(plain: string, owner: string): string;
  /** Throws `UndecryptableSecret` when no key fits or the text was modified. */
  open(sealed: string, owner: string): string;
}

/** A secret that was sealed with a missing key or for another row, or was modified. */
export class UndecryptableSecret extends Error {
  constructor(cause?: unknown) {
    super('No key in MKT_ENCRYPTION_KEY can decrypt this secret.', { cause });
    this.name = 'UndecryptableSecret';
  }
}

/**
 * Seals with the first of the given keys (32 bytes each, newest first) and opens with any of them, so
 * that a key can be rotated while secrets sealed with an older one still exist.
 */
export function createSealing(keys: readonly Uint8Array[]): Sealing {
  const named = new Map(keys.map((key) => [keyId(key), key]));
  const newest = keys[0];
  if (!newest) throw new RangeError('Sealing needs at least one key.');
  const newestId = keyId(newest);
  // Every activation opens its listing's secret; decrypted secrets are kept in memory.
  const opened = createBoundedMap<string>({ max: MAX_OPENED });

  function decrypt(sealed: string, owner: string): string {
    const [version, id, data] = sealed.split('.');
    const key = named.get(id ?? '');
    if (version !== VERSION || !key || data === undefined) throw new UndecryptableSecret();
    try {
      return decryptWith(key, data, owner);
    } catch (error) {
      throw new UndecryptableSecret(error);
    }
  }

  function decryptWith(key: Uint8Array, data: string, owner: string): string {
    const bytes = Buffer.from(data, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }

  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, newest, nonce);
      cipher.setAAD(Buffer.from(owner));
      const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${newestId}.${Buffer.concat([body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, owner) {
      // The owner is part of the key: a secret that was moved to another row must not open there.
      return opened.getOrCompute(`${owner} ${sealed}`, () => decrypt(sealed, owner));
    },
  };
}

/** Identifies a key without revealing it. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}
