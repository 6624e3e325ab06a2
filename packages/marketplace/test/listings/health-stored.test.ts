// docs/buy/catalogue.md#health: probes, their history, and when they are due.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { nextProbeMs, type Probe } from '../../src/listings/health.ts';
import type { Store } from '../../src/server/context.ts';
import { ENGINES, type TestStorage } from '../database/engines.ts';
import { changed, content, draft, published } from '../database/samples.ts';

/** Enough capacity for the probes of every account. */
const capacity = (limit: number) => ({
  limit,
  perAccount: limit,
  running: new Map<string, number>(),
});

const HEALTH = 'https://seller.example.com/health';
const MONITORED = { runContract: { healthEndpoint: HEALTH } };
const DAY_MS = 24 * 3_600_000;
const FAR_AGO = 0;

function probe(listingId: string, checkedAtMs: number, more: Partial<Probe> = {}): Probe {
  return { listingId, checkedAtMs, healthy: true, statusCode: 200, latencyMs: 12.5, ...more };
}
const BAD = { healthy: false, statusCode: null };

const healthOf = async ({ store }: TestStorage, id: string) =>
  (await store.listings.find(id))?.health;

/** Published listings with probes, each due a little later than the one before. */
async function monitored(store: Store, clock: { move(ms: number): void }, count: number) {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.push((await published(store, MONITORED)).id);
    clock.move(1);
  }
  return ids;
}

