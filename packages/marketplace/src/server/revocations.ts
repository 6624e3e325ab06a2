import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveListing } from '../listings/remove.ts';
import type { Store } from './context.ts';

/** An access that was revoked, and must stay revoked when an older backup is restored. */
export type Revocation =
  /** An API key, with those that it created. */
  | { kind: 'key'; id: string }
  /** A suspended account; `resumed` ends the suspension. */
  | { kind: 'suspended'; id: string; reason: string }
  | { kind: 'resumed'; id: string }
  /** A closed account. */
  | { kind: 'closed'; id: string }
  /** A listing that the operator took off the market. */
  | { kind: 'archived'; id: string; reason: string };

/** Beside the database, so that a backup that is restored does not replace it. */
export const revocationsFile = (folder: string): string => join(folder, 'revocations');

/** The entries of the list, oldest first; a line that was cut off by a crash is skipped. */
export function readRevocations(folder: string): Revocation[] {
  const file = revocationsFile(folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): Revocation[] => {
      try {
        const { kind, id, reason } = JSON.parse(line) as Record<string, unknown>;
        if (typeof id !== 'string') return [];
        if (kind === 'key' || kind === 'resumed' || kind === 'closed') return [{ kind, id }];
        const isEnd = kind === 'suspended' || kind === 'archived';
        return isEnd && typeof reason === 'string' ? [{ kind, id, reason }] : [];
      } catch {
        return [];
      }
    });
}

/**
 * The list of a folder into which a marketplace is imported that had this list; `undefined` if it has all
 * of it. What is in the folder may be an older or a newer copy of the same list.
 */
export function revocationsWith(
  folder: string,
  imported: readonly { kind: string; id: string; reason?: string }[],
): { file: string; text: string } | undefined {
  const lines = imported.map(({ kind, id, reason }) => JSON.stringify({ kind, id, reason }));
  const present = readRevocations(folder).map((each) => JSON.stringify(each));
  if (lines.every((line, at) => present[at] === line)) return undefined;
  const isOlderCopy = present.every((line, at) => lines[at] === line);
  const all = isOlderCopy ? lines : [...lines, ...present];
  return { file: revocationsFile(folder), text: all.map((line) => `\n${line}`).join('') };
}

/** Adds an entry; when it resolves, the entry is on disk. */
async function append(folder: string, revocation: Revocation): Promise<void> {
  const file = await open(revocationsFile(folder), 'a', 0o600);
  try {
    // One write to the end of the file, so that entries of several processes do not mix. The line break
    // comes first: it ends a line that a crash has cut off.
    await file.appendFile(`\n${JSON.stringify(revocation)}`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/**
 * The store of a data folder, with a list of its revocations beside the database. If an entry cannot be
 * written, the revocation still counts, and `onError` is called: only restoring an older backup would
 * undo it.
 */
export function listingRevocations(
  store: Store,
  folder: string,
  onError: (error: unknown) => void,
): Store {
  const add = (revocation: Revocation) => append(folder, revocation).catch(onError);
  const { accounts, apiKeys, listings } = store;
  return {
    ...store,
    accounts: {
      ...accounts,
      async suspend(id, reason, by) {
        const suspension = await accounts.suspend(id, reason, by);
        if (suspension) await add({ kind: 'suspended', id, reason });
        return suspension;
      },
      async resume(id, by) {
        const account = await accounts.resume(id, by);
        if (account) await add({ kind: 'resumed', id });
        return account;
      },
      async close(closing, actor) {
        const closure = await accounts.close(closing, actor);
        if (typeof closure === 'object') await add({ kind: 'closed', id: closure.accountId });
        return closure;
      },
    },
    apiKeys: {
      ...apiKeys,
      async revoke(id, accountId, by) {
        const revoked = await apiKeys.revoke(id, accountId, by);
        if (revoked.length > 0) await add({ kind: 'key', id });
        return revoked;
      },
    },
    listings: {
      ...listings,
      async change(change, hook) {
        const changed = await listings.change(change, hook);
        const { id, actor, status, rejectionReason } = change;
        if (changed !== 'conflict' && actor?.kind === 'operator' && status === 'archived') {
          await add({ kind: 'archived', id, reason: rejectionReason ?? '' });
        }
        return changed;
      },
    },
  };
}

/** How many of each were revoked, suspended, closed or archived again. */
export interface Applied {
  keys: number;
  accounts: number;
  closed: number;
  listings: number;
}

/** Applies the list of the folder to a restored database; `undefined` if there is no list. */
export async function applyRevocations(store: Store, folder: string): Promise<Applied | undefined> {
  if (!existsSync(revocationsFile(folder))) return undefined;
  const suspended = new Map<string, string>();
  const applied: Applied = { keys: 0, accounts: 0, closed: 0, listings: 0 };
  for (const revocation of readRevocations(folder)) {
    const { kind, id } = revocation;
    switch (kind) {
      case 'key':
        applied.keys += (await store.apiKeys.revoke(id)).length;
        break;
      case 'suspended':
        suspended.set(id, revocation.reason);
        break;
      case 'resumed':
        suspended.delete(id);
        break;
      case 'closed': {
        const closure = await store.accounts.close({ accountId: id }, { kind: 'operator' });
        if (closure !== undefined) applied.closed += 1;
        break;
      }
      case 'archived': {
        const listing = await store.listings.find(id);
        if (!listing || listing.status === 'archived') break;
        await archiveListing({ store }, id, revocation.reason);
        applied.listings += 1;
      }
    }
  }
  for (const [id, reason] of suspended) {
    const account = await store.accounts.find(id);
    if (!account || account.suspendedAtMs !== null) continue;
    await store.accounts.suspend(id, reason);
    applied.accounts += 1;
  }
  return applied;
}
