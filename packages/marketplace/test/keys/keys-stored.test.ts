import { createHash } from 'node:crypto';
import type { Scope } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/market/caller.ts';
import type { Store } from '../../src/server/context.ts';
import { ENGINES } from '../database/engines.ts';
import { FIRST_PAGE, newAccount, newId, PLENTY } from '../database/samples.ts';

async function keysOf(store: Store, accountId: string) {
  const { items } = await store.apiKeys.list(accountId, FIRST_PAGE, OPERATOR);
  return items;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

async function insertKey(
  store: Store,
  parts: {
    accountId?: string;
    text?: string;
    scopes?: Scope[];
    expiresAtMs?: number;
    parentId?: string;
    maxActive?: number;
  } = {},
) {
  const outcome = await store.apiKeys.insert(
    {
      id: newId(),
      accountId: parts.accountId ?? (await newAccount(store)),
      hash: hashOf(parts.text ?? newId()),
      name: 'laptop',
      scopes: parts.scopes ?? ['order:read'],
      prefix: 'mkt_abcd',
      lastFour: 'wxyz',
      expiresAtMs: parts.expiresAtMs ?? null,
      parentId: parts.parentId ?? null,
      origin: 'operator',
    },
    parts.maxActive,
  );
  if (outcome.kind !== 'inserted') throw new Error(outcome.kind);
  return outcome.apiKey;
}

describe.each(ENGINES)('API keys on $name', ({ open }) => {
  it('are found by their hash, with their scopes', async () => {
    const { store, clock } = await open();
    const accountId = await newAccount(store);
    const scopes: Scope[] = ['order:create', 'order:read'];
    const key = await insertKey(store, { accountId, text: 'one', scopes });
    expect(key).toEqual({
      id: key.id,
      accountId,
      name: 'laptop',
      scopes,
      prefix: 'mkt_abcd',
      lastFour: 'wxyz',
      createdAtMs: clock.now(),
      lastUsedAtMs: null,
      expiresAtMs: null,
      parentId: null,
      origin: 'operator',
      budget: null,
      remaining: null,
    });
    expect(await store.apiKeys.findByHash(hashOf('one'))).toEqual({
      accountId,
      actor: { kind: 'key', keyId: key.id },
      suspended: false,
      scopes,
      expiresAtMs: null,
      lastUsedAtMs: null,
    });
    expect(await store.apiKeys.findByHash(hashOf('two'))).toBeUndefined();
  });

  it('are found after they expired, so that a rule can refuse them', async () => {
    const { store, clock } = await open();
    const expiresAtMs = clock.now() - 1;
    await insertKey(store, { text: 'old', expiresAtMs });
    expect(await store.apiKeys.findByHash(hashOf('old'))).toMatchObject({ expiresAtMs });
  });

  it('keys that are already stored do not change', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const first = await insertKey(store, { accountId, text: 'one' });
    const again = await insertKey(store, { accountId, text: 'one', scopes: ['provider:create'] });
    expect(again).toEqual(first);
    expect(await keysOf(store, accountId)).toHaveLength(1);
  });

  it('are not found once their account revoked them', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const key = await insertKey(store, { accountId, text: 'one' });
    expect(await store.apiKeys.revoke(key.id, await newAccount(store))).toEqual([]);
    expect(await store.apiKeys.findByHash(hashOf('one'))).toBeDefined();
    expect(await store.apiKeys.revoke(key.id, accountId)).toEqual([key.id]);
    expect(await store.apiKeys.revoke(key.id, accountId)).toEqual([]);
    expect(await store.apiKeys.findByHash(hashOf('one'))).toBeUndefined();
    expect(await keysOf(store, accountId)).toEqual([]);
  });

  it('are revoked together with the keys that were created with them', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const parent = await insertKey(store, { accountId });
    const child = await insertKey(store, { accountId, parentId: parent.id });
    const grandchild = await insertKey(store, {
      accountId,
      parentId: child.id,
      text: 'grandchild',
    });
    const sibling = await insertKey(store, { accountId, text: 'sibling' });
    const revoked = await store.apiKeys.revoke(parent.id, accountId);
    expect(new Set(revoked)).toEqual(new Set([parent.id, child.id, grandchild.id]));
    expect(await store.apiKeys.findByHash(hashOf('grandchild'))).toBeUndefined();
    expect(await keysOf(store, accountId)).toEqual([sibling]);
  });

  it('are not created with a key that was revoked in the meantime', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const parent = await insertKey(store, { accountId });
    await store.apiKeys.revoke(parent.id);
    await expect(insertKey(store, { accountId, parentId: parent.id })).rejects.toThrow(
      'parent-revoked',
    );
  });

  it('are limited per account, also for concurrent requests', async () => {
    const { store, clock } = await open();
    const accountId = await newAccount(store);
    await insertKey(store, { accountId, expiresAtMs: clock.now() - 1 });
    const about = { accountId, name: 'k', scopes: [], prefix: 'mkt_', lastFour: 'wxyz' };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        store.apiKeys.insert(
          {
            ...about,
            id: newId(),
            hash: hashOf(newId()),
            expiresAtMs: null,
            parentId: null,
            origin: 'key',
          },
          4,
        ),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === 'inserted')).toHaveLength(4);
    expect(outcomes.filter(({ kind }) => kind === 'too-many')).toHaveLength(6);
  });

  it('do not accumulate after they expired', async () => {
    const { store, clock, sql } = await open();
    const accountId = await newAccount(store);
    const parts = { accountId, expiresAtMs: clock.now() + 1_000 };
    for (let n = 0; n < 9; n++) {
      await insertKey(store, { ...parts, maxActive: 3 });
      clock.move(400);
      parts.expiresAtMs = clock.now() + 1_000;
    }
    const rows = await sql('SELECT id FROM api_key WHERE revoked_at IS NULL');
    expect(rows.length).toBeLessThanOrEqual(6);
  });

  it('record when they were last used', async () => {
    const { store, clock } = await open();
    const key = await insertKey(store, { text: 'one' });
    clock.move(5_000);
    await store.apiKeys.touch(key.id);
    expect(await store.apiKeys.findByHash(hashOf('one'))).toMatchObject({
      lastUsedAtMs: clock.now(),
    });
  });

  it('are listed per account, newest first, in pages', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.unshift((await insertKey(store, { accountId })).id);
    await insertKey(store);
    const received: string[] = [];
    let after: { key: number; id: string } | null = null;
    for (;;) {
      const page = { limit: 2, after, maxBytes: PLENTY };
      const { items, more } = await store.apiKeys.list(accountId, page, OPERATOR);
      received.push(...items.map(({ id }) => id));
      if (!more) break;
      after = { key: 0, id: received.at(-1) ?? '' };
    }
    expect(received).toEqual(made);
  });

  it('are stored as a hash only', async () => {
    const { store, sql } = await open();
    await insertKey(store, { text: 'a-very-secret-key' });
    const dump = JSON.stringify(await sql('SELECT * FROM api_key'));
    expect(dump).not.toContain('a-very-secret-key');
  });
});
