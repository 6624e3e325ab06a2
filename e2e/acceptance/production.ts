import { randomBytes } from 'node:crypto';

const NAME_SERVER = new URL('./name-server.mjs', import.meta.url);

/** A key for `MKT_ENCRYPTION_KEY`: base64 of 32 bytes. */
export const newEncryptionKey = () => randomBytes(32).toString('base64');

/** The environment of a server outside dev mode, with the tests' DNS lookups. */
export const productionEnv = (more: Record<string, string> = {}): Record<string, string> => ({
  MKT_ENCRYPTION_KEY: newEncryptionKey(),
  NODE_OPTIONS: `--import=${NAME_SERVER.href}`,
  ...more,
});
