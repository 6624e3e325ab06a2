// docs/operate/run.md#the-clock: nothing stops or expires because the clock of the database is set.
import { LIMITS } from '@mkt/protocol';
import { describe, expect, it, vi } from 'vitest';
import { LEASE_MS } from '../../src/market/limits.ts';
import { createClockWatch, createDatabaseClock } from '../../src/server/database-clock.ts';
import { createIdentity, systemClock } from '../../src/server/outside.ts';
import { EVERY_ORDER } from '../../src/webhooks/webhook.ts';
import { ENGINES, type EngineUnderTest } from '../database/engines.ts';
import { newAccount, newId, newSecret, placed, published } from '../database/samples.ts';
import { createStillClock } from '../still-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEPS = [
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
] as const;
const SWEEP = { leaseOwner: 'this', liveIds: [], orphans: false };

async function open({ open: openStorage }: EngineUnderTest) {
  const storage = await openStorage();
  const { store, clock } = storage;
  const warnings: Record<string, unknown>[] = [];
  const unused = () => undefined;
  const log = {
    info: unused,
    error: unused,
    warn: (fields: object) => warnings.push({ ...fields }),
  };
  const watch = createClockWatch({ store, clock, log });
  await watch.check();
  return { ...storage, watch, warnings };
}

describe.each(ENGINES)('after the clock was set, on $name', (engine) => {
  it.each(STEPS)('%s, a waiting order has its ten minutes again', async (_, stepMs) => {
    const { store, clock, watch, warnings } = await open(engine);
    const { id } = await placed(store, { leaseOwner: null });
    clock.move(MINUTE_MS);
    clock.set(stepMs);
    await watch.check();
    expect(warnings).toEqual([{ stepMs }]);
    expect(await store.orders.expireWaiting()).toEqual([]);
    clock.move(LIMITS.pendingExpiryMs - 1);
    await watch.check();
    expect(await store.orders.expireWaiting()).toEqual([]);
    clock.move(1);
    expect(await store.orders.expireWaiting()).toMatchObject([{ id }]);
    expect(warnings).toHaveLength(1);
  });

  it('and put right again, orders of the time in between still wait, and are claimed', async () => {
    const { store, clock, watch } = await open(engine);
    clock.set(-HOUR_MS);
    await watch.check();
    const { id } = await placed(store, { leaseOwner: null });
    clock.set(HOUR_MS);
    await watch.check();
    expect(await store.orders.expireWaiting()).toEqual([]);
    expect(await store.orders.claim(id, 'this')).toMatchObject({ order: { id } });
  });

  it.each(STEPS)('%s, the lease of another process has its full time again', async (_, stepMs) => {
    const { store, clock, watch } = await open(engine);
    const { id } = await placed(store, { leaseOwner: 'another' });
    clock.set(stepMs);
    await watch.check();
    clock.move(LEASE_MS);
    expect(await store.orders.interruptLost(SWEEP)).toEqual([]);
    clock.move(1);
    expect(await store.orders.interruptLost(SWEEP)).toMatchObject([{ id }]);
  });

  it('after it was compared, nothing that the step makes late is settled', async () => {
    const { store, clock, watch } = await open(engine);
    await placed(store, { leaseOwner: null });
    await placed(store, { leaseOwner: 'another' });
    clock.set(HOUR_MS);
    const byMs = watch.latestMs()!;
    expect(await store.orders.expireWaiting(byMs)).toEqual([]);
    expect(await store.orders.interruptLost({ ...SWEEP, byMs })).toEqual([]);
  });

  it('by five seconds, nothing changes: that is a correction', async () => {
    const { store, clock, watch, warnings } = await open(engine);
    const { id } = await placed(store, { leaseOwner: null });
    clock.set(5_000);
    await watch.check();
    expect(warnings).toEqual([]);
    clock.move(LIMITS.pendingExpiryMs - 5_000);
    expect(await store.orders.expireWaiting()).toMatchObject([{ id }]);
  });

  it('back, deliveries and probes are due when they would have been', async () => {
    const { store, clock, watch, sql } = await open(engine);
    const { id: listingId } = await published(store);
    const ref = { id: newId(), accountId: await newAccount(store) };
    const url = 'https://buyer.example.com/hook';
    const webhook = { ...ref, url, events: ['order.settled' as const], filter: EVERY_ORDER };
    await store.webhooks.insert({ ...webhook, secret: newSecret() }, 20);
    const nowMs = clock.now();
    const dueMs = nowMs + 5 * MINUTE_MS;
    await sql(`UPDATE webhook SET state = 'active', due_at = ${dueMs}, failing_since = ${nowMs},
      active_from = ${nowMs}, active_until = NULL`);
    await sql(`INSERT INTO webhook_delivery
      (id, webhook_id, order_id, created_at, attempts, next_attempt_at, claim, claimed_at)
      VALUES ('waiting', '${ref.id}', 'x', ${nowMs}, 2, ${dueMs}, 2, NULL)`);
    await sql(`UPDATE listing_health SET next_probe_at = ${nowMs + 2 * MINUTE_MS}
      WHERE listing_id = '${listingId}'`);
    clock.set(-HOUR_MS);
    await watch.check();
    const after = {
      deliveries: await sql('SELECT next_attempt_at FROM webhook_delivery'),
      webhooks: await sql('SELECT due_at, failing_since, active_from, active_until FROM webhook'),
      probes: await sql(
        `SELECT next_probe_at FROM listing_health WHERE listing_id = '${listingId}'`,
      ),
    };
    expect(after).toEqual({
      deliveries: [{ next_attempt_at: dueMs - HOUR_MS }],
      webhooks: [
        {
          due_at: dueMs - HOUR_MS,
          failing_since: nowMs - HOUR_MS,
          // Orders that settle before the step is noticed are delivered too.
          active_from: nowMs - HOUR_MS - MINUTE_MS,
          active_until: null,
        },
      ],
      probes: [{ next_probe_at: nowMs - HOUR_MS + 2 * MINUTE_MS }],
    });
  });

  it('nothing is deleted because of its age for an hour', async () => {
    const { clock, watch } = await open(engine);
    expect(watch.isInDoubt()).toBe(false);
    clock.set(365 * 24 * HOUR_MS);
    await watch.check();
    expect(watch.isInDoubt()).toBe(true);
    clock.move(HOUR_MS);
    expect(watch.isInDoubt()).toBe(false);
  });
});

