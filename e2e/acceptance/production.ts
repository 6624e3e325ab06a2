import { randomBytes } from 'node:crypto';

const NAME_SERVER = new URL('./name-server.mjs', import.meta.url);

/** A key for `MKT_ENCRYPTION_KEY`: base64 of 32 bytes. */
export const newEncryptionKey = () => randomBytes(32).toString('base64');

/** The environment of a server as in production, with the test's name service. */
export const productionEnv = (more: Record<string, string> = {}): Record<string, string> => ({
  MKT_ENCRYPTION_KEY: newEncryptionKey(),
  NODE_OPTIONS: `--import=${NAME_SERVER.href}`,
  ...more,
});
