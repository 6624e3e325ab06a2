// docs/buy/spending.md#budgets
import { describe, expect, it } from 'vitest';
import { json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import type { Api } from '../../../../test-bed/api.ts';
import { publish, type Market } from '../market.ts';
import { MARKETS, type MarketUnderTest } from '../markets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PRICE = { amount: 0.02, currency: 'USD', unit: 'call' };

interface Key {
  api: Api;
  id: string;
}

async function newKey(by: Api, budget: object | null, scopes = ['*']): Promise<Key> {
  const { status, body } = await by.post('/v1/api-keys', { name: 'agent', scopes, budget });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { api: by.as(body.key), id: body.id };
}

/** What is left of the budget of a key. */
async function leftOf({ api }: Market, { id }: Key): Promise<number> {
  const { body } = await api.get('/v1/api-keys?limit=100');
  return body.data.find((key: { id: string }) => key.id === id).remaining.amount;
}

/** A market with a listing that costs USD 0.02, whose service fails when asked to. */
async function openPriced({ openMarket }: MarketUnderTest, environment = {}) {
  const market = await openMarket({ environment });
  const seller = await openSeller({
    'POST /run': ({ body }) => {
      const { fail, wait } = JSON.parse(String(body)) as { fail?: boolean; wait?: boolean };
      if (wait) return undefined;
      return fail ? json({ error: 'out of paper' }, 503) : json({ ok: true });
    },
  });
  const { id } = await publish(market, seller, { price: PRICE });
  const order = async ({ api }: Pick<Key, 'api'>, input = {}) =>
    (await api.activate(id, input, 20)).body;
  return { market, seller, id, order };
}

describe.each(MARKETS)('GET /v1/me, on $name', (under) => {
  const meOf = async ({ api }: Pick<Key, 'api'>) => (await api.get('/v1/me')).body;
  const resetsAt = (market: Market) =>
    new Date((Math.floor(market.clock.now() / DAY_MS) + 1) * DAY_MS).toISOString();

  it('tells a key its name, its budget, and the least that is left of it and those above', async () => {
    const { market, order } = await openPriced(under);
    const parent = await newKey(market.api, { limit: 0.05, currency: 'USD', period: 'day' });
    const child = await newKey(parent.api, { limit: 0.04, currency: 'USD', maxPrice: 0.03 });
    const rules = { limit: 0.04, currency: 'USD', period: 'none', maxPrice: 0.03, listings: null };
    const me = await meOf(child);
    expect(me).toMatchObject({ keyId: child.id, keyName: 'agent', sessionId: null });
    const own = { amount: 0.04, currency: 'USD', resetsAt: null };
    expect(me.budget).toEqual({ ...rules, remaining: own });
    await order(parent);
    await order(child);
    const ofParent = { amount: 0.01, currency: 'USD', resetsAt: resetsAt(market) };
    expect((await meOf(child)).budget).toEqual({ ...rules, remaining: ofParent });
    // A failed order gives back what it held.
    await order(child, { fail: true });
    expect((await meOf(child)).budget.remaining).toEqual(ofParent);
  });

  it('tells a key without a budget of its own what those above it leave', async () => {
    const { market } = await openPriced(under);
    const parent = await newKey(market.api, { limit: 0.05, currency: 'USD' });
    const child = await newKey(parent.api, null);
    expect((await meOf(child)).budget).toEqual({
      limit: null,
      currency: null,
      period: 'none',
      maxPrice: null,
      listings: null,
      remaining: { amount: 0.05, currency: 'USD', resetsAt: null },
    });
    expect((await meOf(await newKey(market.api, null))).budget).toBeNull();
  });

  it('has no key and no budget for a session', async () => {
    const { market } = await openPriced(under);
    const person = await market.createAccount();
    expect(await meOf({ api: market.api.as(person.apiKey) })).toMatchObject({ budget: null });
  });
});

describe.each(MARKETS)('a budget with a limit, on $name', (under) => {
  it('refuses the order that would exceed it, of which nothing is stored', async () => {
    const { market, seller, id, order } = await openPriced(under);
    const key = await newKey(market.api, { limit: 0.05, currency: 'usd', period: 'day' });
    for (let n = 0; n < 2; n++) expect((await order(key)).orderState).toBe('completed');
    const { status, body } = await key.api.activate(id);
    const midnight = (Math.floor(market.clock.now() / DAY_MS) + 1) * DAY_MS;
    expect([status, body]).toEqual([
      402,
      {
        error: 'The budget of this API key has 0.01 USD left; the order costs 0.02.',
        type: 'budget_exceeded',
        reason: 'limit',
        remaining: { amount: 0.01, currency: 'USD', resetsAt: new Date(midnight).toISOString() },
        requestId: expect.any(String),
      },
    ]);
    expect(seller.calls).toHaveLength(2);
    expect((await market.api.get('/v1/orders')).body.data).toHaveLength(2);
  });

  it('counts a replay once, and returns it when nothing is left', async () => {
    const { market, id } = await openPriced(under);
    const key = await newKey(market.api, { limit: 0.02, currency: 'USD' });
    const once = () =>
      key.api.post('/v1/orders', { listingId: id }, { headers: { 'idempotency-key': 'once' } });
    const answers = await Promise.all([once(), once(), once()]);
    answers.push(await once());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await key.api.activate(id)).body).toMatchObject({
      reason: 'limit',
      remaining: { amount: 0, currency: 'USD', resetsAt: null },
    });
  });

  it('admits exactly as many orders at once as it has room for', async () => {
    const { market, id } = await openPriced(under);
    const key = await newKey(market.api, { limit: 0.4, currency: 'USD' });
    const all = await Promise.all(Array.from({ length: 60 }, () => key.api.activate(id)));
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 402)).toHaveLength(40);
    expect(await leftOf(market, key)).toBe(0);
  });

  it('is not used by an order that fails, is cancelled, expires or times out', async () => {
    const { market, id, order, seller } = await openPriced(under, { MKT_CALLS_PER_SELLER: '1' });
    const key = await newKey(market.api, { limit: 0.06, currency: 'USD' });
    expect((await order(key, { fail: true })).orderState).toBe('failed');
    expect(await leftOf(market, key)).toBe(0.06);

    await key.api.activate(id, { wait: true });
    await seller.nextCall();
    const cancelled = await key.api.activate(id);
    const expired = await key.api.activate(id);
    expect(await leftOf(market, key)).toBe(0);
    await key.api.post(`/v1/orders/${cancelled.body.id}/cancel`, {});
    expect(await leftOf(market, key)).toBe(0.02);

    await market.advance(11 * 60_000);
    const { body } = await key.api.get(`/v1/orders/${expired.body.id}`);
    expect(body.failure.kind).toBe('expired');
    // The running call has timed out.
    expect(await leftOf(market, key)).toBe(0.06);
  });

  it('counts against the keys above, each of which may refuse', async () => {
    const { market, id, order } = await openPriced(under);
    const team = await newKey(market.api, { limit: 0.06, currency: 'USD' });
    const agent = await newKey(team.api, null);
    const task = await newKey(agent.api, { limit: 0.02, currency: 'USD' });
    await order(task);
    expect((await task.api.activate(id)).body).toMatchObject({ remaining: { amount: 0 } });
    await order(agent);
    expect([await leftOf(market, team), await leftOf(market, task)]).toEqual([0.02, 0]);
    await order(team);
    expect((await agent.api.activate(id)).body).toMatchObject({
      error:
        'The budget of a key that this API key was created with has 0 USD left; the order costs 0.02.',
      reason: 'limit',
      remaining: { amount: 0 },
    });
    // What a revoked key has spent still counts against the keys above it.
    await market.api.delete(`/v1/api-keys/${agent.id}`);
    expect((await team.api.activate(id)).status).toBe(402);
  });

  it('resets with each UTC day, and is released from the day of the order', async () => {
    const { market, id, seller } = await openPriced(under);
    const now = market.clock.now();
    // Half an hour before midnight.
    await market.advance(DAY_MS - (now % DAY_MS) - HOUR_MS / 2);
    const key = await newKey(market.api, { limit: 0.02, currency: 'USD', period: 'day' });
    const late = await key.api.activate(id, { wait: true });
    const call = await seller.nextCall();
    expect((await key.api.activate(id)).status).toBe(402);
    market.clock.move(HOUR_MS);
    expect((await key.api.activate(id)).status).toBe(201);
    call.respond({ error: 'too late' }, 500);
    const { body } = await key.api.get(`/v1/orders/${late.body.id}`, {
      headers: { prefer: 'wait=20' },
    });
    expect(body.orderState).toBe('failed');
    expect(await leftOf(market, key)).toBe(0);
    expect((await key.api.activate(id)).status).toBe(402);
  });

  it('resets with each UTC month', async () => {
    const { market, id, order } = await openPriced(under);
    const key = await newKey(market.api, { limit: 0.02, currency: 'USD', period: 'month' });
    await order(key);
    const { body } = await key.api.activate(id);
    const first = new Date(body.remaining.resetsAt);
    expect([first.getUTCDate(), first.getTime() % DAY_MS]).toEqual([1, 0]);
    await market.advance(first.getTime() - market.clock.now() - HOUR_MS);
    expect((await key.api.activate(id)).status).toBe(402);
    await market.advance(HOUR_MS + 1_000);
    expect((await key.api.activate(id)).status).toBe(201);
  });

  it('comes before shares and full queues, and after the checks of the order', async () => {
    const { market, id } = await openPriced(under, {
      MKT_CALLS_PER_SELLER: '1',
      MKT_SHARE_WAITING_PER_BUYER: '1',
    });
    const key = await newKey(market.api, { limit: 0.04, currency: 'USD' });
    await key.api.activate(id, { wait: true });
    await key.api.activate(id);
    expect((await market.api.activate(id)).body).toMatchObject({ limit: 'waiting_orders' });
    expect((await key.api.activate(id)).status).toBe(402);
    const guarded = await key.api.post('/v1/orders', { listingId: id, maxPrice: 0.01 });
    expect(guarded.status).toBe(409);
  });
});

