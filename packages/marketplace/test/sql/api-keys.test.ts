import { createHash } from 'node:crypto';
import type { Scope } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/domain/store.ts';
import { ENGINES } from './engines.ts';
import { FIRST_PAGE, newAccount, newId } from './samples.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

async function insertKey(
  store: Store,
  parts: { userId?: string; text?: string; scopes?: Scope[]; expiresAtMs?: number } = {},
) {
  return store.apiKeys.insert({
    id: newId(),
    userId: parts.userId ?? (await newAccount(store)),
    hash: hashOf(parts.text ?? newId()),
    name: 'laptop',
    scopes: parts.scopes ?? ['order:read'],
    prefix: 'mkt_abcd',
    lastFour: 'wxyz',
    expiresAtMs: parts.expiresAtMs ?? null,
  });
}

describe.each(ENGINES)('API keys on $name', ({ open }) => {
  it('are found by their hash, with their scopes', async () => {
    const { store, clock } = await open();
    const userId = await newAccount(store);
    const scopes: Scope[] = ['order:create', 'order:read'];
    const key = await insertKey(store, { userId, text: 'one', scopes });
    expect(key).toEqual({
      id: key.id,
      userId,
      name: 'laptop',
      scopes,
      prefix: 'mkt_abcd',
      lastFour: 'wxyz',
      createdAtMs: clock.now(),
      lastUsedAtMs: null,
      expiresAtMs: null,
    });
    expect(await store.apiKeys.findByHash(hashOf('one'))).toEqual({
      userId,
      keyId: key.id,
      scopes,
      expiresAtMs: null,
      lastUsedAtMs: null,
    });
    expect(await store.apiKeys.findByHash(hashOf('two'))).toBeUndefined();
  });

  it('are found when they have expired, for the rule to say so', async () => {
    const { store, clock } = await open();
    const expiresAtMs = clock.now() - 1;
    await insertKey(store, { text: 'old', expiresAtMs });
    expect(await store.apiKeys.findByHash(hashOf('old'))).toMatchObject({ expiresAtMs });
  });

  it('that are stored already stay as they are', async () => {
    const { store } = await open();
    const userId = await newAccount(store);
    const first = await insertKey(store, { userId, text: 'one' });
    const again = await insertKey(store, { userId, text: 'one', scopes: ['provider:create'] });
    expect(again).toEqual(first);
    expect(await store.apiKeys.list(userId, FIRST_PAGE)).toHaveLength(1);
  });

  it('are gone for everybody once their owner revoked them', async () => {
    const { store } = await open();
    const userId = await newAccount(store);
    const key = await insertKey(store, { userId, text: 'one' });
    expect(await store.apiKeys.revoke(await newAccount(store), key.id)).toBe(false);
    expect(await store.apiKeys.findByHash(hashOf('one'))).toBeDefined();
    expect(await store.apiKeys.revoke(userId, key.id)).toBe(true);
    expect(await store.apiKeys.revoke(userId, key.id)).toBe(false);
    expect(await store.apiKeys.findByHash(hashOf('one'))).toBeUndefined();
    expect(await store.apiKeys.list(userId, FIRST_PAGE)).toEqual([]);
  });

  it('remember when they were last used', async () => {
    const { store, clock } = await open();
    const key = await insertKey(store, { text: 'one' });
    clock.move(5_000);
    await store.apiKeys.touch(key.id);
    expect(await store.apiKeys.findByHash(hashOf('one'))).toMatchObject({
      lastUsedAtMs: clock.now(),
    });
  });

  it('are listed newest first, in pages, each owner his own', async () => {
    const { store } = await open();
    const userId = await newAccount(store);
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.unshift((await insertKey(store, { userId })).id);
    await insertKey(store);
    const seen: string[] = [];
    let after: { key: number; id: string } | null = null;
    for (;;) {
      const rows = await store.apiKeys.list(userId, { limit: 2, after });
      seen.push(...rows.slice(0, 2).map(({ id }) => id));
      if (rows.length <= 2) break;
      after = { key: 0, id: seen.at(-1) ?? '' };
    }
    expect(seen).toEqual(made);
  });

  it('hold no key, but its hash alone', async () => {
    const { store, sql } = await open();
    await insertKey(store, { text: 'a-very-secret-key' });
    const dump = JSON.stringify(await sql('SELECT * FROM api_key'));
    expect(dump).not.toContain('a-very-secret-key');
  });
});
