// docs/reference/protocol.md#accounts: the effects of a suspension, in one transaction.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/server/context.ts';
import { ENGINES } from '../database/engines.ts';
import {
  actor,
  draft,
  newAccount,
  newId,
  placed,
  published,
  targetOf,
} from '../database/samples.ts';

/** Enough capacity for the probes of every account. */
const capacity = (limit: number) => ({
  limit,
  perAccount: limit,
  running: new Map<string, number>(),
});

const REASON = 'Spam.';

async function suspend(store: Store, accountId: string) {
  const suspension = await store.accounts.suspend(accountId, REASON);
  if (!suspension) throw new Error('There is no such account.');
  return suspension;
}

describe.each(ENGINES)('a suspended account on $name', ({ open }) => {
  it('gets no call for an order that was stored while it was being suspended', async () => {
    const { store, sql } = await open();
    const buyerId = await newAccount(store);
    const { id } = await placed(store, { buyerId, leaseOwner: null });
    await sql(`UPDATE account SET suspended_at = 1 WHERE id = '${buyerId}'`);
    expect(await store.orders.claim(id, 'this')).not.toHaveProperty('call.endpointPath');
  });

  it('has its keys marked until it is resumed', async () => {
    const { store, clock } = await open();
    const accountId = await newAccount(store);
    const hash = createHash('sha256').update('one').digest();
    await store.apiKeys.insert({
      id: newId(),
      accountId,
      hash,
      name: 'laptop',
      scopes: [],
      prefix: 'mkt_abcd',
      lastFour: 'wxyz',
      expiresAtMs: null,
      parentId: null,
      origin: 'operator',
    });
    expect(await store.apiKeys.findByHash(hash)).toMatchObject({ suspended: false });
    expect((await suspend(store, accountId)).account.suspendedAtMs).toBe(clock.now());
    expect(await store.apiKeys.findByHash(hash)).toMatchObject({ suspended: true });
    expect(await store.accounts.resume(accountId)).toMatchObject({ suspendedAtMs: null });
    expect(await store.apiKeys.findByHash(hash)).toMatchObject({ suspended: false });
  });

  it('has its published listings paused, and no others', async () => {
    const { store } = await open();
    const mine = await published(store, {
      runContract: { healthEndpoint: 'https://seller.example.com/health' },
    });
    const other = await published(store);
    const { pausedListingIds } = await suspend(store, mine.accountId);
    expect(pausedListingIds).toEqual([mine.id]);
    expect(await store.listings.find(mine.id)).toMatchObject({
      status: 'paused',
      pausedByMarketplace: true,
      rejectionReason: REASON,
      version: mine.version + 1,
    });
    expect(await targetOf(store, mine.id)).toMatchObject({ status: 'paused' });
    expect(await store.health.takeDue(capacity(10))).toEqual([]);
    expect(await store.listings.find(other.id)).toMatchObject({ status: 'published' });
    await store.accounts.resume(mine.accountId);
    expect(await store.listings.find(mine.id)).toMatchObject({ status: 'paused' });
  });

  it('has its waiting orders, bought and sold, settled as failed without a call', async () => {
    const { store } = await open();
    const listing = await published(store);
    const buyerId = await newAccount(store);
    const sold = await placed(store, { listingId: listing.id, leaseOwner: null });
    const bought = await placed(store, { buyerId, leaseOwner: null });
    const running = await placed(store, { listingId: listing.id, buyerId });
    const unrelated = await placed(store, { leaseOwner: null });
    const first = await suspend(store, listing.accountId);
    const second = await suspend(store, buyerId);
    expect(first.settledOrderIds).toEqual([sold.id]);
    expect(second.settledOrderIds).toEqual([bought.id]);
    for (const { id } of [sold, bought]) {
      expect(await store.orders.find(id)).toMatchObject({
        state: 'failed',
        failure: { kind: 'listing_unavailable' },
      });
    }
    expect(await store.orders.find(running.id)).toMatchObject({ state: 'running' });
    expect(await store.orders.find(unrelated.id)).toMatchObject({ state: 'pending' });
  });

  it('gets nothing published by a review that ends after its suspension', async () => {
    const { store } = await open();
    const { id, version, accountId } = await draft(store);
    await suspend(store, accountId);
    const reviewed = await store.listings.change({ id, version, actor, status: 'published' });
    // It was never published.
    expect(reviewed).toMatchObject({ status: 'flagged', rejectionReason: REASON });
    expect(await store.secrets.find(id)).toBeUndefined();
    await store.accounts.resume(accountId);
    const resumed = await store.listings.change({
      id,
      version: version + 1,
      actor,
      status: 'published',
    });
    expect(resumed).toMatchObject({ status: 'published' });
  });

  it('is undefined when the account does not exist', async () => {
    const { store } = await open();
    expect(await store.accounts.suspend(newId(), REASON)).toBeUndefined();
    expect(await store.accounts.resume(newId())).toBeUndefined();
  });
});
