import { recorded } from '../audit/sql.ts';
import type { Engine } from '../database/engine.ts';
import type { Actor, Reader } from '../market/caller.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { KeyStanding } from './budget.ts';
import type { ApiKey, ApiKeyChange, FoundKey, NewApiKey } from './key.ts';
import { findStanding, keysAbove, keysBelow } from './sql-budget.ts';
import {
  findKey,
  findKeyByHash,
  insertKey,
  listKeys,
  revokeKeys,
  touchKey,
  updateKey,
} from './sql.ts';

const insertRecorded = recorded(insertKey, ({ kind }, { key }) =>
  kind === 'inserted'
    ? {
        action: 'key.create',
        accountId: key.accountId,
        subject: key.id,
        details: { name: key.name, scopes: key.scopes },
      }
    : undefined,
);

const updateRecorded = recorded(updateKey, (updated, { accountId, id, name, budget }) =>
  typeof updated === 'string'
    ? undefined
    : { action: 'key.update', accountId, subject: id, details: { name, budget: budget?.to } },
);

const revokeRecorded = recorded(revokeKeys, ({ accountId, ids: [subject, ...others] }) =>
  subject === undefined
    ? undefined
    : { action: 'key.revoke', accountId, subject, details: { others } },
);

export function apiKeyStore({ read, list, write, writeOnce, batch }: Engine) {
  return {
    /** The key with this SHA-256, unless it was revoked; it may have expired. */
    findByHash: (hash: Uint8Array): Promise<FoundKey | undefined> => batch(findKeyByHash, hash),
    /** Includes revoked and expired keys. */
    find: (id: string): Promise<ApiKey | undefined> => read(findKey, id),
    /** Keys that are not revoked, newest first; of all accounts if `accountId` is undefined. */
    list: (
      accountId: string | undefined,
      page: BoundedPageRequest,
      reader: Reader,
    ): Promise<PageItems<ApiKey>> => list(listKeys, { accountId, page }, reader),
    /**
     * A key whose hash is already stored is left unchanged. `parent-revoked`: the key that creates it
     * was revoked meanwhile. `too-many`: the account already has `maxActive` keys that are neither
     * revoked nor expired.
     */
    insert: (
      key: NewApiKey,
      maxActive?: number,
      by?: Actor,
    ): Promise<{ kind: 'inserted'; apiKey: ApiKey } | { kind: 'parent-revoked' | 'too-many' }> =>
      write(insertRecorded, { args: { key, maxActive }, by }),
    /**
     * Revokes a key and all keys created with it, directly or indirectly. Resolves with their ids,
     * none if there is no such key. With `accountId`, only a key of that account.
     */
    async revoke(id: string, accountId?: string, by?: Actor): Promise<string[]> {
      const { ids } = await write(revokeRecorded, { args: { id, accountId }, by });
      return ids;
    },
    touch: (id: string): Promise<void> => writeOnce(touchKey, id),
    /**
     * Changes the name or the budget of an account's key. `conflict`: its budget is no longer `from`.
     * `not-found`: the account has no such key, or it was revoked.
     */
    update: (change: ApiKeyChange, by?: Actor): Promise<ApiKey | 'conflict' | 'not-found'> =>
      write(updateRecorded, { args: change, by }),
    /** The key and the keys above it: the one that created it, and so on. */
    above: (id: string): Promise<string[]> => read(keysAbove, id),
    /** The key and the keys below it: those that it created, and so on, revoked ones too. */
    below: (id: string): Promise<string[]> => read(keysBelow, id),
    /** Its name, and what it may spend now. */
    standing: (id: string): Promise<KeyStanding | undefined> => read(findStanding, id),
  };
}

export type ApiKeyStore = ReturnType<typeof apiKeyStore>;
