import { randomBytes } from 'node:crypto';
import { UndecryptableSecret } from '../database/failure.ts';
import { parseEncryptionKeys, type Config } from './config.ts';
import type { Store } from './context.ts';
import { ConfigError, devEncryptionKey } from './data-folder.ts';

const ENCRYPTION_KEY_BYTES = 32;
const STORED_KEY_BYTES = 32;

/** The keys that encrypt secrets: from the environment, or in dev mode from the data folder. */
export function encryptionKeys(
  { encryptionKeys: given, dataDir }: Config,
  memory: boolean,
): Uint8Array[] {
  if (given.length > 0) return given;
  return memory
    ? [randomBytes(ENCRYPTION_KEY_BYTES)]
    : parseEncryptionKeys(devEncryptionKey(dataDir));
}

/** A random key that is stored, encrypted, at first use. */
async function storedKey(
  load: (candidate: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  try {
    return await load(randomBytes(STORED_KEY_BYTES));
  } catch (error) {
    if (!(error instanceof UndecryptableSecret)) throw error;
    throw new ConfigError(
      'MKT_ENCRYPTION_KEY cannot decrypt this database: append the key that it was created with, after a comma.',
    );
  }
}

/** The key that derives `buyerId`, created on first start. */
export const installationKey = ({ accounts }: Store) => storedKey(accounts.installationKey);

/** The key that signs the cookies of sessions, created on first start. */
export const cookieKey = ({ accounts }: Store) => storedKey(accounts.cookieKey);
