// docs/buy/orders.md#the-order-record.
import { describe, expect, it } from 'vitest';
import { expectError } from './expect-error.ts';
import { activate, openMarket, settled } from './market.ts';
import { BAD_EXAMPLE } from './provider-in-state.ts';
import { json } from '../../test-bed/seller.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { publishGated } from './gated-listing.ts';

const market = await openMarket();
const { api } = market;
/** Not the account that sells. */
const buyer = await market.account();

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FIELDS = [
  'charged',
  'completedAt',
  'createdAt',
  'durationMs',
  'failure',
  'id',
  'keyId',
  'listing',
  'listingId',
  'metadata',
  'orderState',
  'outputErrors',
  'outputValid',
  'price',
  'requestBody',
  'revision',
  'startedAt',
];

const order = (body: unknown) => api.post('/v1/orders', body);

describe.concurrent('an activation', () => {
  it('returns 201 with the order, and its path in Location', async () => {
    const { provider } = await market.publish();
    const response = await order({ listingId: provider.id, requestBody: { a: 1 } });
    expect(response.status).toBe(201);
    expect(response.body.id).toMatch(UUID_V7);
    expect(response.body.listingId).toBe(provider.id);
    const location = response.headers.get('location') ?? '';
    expect(new URL(location, market.server.baseUrl).pathname).toBe(
      `/v1/orders/${response.body.id}`,
    );
    const read = await settled(api, response.body);
    expect(read.id).toBe(response.body.id);
  });

  it('creates an order that completes with the seller’s response and has exactly the documented fields', async () => {
    const { provider } = await market.publish({ provider: { price: { amount: 0.25 } } });
    const done = await activate(api, provider.id, { a: [1, 'ü', null] });
    expect(Object.keys(done).toSorted()).toEqual([...FIELDS, 'result'].toSorted());
    expect(done).toMatchObject({
      orderState: 'completed',
      requestBody: { a: [1, 'ü', null] },
      result: { echo: { a: [1, 'ü', null] } },
      failure: null,
      outputValid: null,
      outputErrors: null,
      charged: true,
      revision: 1,
      price: { amount: 0.25, unit: 'call', currency: 'USD' },
    });
    const [created, started, completed] = [done.createdAt, done.startedAt, done.completedAt].map(
      (text) => Date.parse(text),
    );
    expect(created).toBeLessThanOrEqual(started as number);
    expect(started).toBeLessThanOrEqual(completed as number);
    expect(done.durationMs).toBeGreaterThanOrEqual(0);
    expect(Math.abs((completed as number) - (started as number) - done.durationMs)).toBeLessThan(
      50,
    );
  });

  it('creates an order that fails with a message and has exactly the documented fields', async () => {
    const { provider, seller } = await market.publish();
    seller.on('POST /run', () => json({ error: 'Out of ink' }, 503));
    const failed = await activate(api, provider.id, {});
    expect(Object.keys(failed).toSorted()).toEqual([...FIELDS, 'errorMessage'].toSorted());
    expect(failed).toMatchObject({ orderState: 'failed', charged: false });
  });

  it('creates an order that is pending or running until the seller responds, with null for what is not yet known', async () => {
    const { listingId, gate } = await publishGated(market);
    const { body } = await order({ listingId });
    await gate.reached;
    const running = (await api.get(`/v1/orders/${body.id}`)).body;
    expect(Object.keys(running).toSorted()).toEqual(FIELDS);
    expect(running).toMatchObject({
      orderState: 'running',
      completedAt: null,
      durationMs: null,
      failure: null,
      charged: false,
    });
    expect(Date.parse(running.startedAt)).toBeGreaterThan(0);
    gate.open();
    expect(await settled(api, body)).toMatchObject({ orderState: 'completed', charged: true });
  });

  it('creates an order that never changes once it is settled', async () => {
    const { provider, seller } = await market.publish();
    const done = await activate(api, provider.id, {});
    await api.patch(`/v1/listings/${provider.id}`, {
      listingState: 'archived',
      price: { amount: 9 },
    });
    await seller.close();
    expect((await api.get(`/v1/orders/${done.id}`)).body).toEqual(done);
  });

  it('calls the seller once', async () => {
    const { provider, seller } = await market.publish();
    await activate(api, provider.id, {});
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
  });

  it('calls the seller once even if the call fails', async () => {
    const { provider, seller } = await market.publish();
    seller.on('POST /run', (_call, response) => {
      response.destroy();
      return undefined;
    });
    expect((await activate(api, provider.id, {})).orderState).toBe('failed');
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
  });

  it('does not reveal the buyer’s key, account or headers to the seller', async () => {
    const { provider, seller } = await market.publish();
    await activate(buyer.api, provider.id, {}, { 'x-mine': 'private', cookie: 'a=b' });
    const [call] = seller.requestsTo('POST /run');
    expect(call?.headers['content-type']).toMatch(/^application\/json/);
    const receivedHeaders = JSON.stringify(call?.headers);
    const payload = String(call?.headers['x-mkt-payload']).split('.')[0] ?? '';
    for (const secret of [buyer.api.key ?? '', buyer.email, 'private', 'a=b', buyer.userId]) {
      expect(receivedHeaders).not.toContain(secret);
      expect(Buffer.from(payload, 'base64url').toString()).not.toContain(secret);
    }
  });
});

