// docs/buy/orders.md#what-is-checked-first: an order is stored only if what was checked is still true.
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../database/engines.ts';
import {
  actor,
  changed,
  COMPLETED,
  countStored,
  newAccount,
  newId,
  newOrder,
  newSecret,
  placed,
  published,
  settled,
} from '../database/samples.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('an order that is placed on $name', ({ open }) => {
  it('is not stored when its listing was paused after the check', async () => {
    const { store } = await open();
    const listing = await published(store);
    const order = await newOrder(store, { listingId: listing.id });
    await changed(store, listing, { status: 'paused' });
    expect(await store.orders.insert(order)).toEqual({ kind: 'changed' });
    expect(await store.orders.find(order.id)).toBeUndefined();
  });

  it('is not stored when its listing has another address, price or secret', async () => {
    const { store } = await open();
    const listing = await published(store);
    const before = await newOrder(store, { listingId: listing.id });
    const { content } = listing;
    await changed(store, listing, {
      revised: true,
      content: {
        ...content,
        runContract: { ...content.runContract, endpointPath: 'https://new.example.com/run' },
      },
    });
    expect(await store.orders.insert(before)).toEqual({ kind: 'changed' });
    const between = await newOrder(store, { listingId: listing.id });
    await store.secrets.rotate(listing.id, newSecret(), 0);
    expect(await store.orders.insert(between)).toEqual({ kind: 'changed' });
    const after = await newOrder(store, { listingId: listing.id });
    expect(await store.orders.insert(after)).toMatchObject({ kind: 'inserted' });
  });

  it('is not stored when a change of its listing shares its commit', async () => {
    const { store } = await open();
    const listing = await published(store);
    const order = await newOrder(store, { listingId: listing.id });
    const { id, version } = listing;
    const pausing = store.listings.change({ id, version, actor, status: 'paused' });
    const inserting = store.orders.insert(order);
    await pausing;
    const { kind } = await inserting;
    // Whichever came first, it is never stored after the change.
    const stored = await store.orders.find(order.id);
    expect(stored === undefined).toBe(kind === 'changed');
  });

  it('leaves its idempotency key free when it is refused', async () => {
    const { store } = await open();
    const listing = await published(store);
    const idempotency = { key: 'once', bodyHash: new Uint8Array(32) };
    const order = await newOrder(store, { listingId: listing.id, idempotency });
    const paused = await changed(store, listing, { status: 'paused' });
    expect(await store.orders.insert(order)).toEqual({ kind: 'changed' });
    await changed(store, paused, { status: 'published' });
    const again = await newOrder(store, { listingId: listing.id, idempotency });
    expect(await store.orders.insert(again)).toMatchObject({ kind: 'inserted' });
  });

  it('is not stored for an account that was suspended after the check', async () => {
    const { store } = await open();
    const buyerId = await newAccount(store);
    const order = await newOrder(store, { buyerId });
    await store.accounts.suspend(buyerId, 'Spam.');
    expect(await store.orders.insert(order)).toEqual({ kind: 'changed' });
    await store.accounts.resume(buyerId);
    expect(await store.orders.insert(order)).toMatchObject({ kind: 'inserted' });
  });
});

describe.each(ENGINES)('the bytes that an account may store in a day, on $name', ({ open }) => {
  const INPUT = JSON.stringify({ text: 'ü'.repeat(100) });
  const INPUT_BYTES = Buffer.byteLength(INPUT);

  it('are used by inputs when placed and by results when settled', async () => {
    const { store } = await open();
    const buyerId = await newAccount(store);
    const parts = { buyerId, requestJson: INPUT };
    await settled(store, { ...parts, settlement: COMPLETED });
    const used = INPUT_BYTES + Buffer.byteLength('{"sky":"blue"}');
    const full = await newOrder(store, { ...parts, maxStoredBytes: used });
    expect(await store.orders.insert(full)).toEqual({ kind: 'stored-bytes-exceeded' });
    const fits = await newOrder(store, { ...parts, maxStoredBytes: used + 1 });
    expect(await store.orders.insert(fits)).toMatchObject({ kind: 'inserted' });
    const other = await newOrder(store, { requestJson: INPUT, maxStoredBytes: 1 });
    expect(await store.orders.insert(other)).toMatchObject({ kind: 'inserted' });
  });

  it('are used by metadata too', async () => {
    const { store } = await open();
    const buyerId = await newAccount(store);
    const metadataJson = JSON.stringify({ job: 'ü'.repeat(50) });
    await placed(store, { buyerId, requestJson: INPUT, metadataJson });
    await placed(store, { buyerId, requestJson: INPUT });
    const stored = await store.orders.bytesStoredToday(buyerId);
    expect(stored).toBe(2 * INPUT_BYTES + Buffer.byteLength(metadataJson));
  });

  it('are counted exactly when many orders are placed and settled concurrently', async () => {
    const { store } = await open();
    const buyerId = await newAccount(store);
    const { id: listingId } = await published(store);
    await Promise.all(
      Array.from({ length: 30 }, () => settled(store, { listingId, buyerId, requestJson: INPUT })),
    );
    const stored = await store.orders.bytesStoredToday(buyerId);
    expect(stored).toBe(30 * (INPUT_BYTES + Buffer.byteLength('{"sky":"blue"}')));
  });

  it('are counted within a commit: of many concurrent orders, only those that fit are stored', async () => {
    const { store } = await open();
    const buyerId = await newAccount(store);
    const { id: listingId } = await published(store);
    const parts = { listingId, buyerId, requestJson: INPUT, maxStoredBytes: 3 * INPUT_BYTES };
    const orders = await Promise.all(Array.from({ length: 10 }, () => newOrder(store, parts)));
    const inserted = await Promise.all(orders.map((order) => store.orders.insert(order)));
    const stored = inserted.filter(({ kind }) => kind === 'inserted').length;
    expect(stored).toBeGreaterThanOrEqual(3);
    // Concurrent commits on two connections do not see each other.
    expect(stored).toBeLessThanOrEqual(6);
    const refused = inserted.filter(({ kind }) => kind === 'stored-bytes-exceeded');
    expect(refused).toHaveLength(10 - stored);
  });

  it('are all available again the next day, and deleted after that', async () => {
    const { store, clock, sql } = await open();
    const buyerId = await newAccount(store);
    await settled(store, { buyerId, requestJson: INPUT });
    const next = await newOrder(store, { buyerId, maxStoredBytes: 1 });
    expect(await store.orders.insert(next)).toEqual({ kind: 'stored-bytes-exceeded' });
    await countStored(store);
    expect(await store.orders.insert(next)).toEqual({ kind: 'stored-bytes-exceeded' });
    clock.move(DAY_MS);
    expect(await store.orders.insert(next)).toMatchObject({ kind: 'inserted' });
    clock.move(2 * DAY_MS);
    expect(await store.orders.pruneStoredBytes(10)).toBeGreaterThan(0);
    expect(await sql('SELECT * FROM stored_bytes')).toEqual([]);
  });

  it('do not include an order that was not stored', async () => {
    const { store } = await open();
    const idempotency = { key: 'once', bodyHash: new Uint8Array(32) };
    const buyerId = await newAccount(store);
    await placed(store, { buyerId, idempotency });
    const before = await store.orders.bytesStoredToday(buyerId);
    const replay = { ...(await newOrder(store, { buyerId, idempotency })), id: newId() };
    expect(await store.orders.insert(replay)).toMatchObject({ kind: 'replayed' });
    expect(await store.orders.bytesStoredToday(buyerId)).toBe(before);
  });
});
