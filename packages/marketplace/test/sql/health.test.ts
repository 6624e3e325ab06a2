// Specification, "Limits", and protocol reference §6: probes, their history, and when they are due.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { nextProbeMs, type Probe } from '../../src/domain/health.ts';
import { ENGINES, type OpenedStorage } from './engines.ts';
import { changed, content, draft, published } from './samples.ts';

const HEALTH = 'https://seller.example.com/health';
const MONITORED = { runContract: { healthEndpoint: HEALTH } };
const DAY_MS = 24 * 3_600_000;
const FAR_AGO = 0;

function probe(listingId: string, checkedAtMs: number, more: Partial<Probe> = {}): Probe {
  return { listingId, checkedAtMs, healthy: true, statusCode: 200, latencyMs: 12.5, ...more };
}
const BAD = { healthy: false, statusCode: null };

const healthOf = async ({ store }: OpenedStorage, id: string) =>
  (await store.listings.find(id))?.health;

describe.each(ENGINES)('a probe on $name', ({ open }) => {
  it('is due when the listing is published, and then at its phase', async () => {
    const { store, clock } = await open();
    const { id } = await published(store, MONITORED);
    expect(await store.health.takeDue(10)).toEqual([{ listingId: id, healthEndpoint: HEALTH }]);
    expect(await store.health.takeDue(10)).toEqual([]);
    const next = nextProbeMs(id, clock.now());
    clock.move(next - clock.now() - 1);
    expect(await store.health.takeDue(10)).toEqual([]);
    clock.move(1);
    expect(await store.health.takeDue(10)).toHaveLength(1);
    clock.move(LIMITS.healthProbeIntervalMs - 1);
    expect(await store.health.takeDue(10)).toEqual([]);
    clock.move(1);
    expect(await store.health.takeDue(10)).toHaveLength(1);
  });

  it('is not due for what is not published, or has no health endpoint', async () => {
    const { store } = await open();
    await draft(store, MONITORED);
    await published(store);
    const paused = await published(store, MONITORED);
    await changed(store, paused, { status: 'paused' });
    const archived = await published(store, MONITORED);
    await changed(store, archived, { status: 'archived' });
    expect(await store.health.takeDue(10)).toEqual([]);
  });

  it('is taken once, longest due first, up to the limit', async () => {
    const { store, clock } = await open();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push((await published(store, MONITORED)).id);
      clock.move(1);
    }
    const [first, second] = await Promise.all([store.health.takeDue(2), store.health.takeDue(9)]);
    expect(first.map(({ listingId }) => listingId)).toEqual(ids.slice(0, 2));
    expect(second.map(({ listingId }) => listingId)).toEqual(ids.slice(2));
  });

  it('makes the health of its listing, for good or bad', async () => {
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
    await store.health.record(probe(id, clock.now() + 1, BAD));
    expect(await healthOf(storage, id)).toMatchObject({ status: 'unhealthy', uptime24h: 0.5 });
  });

  it('counts for the uptime of 24 hours', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const { id } = await published(store, MONITORED);
    const start = clock.now();
    await store.health.record(probe(id, start, BAD));
    await store.health.record(probe(id, start + 1));
    await store.health.record(probe(id, start + DAY_MS));
    expect(await healthOf(storage, id)).toMatchObject({ uptime24h: 1 });
  });

  it('of the same moment is stored once', async () => {
    const { store, clock } = await open();
    const { id } = await published(store, MONITORED);
    await store.health.record(probe(id, clock.now(), BAD));
    await store.health.record(probe(id, clock.now()));
    expect(await store.health.history(id, FAR_AGO, 10)).toEqual([probe(id, clock.now())]);
  });
});

describe.each(ENGINES)('health on $name', ({ open }) => {
  it('starts anew when the listing comes back, or has another endpoint', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const listing = await published(store, MONITORED);
    await store.health.takeDue(10);
    await store.health.record(probe(listing.id, clock.now()));
    const paused = await changed(store, listing, { status: 'paused' });
    expect(paused.health.status).toBe('unknown');
    expect(await store.health.takeDue(10)).toEqual([]);
    const back = await changed(store, paused, { status: 'published' });
    expect(await store.health.takeDue(10)).toHaveLength(1);
    await store.health.record(probe(listing.id, clock.now() + 1));
    const moved = await changed(store, back, {
      content: content({ runContract: { healthEndpoint: `${HEALTH}/2` } }),
    });
    expect(moved.health.status).toBe('unknown');
    const due = [{ listingId: listing.id, healthEndpoint: `${HEALTH}/2` }];
    expect(await store.health.takeDue(10)).toEqual(due);
  });

  it('stays when something else of the listing changes', async () => {
    const { store, clock } = await open();
    const listing = await published(store, MONITORED);
    await store.health.takeDue(10);
    await store.health.record(probe(listing.id, clock.now()));
    const renamed = await changed(store, listing, {
      content: content({ title: 'Other', ...MONITORED }),
    });
    expect(renamed.health.status).toBe('healthy');
    expect(await store.health.takeDue(10)).toEqual([]);
  });

  it('is not configured once the endpoint is taken away, also for a probe under way', async () => {
    const storage = await open();
    const { store, clock } = storage;
    const listing = await published(store, MONITORED);
    await store.health.takeDue(10);
    await changed(store, listing, { content: content() });
    await store.health.record(probe(listing.id, clock.now()));
    expect(await healthOf(storage, listing.id)).toMatchObject({
      status: 'not_configured',
      checkedAtMs: null,
    });
  });
});

describe.each(ENGINES)('the history on $name', ({ open }) => {
  it('is told newest first, since a moment, up to the limit', async () => {
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

  it('is kept for seven days, and dropped in portions', async () => {
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
