import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createBoundedMap } from '../concurrency/bounded-map.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 's1';
const MAX_OPENED = 10_000;

/** Secrets at rest: AES-256-GCM, each bound to the row that it belongs to. */
export interface Sealing {
  /** `s1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  seal(plain: string, owner: string): string;
  /** Throws `UndecryptableSecret` when no key fits or the text was changed. */
  open(sealed: string, owner: string): string;
}

/** What was sealed with a key that is not given, or for another row, or was changed since. */
export class UndecryptableSecret extends Error {
  constructor(cause?: unknown) {
    super('No key of MKT_ENCRYPTION_KEY opens this secret.', { cause });
    this.name = 'UndecryptableSecret';
  }
}

/**
 * Sealing with the newest of the given keys (32 bytes each, newest first), opening with any of
 * them, so that a key can be rotated while secrets sealed with the older one are still about.
 */
export function createSealing(keys: readonly Uint8Array[]): Sealing {
  const named = new Map(keys.map((key) => [keyId(key), key]));
  const newest = keys[0];
  if (!newest) throw new RangeError('Sealing needs a key.');
  const newestId = keyId(newest);
  // Every activation opens its listing's secret; what was opened is remembered.
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
      // By the owner too: what was moved to another row must not open there.
      return opened.getOrCompute(`${owner} ${sealed}`, () => decrypt(sealed, owner));
    },
  };
}

/** Names a key without telling it. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}
