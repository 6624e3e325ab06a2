// docs/operate/accounts.md#closing-an-account: what it ends and erases, in one transaction, and what stays.
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Closure } from '../../src/accounts/account.ts';
import { OPERATOR } from '../../src/market/caller.ts';
import type { Store } from '../../src/server/context.ts';
import { ENGINES } from '../database/engines.ts';
import {
  actor,
  changed,
  COMPLETED,
  draft,
  FIRST_PAGE,
  newAccount,
  newId,
  newIds,
  newKey,
  placed,
  published,
  settled,
} from '../database/samples.ts';

async function close(store: Store, accountId: string): Promise<Closure> {
  const closure = await store.accounts.close({ accountId }, actor);
  if (typeof closure !== 'object') throw new Error(`Not closed: ${closure}`);
  return closure;
}

const CLOSED = { type: 'unauthenticated', message: 'The account is closed.' };

describe.each(ENGINES)('a closed account on $name', ({ open }) => {
  it('sells nothing: what was published is archived, and what never was is deleted', async () => {
    const { store } = await open();
    const listing = await published(store);
    const { accountId } = listing;
    const paused = await changed(store, await published(store, { accountId }), {
      status: 'paused',
    });
    const reviewed = await draft(store, { accountId });
    const other = await published(store);
    const closure = await close(store, accountId);
    expect(closure.archivedListingIds).toEqual([listing.id, paused.id]);
    expect(closure.deletedListingIds).toEqual([reviewed.id]);
    for (const { id, version } of [listing, paused])
      expect(await store.listings.find(id)).toMatchObject({
        status: 'archived',
        version: version + 1,
        pausedByMarketplace: false,
      });
    expect(await store.listings.find(reviewed.id)).toBeUndefined();
    expect(await store.listings.find(other.id)).toMatchObject({ status: 'published' });
    // As for a review that ends later.
    const { id, version } = reviewed;
    expect(await store.listings.change({ id, version, actor, status: 'published' })).toBe(
      'conflict',
    );
  });

  it('has its waiting orders settled without a call; running and settled ones stay', async () => {
    const { store } = await open();
    const listing = await published(store);
    const { accountId } = listing;
    const sold = await placed(store, { listingId: listing.id, leaseOwner: null });
    const bought = await placed(store, { buyerId: accountId, leaseOwner: null });
    const running = await placed(store, { buyerId: accountId });
    const before = await settled(store, { listingId: listing.id });
    const unrelated = await placed(store, { leaseOwner: null });
    const { settledOrders } = await close(store, accountId);
    expect(settledOrders.map(({ id }) => id).toSorted()).toEqual([sold.id, bought.id].toSorted());
    expect(await store.orders.find(bought.id)).toMatchObject({
      state: 'failed',
      failure: { kind: 'listing_unavailable' },
    });
    expect(await store.orders.find(before.id)).toEqual(before);
    expect(await store.orders.find(unrelated.id)).toMatchObject({ state: 'pending' });
    expect(await store.orders.settle(running, 'this', COMPLETED)).toMatchObject({
      state: 'completed',
    });
  });

  it('has no valid key, and what a budget holds for a running order is settled with it', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const budget = {
      limitMicros: 1_000_000,
      currency: 'USD',
      period: 'day' as const,
      maxPriceMicros: null,
      listingIds: null,
    };
    const key = { ...newKey(accountId), budget };
    await store.apiKeys.insert(key);
    const running = await placed(store, { buyerId: accountId, keyId: key.id });
    expect((await close(store, accountId)).revokedKeys).toBe(1);
    expect(await store.apiKeys.findByHash(key.hash)).toBeUndefined();
    const failure = { kind: 'seller_status', sellerStatus: 500, sellerMessage: '' } as const;
    const errorMessage = 'It failed.';
    await store.orders.settle(running, 'this', { state: 'failed', errorMessage, failure });
    const { remaining } = (await store.apiKeys.find(key.id)) ?? {};
    expect(remaining).toMatchObject({ amountMicros: 1_000_000 });
  });

  it('gets nothing from requests that were authenticated before', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    await close(store, accountId);
    const texts = { name: 'Ann', website: null, contact: null, termsUrl: null };
    for (const request of [
      () => store.apiKeys.insert(newKey(accountId)),
      () => draft(store, { accountId }),
      () => store.profiles.replace(accountId, { ...texts, documentationUrl: null }),
    ])
      await expect(request()).rejects.toMatchObject(CLOSED);
    expect((await store.profiles.find(accountId)).name).toMatch(/^Seller [0-9a-f]{8}$/);
  });

  it('keeps no name or address of its people, in no table', async () => {
    const { store, sql } = await open();
    const ids = { ...newIds(), credential: newId() };
    const email = 'ann.secretive@example.com';
    const link = createHash('sha256').update('invited').digest();
    await store.users.insertLink(
      { hash: link, kind: 'invite', email: 'ann.first@example.com' },
      60_000,
    );
    const person = { ids, name: 'Ann Secretive', email: 'ann.first@example.com' };
    await store.users.insert({ ...person, passwordHash: 'the-hash' }, link);
    const session = { kind: 'session', sessionId: newId() } as const;
    await store.users.update({ userId: ids.user, name: 'Ann Secretive', email }, session);
    await store.users.insertLink({ hash: randomBytes(32), kind: 'reset', email }, 60_000);
    await sql(`INSERT INTO session (id, "userId", token, "createdAt", "updatedAt", "expiresAt")
      VALUES ('${session.sessionId}', '${ids.user}', 'a token', '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z')`);
    const listing = await published(store, { accountId: ids.account });
    await changed(store, listing, { actor: session, status: 'paused' });
    const website = 'https://secretive.example.com/';
    await store.profiles.replace(ids.account, {
      name: 'Secretive Tools',
      website,
      contact: website,
      termsUrl: website,
      documentationUrl: website,
    });
    await close(store, ids.account);
    for (const table of [
      'account',
      'profile',
      '"user"',
      'session',
      'auth_credential',
      'audit',
      'sign_in_link',
      'device_login',
      'listing_history',
      'account_member',
    ])
      expect(JSON.stringify(await sql(`SELECT * FROM ${table}`))).not.toMatch(
        /secretive|ann\.|the-hash|a token/i,
      );
    const { items } = await store.audit.list({ accountId: ids.account }, FIRST_PAGE, OPERATOR);
    const entries = items.map(({ action, subject }) => `${action} ${subject}`);
    expect(entries.slice(0, 2)).toEqual([
      `account.close ${ids.account}`,
      `session.end ${session.sessionId}`,
    ]);
    expect(entries).toContain('user.reset (erased)');
    // The address is free.
    const again = { ...newIds(), credential: newId() };
    expect(await store.users.insert({ ids: again, name: 'Ann', email, passwordHash: 'x' })).toBe(
      'inserted',
    );
    expect(await store.accounts.find(email)).toMatchObject({ id: again.account, isClosed: false });
  });

  it('stays closed: it is neither resumed nor closed again', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const closures = await Promise.all(
      Array.from({ length: 5 }, () => store.accounts.close({ accountId }, actor)),
    );
    expect(closures.filter((closure) => closure !== undefined)).toHaveLength(1);
    await store.accounts.resume(accountId);
    expect(await store.accounts.find(accountId)).toMatchObject({
      isClosed: true,
      suspendedAtMs: expect.any(Number),
    });
    expect(await store.accounts.close({ accountId: newId() }, actor)).toBeUndefined();
  });

  it('has no key afterwards, whichever of closing and creating one comes first', async () => {
    const { store, sql } = await open();
    const accountIds = await Promise.all(Array.from({ length: 10 }, () => newAccount(store)));
    await Promise.all(
      accountIds.flatMap((accountId) => [
        store.apiKeys.insert(newKey(accountId)).catch(() => undefined),
        store.accounts.close({ accountId }, actor),
        store.apiKeys.insert(newKey(accountId)).catch(() => undefined),
        draft(store, { accountId }).catch(() => undefined),
      ]),
    );
    expect(await sql('SELECT id FROM api_key WHERE revoked_at IS NULL')).toEqual([]);
    expect(await sql('SELECT id FROM listing')).toEqual([]);
  });

  it('makes no call for an order that is placed while it closes', async () => {
    const { store, sql } = await open();
    const listing = await published(store);
    const buyerIds = await Promise.all(Array.from({ length: 10 }, () => newAccount(store)));
    await Promise.all(
      buyerIds.flatMap((buyerId) => [
        placed(store, { listingId: listing.id, buyerId, leaseOwner: null }).catch(() => undefined),
        store.accounts.close({ accountId: buyerId }, actor),
        placed(store, { listingId: listing.id, buyerId, leaseOwner: null }).catch(() => undefined),
      ]),
    );
    for (const { id } of await sql(`SELECT id FROM orders WHERE state = 'pending'`))
      expect(await store.orders.claim(String(id), 'this')).not.toHaveProperty('call.endpointPath');
  });
});
