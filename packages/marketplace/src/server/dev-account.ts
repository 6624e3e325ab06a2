import { randomBytes } from 'node:crypto';
import { formatApiKey, isApiKey } from '@mkt/protocol';
import { storeApiKey } from '../keys/key.ts';
import type { Identity } from '../market/outside.ts';
import type { Store } from './context.ts';
import { ConfigError, devApiKey, replaceDevApiKey } from './data-folder.ts';
import type { DevAccount } from './marketplace.ts';

/** The person of dev mode. */
export const DEVELOPER = { email: 'dev@localhost', name: 'Developer' };

/**
 * Creates the account and the key of dev mode on first start; later starts use the same key, unless
 * it was revoked (docs/reference/protocol.md#modes). `given` is what a database in memory starts with.
 */
export async function ensureDevAccount(
  { store, identity }: { store: Store; identity: Identity },
  folder: string | null,
  given?: DevAccount,
): Promise<DevAccount> {
  const createKey = () => formatApiKey(randomBytes(32));
  const ids = given?.ids ?? { account: identity.id(), user: identity.id() };
  const key = given?.apiKey ?? (folder === null ? createKey() : devApiKey(folder, createKey));
  if (!isApiKey(key)) {
    throw new ConfigError(
      `The file dev-key in ${folder ?? ''} does not hold an API key. Delete it and start again: a new key will be created.`,
    );
  }
  const { accountId } = await store.accounts.ensure({ ids, ...DEVELOPER });
  const storeKey = (each: string) =>
    storeApiKey(
      { store, identity },
      {
        key: each,
        accountId,
        name: 'dev',
        scopes: ['*'],
        expiresAtMs: null,
        parentId: null,
        origin: 'dev',
      },
    );
  await storeKey(key);
  if (folder === null || (await store.apiKeys.findByHash(identity.sha256(key)))) {
    return { apiKey: key, ids };
  }
  // Someone has revoked it, for example with `mkt logout`.
  const next = replaceDevApiKey(folder, createKey());
  await storeKey(next);
  return { apiKey: next, ids };
}