describe.concurrent('the seller’s view of an order', () => {
  it('has the fields of the buyer’s view and a pseudonym, and nothing else about the buyer', async () => {
    const { provider } = await market.publish();
    const done = await activate(buyer.api, provider.id, { text: 'Hi' });
    const { body } = await api.get(`/v1/providers/${provider.id}/orders`);
    expect(body.data).toHaveLength(1);
    const { buyerId, ...rest } = body.data[0];
    const { keyId: _, metadata: __, ...shared } = done;
    expect(rest).toEqual(shared);
    expect(buyerId).toMatch(/\S/);
    expect(JSON.stringify(body)).not.toContain(buyer.userId);
    expect(JSON.stringify(body)).not.toContain(buyer.email);
  });

  it('is visible only to the seller, and the order only to the buyer', async () => {
    const { provider } = await market.publish();
    const done = await activate(buyer.api, provider.id, {});
    expectError(await buyer.api.get(`/v1/providers/${provider.id}/orders`), 404, 'not_found');
    expectError(await api.get(`/v1/orders/${done.id}`), 404, 'not_found');
    const orderIds = (await api.get('/v1/orders')).body.data.map(({ id }: any) => id);
    expect(orderIds).not.toContain(done.id);
  });
});

describe.concurrent('an order in flight', () => {
  it('completes even if the buyer disconnects while waiting', async () => {
    const { listingId, gate } = await publishGated(market);
    const hangUp = new AbortController();
    const activation = buyer.api.post(
      '/v1/orders',
      { listingId },
      { headers: { prefer: 'wait=30' }, signal: hangUp.signal },
    );
    await gate.reached;
    hangUp.abort();
    await expect(activation).rejects.toThrow(/abort/i);
    gate.open();
    const completed = await pollUntil('the order is completed', async () => {
      const { body } = await buyer.api.get(`/v1/orders?listingId=${listingId}`);
      return body.data.find(({ orderState }: any) => orderState === 'completed');
    });
    expect(completed.result).toEqual({ done: true });
  });

  it('settles normally when the listing is archived while it runs', async () => {
    const { listingId, gate } = await publishGated(market);
    const { body } = await order({ listingId });
    await gate.reached;
    await api.patch(`/v1/listings/${listingId}`, { listingState: 'archived' });
    gate.open();
    expect(await settled(api, body)).toMatchObject({ orderState: 'completed', charged: true });
  });

  it('runs the published contract even after a change to it was refused', async () => {
    const { provider } = await market.publish();
    const changed = { ...provider.runContract, ...BAD_EXAMPLE };
    expect((await api.patch(`/v1/listings/${provider.id}`, { runContract: changed })).status).toBe(
      422,
    );
    expect(await activate(api, provider.id, {})).toMatchObject({ revision: 1, charged: true });
  });
});