describe.each(ENGINES)('after a suspension, on $name', (engine) => {
  it('a waiting order has its ten minutes again', async () => {
    const { store, clock, watch } = await open(engine);
    await placed(store, { leaseOwner: null });
    clock.move(HOUR_MS);
    watch.suspended();
    await watch.check();
    expect(await store.orders.expireWaiting()).toEqual([]);
  });

  it('while the clock was being read, no step is found', async () => {
    const { store, clock, warnings } = await open(engine);
    const log = { info() {}, error() {}, warn: (fields: object) => warnings.push({ ...fields }) };
    let suspendedMs = 0;
    async function now() {
      const nowMs = await store.now();
      clock.move(suspendedMs);
      return nowMs;
    }
    const watch = createClockWatch({ store: { ...store, now }, clock, log });
    await watch.check();
    suspendedMs = MINUTE_MS;
    await watch.check();
    suspendedMs = 0;
    await watch.check();
    expect(warnings).toEqual([]);
  });
});

describe('the clock of a process on Postgres', () => {
  it('shows the time of the database, whatever that of the machine is set to', () => {
    const clock = createDatabaseClock();
    const databaseMs = Date.UTC(2026, 10, 21);
    clock.follow(databaseMs - systemClock.monotonic());
    vi.spyOn(Date, 'now').mockReturnValue(0);
    const shownMs = clock.now();
    vi.restoreAllMocks();
    expect(shownMs - databaseMs).toBeGreaterThanOrEqual(0);
    expect(shownMs - databaseMs).toBeLessThan(10_000);
  });
});

describe('ids', () => {
  it('have the time of the clock, after it was set back too', () => {
    const clock = createStillClock();
    const { id } = createIdentity(new Uint8Array(32), clock);
    const timeOf = (uuid: string) => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
    expect(timeOf(id())).toBe(clock.now());
    clock.set(-HOUR_MS);
    expect(timeOf(id())).toBe(clock.now());
  });
});