describe.each(ENGINES)('a probe on $name', ({ open }) => {
  it('is due when the listing is published and then at its phase', async () => {
    const { store, clock } = await open();
    const { id } = await published(store, MONITORED);
    expect(await store.health.takeDue(capacity(10))).toMatchObject([
      { listingId: id, healthEndpoint: HEALTH },
    ]);
    expect(await store.health.takeDue(capacity(10))).toEqual([]);
    const next = nextProbeMs(id, clock.now());
    clock.move(next - clock.now() - 1);
    expect(await store.health.takeDue(capacity(10))).toEqual([]);
    clock.move(1);
    expect(await store.health.takeDue(capacity(10))).toHaveLength(1);
    clock.move(LIMITS.healthProbeIntervalMs - 1);
    expect(await store.health.takeDue(capacity(10))).toEqual([]);
    clock.move(1);
    expect(await store.health.takeDue(capacity(10))).toHaveLength(1);
  });

  it('is not due for a listing that is unpublished or has no health endpoint', async () => {
    const { store } = await open();
    await draft(store, MONITORED);
    await published(store);
    const paused = await published(store, MONITORED);
    await changed(store, paused, { status: 'paused' });
    const archived = await published(store, MONITORED);
    await changed(store, archived, { status: 'archived' });
    expect(await store.health.takeDue(capacity(10))).toEqual([]);
  });

  it('the probe that is most overdue is taken first, up to the limit', async () => {
    const { store, clock } = await open();
    const ids = await monitored(store, clock, 5);
    const first = await store.health.takeDue(capacity(2));
    expect(first.map(({ listingId }) => listingId)).toEqual(ids.slice(0, 2));
    const second = await store.health.takeDue(capacity(9));
    expect(second.map(({ listingId }) => listingId)).toEqual(ids.slice(2));
  });

  it('is taken once by concurrent requests', async () => {
    const { store, clock } = await open();
    const ids = await monitored(store, clock, 5);
    const taken = await Promise.all([1, 2, 3].map(() => store.health.takeDue(capacity(9))));
    expect(
      taken
        .flat()
        .map(({ listingId }) => listingId)
        .toSorted(),
    ).toEqual(ids);
  });

  it('sets the health of its listing, healthy or not', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const { id } = await published(store, MONITORED);
    expect(await healthOf(storage, id)).toEqual({
      status: 'unknown',
      checkedAtMs: null,
      latencyMs: null,
      uptime24h: null,
    });
    await store.health.record(probe(id, clock.now()));
    expect(await healthOf(storage, id)).toEqual({
      status: 'healthy',
      checkedAtMs: clock.now(),
      latencyMs: 12.5,
      uptime24h: 1,
    });
    for (let n = 1; n <= 3; n++) await store.health.record(probe(id, clock.now() + n, BAD));
    expect(await healthOf(storage, id)).toMatchObject({ status: 'unhealthy', uptime24h: 0.5 });
  });

  it('is repeated 5 s and 15 s after a first failure, and only the third failure counts', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const { id } = await published(store, MONITORED);
    const fails = () => store.health.record(probe(id, clock.now(), BAD));
    const isDue = async () => (await store.health.takeDue(capacity(10))).length === 1;
    expect(await isDue()).toBe(true);
    await store.health.record(probe(id, clock.now()));
    clock.move(nextProbeMs(id, clock.now()) - clock.now());
    for (const waitMs of [5_000, 15_000]) {
      expect(await isDue()).toBe(true);
      await fails();
      expect(await healthOf(storage, id)).toMatchObject({ status: 'healthy', uptime24h: 1 });
      clock.move(waitMs - 1);
      expect(await isDue()).toBe(false);
      clock.move(1);
    }
    expect(await isDue()).toBe(true);
    await fails();
    expect(await healthOf(storage, id)).toMatchObject({ status: 'unhealthy', uptime24h: 0.5 });
    expect(await store.health.history(id, FAR_AGO, 10)).toHaveLength(2);
    // While a listing is unhealthy every failure counts.
    clock.move(LIMITS.healthProbeIntervalMs);
    await fails();
    expect(await store.health.history(id, FAR_AGO, 10)).toHaveLength(3);
  });

  it('a probe that succeeds within the retries records no failure and resets the retries', async () => {
    const { store, clock } = await open();
    const { id } = await published(store, MONITORED);
    for (let round = 0; round < 2; round++) {
      clock.move(1);
      await store.health.record(probe(id, clock.now()));
      for (let n = 0; n < 2; n++) {
        clock.move(1);
        await store.health.record(probe(id, clock.now(), BAD));
      }
      clock.move(1);
      await store.health.record(probe(id, clock.now()));
    }
    const history = await store.health.history(id, FAR_AGO, 10);
    expect(history.map(({ healthy }) => healthy)).toEqual([true, true, true, true]);
  });

  it('the probe of a review counts as the first, and the next is due at the listing’s phase', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const listing = await draft(store, MONITORED);
    const firstProbe = { checkedAtMs: clock.now(), healthy: true, statusCode: 200, latencyMs: 3 };
    await changed(store, listing, { status: 'published', firstProbe });
    expect(await healthOf(storage, listing.id)).toMatchObject({ status: 'healthy', uptime24h: 1 });
    clock.move(nextProbeMs(listing.id, clock.now()) - clock.now() - 1);
    expect(await store.health.takeDue(capacity(10))).toEqual([]);
    clock.move(1);
    expect(await store.health.takeDue(capacity(10))).toHaveLength(1);
    const failing = await draft(store, MONITORED);
    await changed(store, failing, { status: 'published', firstProbe: { ...firstProbe, ...BAD } });
    expect(await healthOf(storage, failing.id)).toMatchObject({
      status: 'unhealthy',
      uptime24h: 0,
    });
  });

  it('is taken while its account has capacity, whatever is due before others', async () => {
    const { store, clock } = await open();
    const { accountId } = await published(store, MONITORED);
    for (let n = 1; n < 20; n++) await published(store, { ...MONITORED, accountId });
    clock.move(1);
    const other = await published(store, MONITORED);
    const room = { limit: 10, perAccount: 4, running: new Map([[accountId, 1]]) };
    const taken = await store.health.takeDue(room);
    expect(taken.map((each) => each.accountId)).toEqual([
      ...Array<string>(3).fill(accountId),
      other.accountId,
    ]);
    expect(await store.health.takeDue({ ...room, running: new Map([[accountId, 4]]) })).toEqual([]);
    expect(await store.health.takeDue(capacity(99))).toHaveLength(17);
  });

  it('counts toward the uptime of 24 hours', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const { id } = await published(store, MONITORED);
    const start = clock.now();
    await store.health.record(probe(id, start, BAD));
    await store.health.record(probe(id, start + 1));
    await store.health.record(probe(id, start + DAY_MS));
    expect(await healthOf(storage, id)).toMatchObject({ uptime24h: 1 });
  });

  it('is stored once per time', async () => {
    const { store, clock } = await open();
    const { id } = await published(store, MONITORED);
    await store.health.record(probe(id, clock.now(), BAD));
    await store.health.record(probe(id, clock.now()));
    expect(await store.health.history(id, FAR_AGO, 10)).toEqual([probe(id, clock.now())]);
  });
});

