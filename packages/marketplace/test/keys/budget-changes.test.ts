// docs/buy/spending.md#changing-a-budget
import { describe, expect, it } from 'vitest';
import { openSeller } from '../../../../test-bed/within-test.ts';
import type { Api } from '../../../../test-bed/api.ts';
import type { Store } from '../../src/server/context.ts';
import { updateApiKey } from '../../src/keys/key.ts';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { ENGINES } from '../database/engines.ts';
import { newAccount, newKey as keyOf } from '../database/samples.ts';
import { contextOf } from '../context-of.ts';

const BUDGET = { limit: 5, currency: 'USD', period: 'day', maxPrice: 0.05, listings: null };
const name = 'agent';

async function newKey(by: Api, budget: object | null = BUDGET) {
  const { body } = await by.post('/v1/api-keys', { name, scopes: ['*'], budget });
  const change = (to: unknown, as = by) => as.patch(`/v1/api-keys/${body.id}`, { budget: to });
  return { id: String(body.id), api: by.as(body.key), body, change };
}

describe.each(MARKETS)('the budget of a key, on $name', ({ openMarket }) => {
  it('is in the record, with what is left, and null for a key without one', async () => {
    const { api, clock } = await openMarket();
    const resetsAt = new Date(Math.ceil(clock.now() / 86_400_000) * 86_400_000).toISOString();
    const parts = { budget: BUDGET, remaining: { amount: 5, currency: 'USD', resetsAt } };
    const { body } = await newKey(api);
    expect(body).toMatchObject(parts);
    const list = await api.get('/v1/api-keys');
    expect(list.body.data).toMatchObject([parts, { budget: null, remaining: null }]);
  });

  it('is changed rule by rule, and a record that was read can be sent back', async () => {
    const { api } = await openMarket();
    const { id, change } = await newKey(api);
    expect((await change({ limit: 10 })).body.budget).toEqual({ ...BUDGET, limit: 10 });
    expect((await change({ maxPrice: null })).body.budget).toMatchObject({ maxPrice: null });
    const { body: key } = await api.patch(`/v1/api-keys/${id}`, { name: 'bot' });
    expect(key).toMatchObject({ name: 'bot', budget: { limit: 10, maxPrice: null } });
    expect((await api.patch(`/v1/api-keys/${id}`, key)).body).toEqual(key);
    expect((await change({ limit: null, currency: null })).body.budget).toBeNull();
    expect((await change(BUDGET)).body.budget).toEqual(BUDGET);
    expect((await change(null)).body).toMatchObject({ budget: null, remaining: null });
  });

  it('needs a currency for amounts, and listings that exist', async () => {
    const market = await openMarket();
    const { id: listingId } = await publish(market, await openSeller(), { slug: 'echo-one' });
    const { change } = await newKey(market.api, null);
    expect(await change({ limit: 5 })).toMatchObject({
      status: 400,
      body: { type: 'invalid_request', details: [{ path: '/budget/currency' }] },
    });
    expect(await change({ listings: ['echo-one', 'nothing'] })).toMatchObject({
      status: 400,
      body: { details: [{ path: '/budget/listings/1' }] },
    });
    const { body } = await change({ listings: ['echo-one', listingId] });
    expect(body.budget.listings).toEqual([listingId]);
  });

  it('is not changed by the key itself, or by one below it', async () => {
    const { api } = await openMarket();
    const key = await newKey(api);
    const child = await newKey(key.api, null);
    const refused = { status: 403, body: { type: 'budget_protected' } };
    expect(await key.change({ limit: 6 }, key.api)).toMatchObject(refused);
    expect(await key.change(null, child.api)).toMatchObject(refused);
    expect((await key.change(BUDGET, key.api)).status).toBe(200);
    expect((await api.patch(`/v1/api-keys/${key.id}`, { name: 'x' })).body.budget).toEqual(BUDGET);
    expect((await child.change({ limit: 1, currency: 'USD' }, key.api)).status).toBe(200);
  });

  it('is not found for a key of another account, or one that was revoked', async () => {
    const market = await openMarket();
    const { id, change } = await newKey(market.api);
    expect((await change(null, await market.otherApi())).status).toBe(404);
    await market.api.delete(`/v1/api-keys/${id}`);
    expect((await change(null)).status).toBe(404);
    expect((await market.api.patch('/v1/api-keys/nope', {})).status).toBe(404);
  });
});

describe.each(ENGINES)('a change of a budget, on $name', ({ open }) => {
  /** A key whose budget another request changes before each of the first updates. */
  async function contested(store: Store, conflicts: number) {
    const accountId = await newAccount(store);
    const key = keyOf(accountId);
    await store.apiKeys.insert(key);
    let updates = 0;
    const apiKeys: Store['apiKeys'] = {
      ...store.apiKeys,
      async update(change) {
        const from = (await store.apiKeys.find(key.id))?.budget ?? null;
        const maxPriceMicros = 1_000_000 * ++updates;
        const to = { limitMicros: null, currency: 'USD', period: 'none' as const, maxPriceMicros };
        const budget = { from, to: { ...to, listingIds: null } };
        if (updates <= conflicts) await store.apiKeys.update({ id: key.id, accountId, budget });
        return store.apiKeys.update(change);
      },
    };
    const caller = { accountId, actor: { kind: 'operator' as const }, scopes: ['*' as const] };
    const context = contextOf({
      store: { ...store, apiKeys },
      log: { info: () => undefined } as never,
    });
    const change = { budget: { limit: 7, currency: 'USD' } };
    return { updates: () => updates, run: () => updateApiKey(context, caller, key.id, change) };
  }

  it('is merged with what other requests store meanwhile, and given up after five times', async () => {
    const { store } = await open();
    const four = await contested(store, 4);
    expect(await four.run()).toMatchObject({
      budget: { limitMicros: 7_000_000, maxPriceMicros: 4_000_000 },
    });
    const always = await contested(store, 1_000);
    await expect(always.run()).rejects.toMatchObject({ type: 'overloaded' });
    expect(always.updates()).toBe(5);
  });
});
