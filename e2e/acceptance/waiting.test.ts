// docs/buy/orders.md#waiting: `Prefer: wait=N` (RFC 7240).
import { describe, expect, it } from 'vitest';
import { openMarket } from './market.ts';
import { json } from '../../test-bed/seller.ts';
import { publishGated } from './gated-listing.ts';

const market = await openMarket();
const { api } = market;

const held = () => publishGated(market);

/** The shortest wait that these tests ask for and do not want, less a little: the machine may be busy. */
const BEFORE_A_WAIT_ENDS_MS = 19_000;

async function timed<T>(work: Promise<T>): Promise<{ value: T; tookMs: number }> {
  const startedAt = performance.now();
  const value = await work;
  return { value, tookMs: performance.now() - startedAt };
}

const post = (listingId: string, prefer?: string) =>
  timed(api.post('/v1/orders', { listingId }, { headers: prefer === undefined ? {} : { prefer } }));
const read = (id: string, prefer?: string) =>
  timed(api.get(`/v1/orders/${id}`, { headers: prefer === undefined ? {} : { prefer } }));

describe.concurrent('an activation without Prefer', () => {
  it('returns the order after a moment in its current state, with Retry-After', async () => {
    const { listingId, gate } = await held();
    const { value, tookMs } = await post(listingId);
    expect(tookMs).toBeLessThan(BEFORE_A_WAIT_ENDS_MS);
    expect(['pending', 'running']).toContain(value.body.orderState);
    expect(value.headers.get('retry-after')).toBe('1');
    expect(value.headers.get('preference-applied')).toBeNull();
    gate.open();
  });
});

describe.concurrent('an activation with Prefer: wait', () => {
  it('returns as soon as the order is settled, with Preference-Applied', async () => {
    const { listingId, gate } = await held();
    const waiting = post(listingId, 'wait=25');
    await gate.reached;
    gate.open();
    const { value, tookMs } = await waiting;
    expect(value.body.orderState).toBe('completed');
    expect(tookMs).toBeLessThan(BEFORE_A_WAIT_ENDS_MS);
    expect(value.headers.get('preference-applied')).toBe('wait=25');
    expect(value.headers.get('retry-after')).toBeNull();
  });

  it('returns as soon as the order has failed', async () => {
    const { provider, seller } = await market.publish();
    seller.on('POST /run', () => json({}, 500));
    const { value } = await post(provider.id, 'wait=20');
    expect(value.body.orderState).toBe('failed');
  });

  it('returns when the time has passed, with Retry-After', async () => {
    const { listingId, gate } = await held();
    const { value, tookMs } = await post(listingId, 'wait=1');
    expect(value.status).toBe(201);
    expect(value.body.orderState).toBe('running');
    expect(tookMs).toBeGreaterThanOrEqual(990);
    expect(tookMs).toBeLessThan(BEFORE_A_WAIT_ENDS_MS);
    expect(value.headers.get('retry-after')).toBe('1');
    expect(value.headers.get('preference-applied')).toBe('wait=1');
    gate.open();
  });

  it('returns at once with wait=0', async () => {
    const { listingId, gate } = await held();
    const { value } = await post(listingId, 'wait=0');
    expect(['pending', 'running']).toContain(value.body.orderState);
    expect(value.headers.get('preference-applied')).toBe('wait=0');
    gate.open();
  });

  for (const wait of ['31', '3600', '99999999999999999999']) {
    it(`waits at most 30 seconds with wait=${wait}`, async () => {
      const { provider } = await market.publish();
      const { value } = await post(provider.id, `wait=${wait}`);
      expect(value.body.orderState).toBe('completed');
      expect(value.headers.get('preference-applied')).toBe('wait=30');
    });
  }

  for (const prefer of [
    'wait=20, respond-async',
    'respond-async;x="a,b", wait=20',
    'Wait=20',
    'wait = 20',
  ]) {
    it(`waits for a preference written as ${prefer}`, async () => {
      const { listingId, gate } = await held();
      const waiting = post(listingId, prefer);
      await gate.reached;
      gate.open();
      const { value } = await waiting;
      expect(value.body.orderState).toBe('completed');
      expect(value.headers.get('preference-applied')).toBe('wait=20');
    });
  }

  for (const prefer of [
    'wait=abc',
    'wait=-1',
    'wait=1.5',
    'wait',
    'wait=',
    'waiting=20',
    'return=minimal',
    ',,;=',
  ]) {
    it(`does not wait for the invalid preference ${prefer}`, async () => {
      const { listingId, gate } = await held();
      const { value, tookMs } = await post(listingId, prefer);
      expect(value.status).toBe(201);
      expect(tookMs).toBeLessThan(BEFORE_A_WAIT_ENDS_MS);
      expect(value.headers.get('preference-applied')).toBeNull();
      gate.open();
    });
  }
});

describe.concurrent('reading an order', () => {
  it('waits with Prefer: wait as an activation does', async () => {
    const { listingId, gate } = await held();
    const { body } = (await post(listingId)).value;
    const waiting = read(body.id, 'wait=25');
    gate.open();
    const { value, tookMs } = await waiting;
    expect(value.body.orderState).toBe('completed');
    expect(value.headers.get('preference-applied')).toBe('wait=25');
    expect(tookMs).toBeLessThan(BEFORE_A_WAIT_ENDS_MS);
  });

  it('returns when the time has passed', async () => {
    const { listingId, gate } = await held();
    const { body } = (await post(listingId)).value;
    const { value, tookMs } = await read(body.id, 'wait=1');
    expect(value.body.orderState).toBe('running');
    expect(tookMs).toBeGreaterThanOrEqual(990);
    expect(value.headers.get('retry-after')).toBe('1');
    gate.open();
  });

  it('returns at once without Prefer, with Retry-After while the order is open', async () => {
    const { listingId, gate } = await held();
    const { body } = (await post(listingId)).value;
    await gate.reached;
    const { value } = await read(body.id);
    expect(value.body.orderState).toBe('running');
    expect(value.headers.get('retry-after')).toBe('1');
    gate.open();
    const settled = (await read(body.id, 'wait=20')).value;
    expect(settled.headers.get('retry-after')).toBeNull();
  });

  it('returns at once when the order is settled, regardless of Prefer', async () => {
    const { provider } = await market.publish();
    const { body } = (await post(provider.id, 'wait=20')).value;
    const { value, tookMs } = await read(body.id, 'wait=30');
    expect(value.body.orderState).toBe('completed');
    expect(tookMs).toBeLessThan(BEFORE_A_WAIT_ENDS_MS);
  });

  it('can wait in many requests at the same time for one order', async () => {
    const { listingId, gate } = await held();
    const { body } = (await post(listingId)).value;
    const waiting = Array.from({ length: 30 }, () => read(body.id, 'wait=25'));
    await gate.reached;
    gate.open();
    for (const { value } of await Promise.all(waiting)) {
      expect(value.body.orderState).toBe('completed');
    }
  });
});