describe.each(MARKETS)('the other rules of a budget, on $name', (under) => {
  it('limit the price, the currency and the listings; free orders only keep to the listings', async () => {
    const { market, id } = await openPriced(under);
    const seller = await openSeller();
    const parts = { price: { ...PRICE, currency: 'EUR' }, slug: 'in-euros' };
    await publish(market, seller, parts);
    const free = await publish(market, seller, { price: { ...PRICE, amount: 0 } });
    const cheap = await newKey(market.api, { maxPrice: 0.01, currency: 'USD' });
    expect((await cheap.api.activate(id)).body).toMatchObject({
      type: 'budget_exceeded',
      reason: 'max_price',
      remaining: null,
      error: 'The budget of this API key allows 0.01 USD for an order; this one costs 0.02.',
    });
    expect((await cheap.api.activate('in-euros')).body).toMatchObject({ reason: 'currency' });
    expect((await cheap.api.activate(free.id)).status).toBe(201);
    const empty = await newKey(market.api, { limit: 0, currency: 'USD' });
    expect((await empty.api.activate(free.id)).status).toBe(201);
    expect((await empty.api.activate(id)).body).toMatchObject({ reason: 'limit' });
    const chosen = await newKey(market.api, { listings: ['in-euros', id] });
    expect((await chosen.api.activate(id)).status).toBe(201);
    expect((await chosen.api.activate('in-euros')).status).toBe(201);
    expect((await chosen.api.activate(free.id)).body).toMatchObject({
      reason: 'listing',
      error: 'The budget of this API key does not include this listing.',
      remaining: null,
    });
  });
});