describe.each(ENGINES)('health on $name', ({ open }) => {
  it('is reset when the listing is published again or its endpoint has changed', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const listing = await published(store, MONITORED);
    await store.health.takeDue(capacity(10));
    await store.health.record(probe(listing.id, clock.now()));
    const paused = await changed(store, listing, { status: 'paused' });
    expect(paused.health.status).toBe('unknown');
    expect(await store.health.takeDue(capacity(10))).toEqual([]);
    const back = await changed(store, paused, { status: 'published' });
    expect(await store.health.takeDue(capacity(10))).toHaveLength(1);
    await store.health.record(probe(listing.id, clock.now() + 1));
    const moved = await changed(store, back, {
      content: content({ runContract: { healthEndpoint: `${HEALTH}/2` } }),
    });
    expect(moved.health.status).toBe('unknown');
    const due = [{ listingId: listing.id, healthEndpoint: `${HEALTH}/2` }];
    expect(await store.health.takeDue(capacity(10))).toMatchObject(due);
  });

  it('stays when another part of the listing changes', async () => {
    const { store, clock } = await open();
    const listing = await published(store, MONITORED);
    await store.health.takeDue(capacity(10));
    await store.health.record(probe(listing.id, clock.now()));
    const renamed = await changed(store, listing, {
      content: content({ title: 'Other', ...MONITORED }),
    });
    expect(renamed.health.status).toBe('healthy');
    expect(await store.health.takeDue(capacity(10))).toEqual([]);
  });

  it('is not_configured once the endpoint is removed, also for a probe in flight', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const listing = await published(store, MONITORED);
    await store.health.takeDue(capacity(10));
    await changed(store, listing, { content: content() });
    await store.health.record(probe(listing.id, clock.now()));
    expect(await healthOf(storage, listing.id)).toMatchObject({
      status: 'not_configured',
      checkedAtMs: null,
    });
  });
});

describe.each(ENGINES)('the history on $name', ({ open }) => {
  it('is listed newest first, since a time, up to the limit', async () => {
    const { store, clock } = await open();
    const { id } = await published(store, MONITORED);
    const other = await published(store, MONITORED);
    const times = [0, 1, 2, 3].map((n) => clock.now() + n);
    for (const time of times) await store.health.record(probe(id, time, { latencyMs: time % 7 }));
    await store.health.record(probe(other.id, times[0] ?? 0));
    const history = await store.health.history(id, times[1] ?? 0, 10);
    expect(history).toEqual(
      times
        .slice(1)
        .toReversed()
        .map((time) => probe(id, time, { latencyMs: time % 7 })),
    );
    expect(await store.health.history(id, FAR_AGO, 2)).toEqual(history.slice(0, 2));
  });

  it('is kept for seven days and deleted in portions', async () => {
    const { store, clock } = await open();
    const { id } = await published(store, MONITORED);
    const start = clock.now();
    for (let n = 0; n < 5; n++) await store.health.record(probe(id, start + n));
    clock.move(LIMITS.healthHistoryMs);
    expect(await store.health.prune(10)).toBe(0);
    clock.move(4);
    expect(await store.health.prune(3)).toBe(3);
    expect(await store.health.prune(3)).toBe(1);
    expect(await store.health.prune(3)).toBe(0);
    expect(await store.health.history(id, FAR_AGO, 10)).toEqual([probe(id, start + 4)]);
  });
});
