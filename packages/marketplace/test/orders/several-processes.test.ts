// Several processes on one Postgres, in one process of the test: roles, limits and notifications.
import { describe, expect, it } from 'vitest';
import { createMovableClock } from '../../src/server/outside.ts';
import {
  newFolder,
  openMarket,
  providerOf,
  publish,
  type Market,
  type MarketOptions,
} from '../market.ts';
import { outcomesOf } from '../outcome-counts.ts';
import { newDatabase } from '../postgres/databases.ts';
import { openEventStream } from '../../../../test-bed/event-stream.ts';
import { until } from '../../../../test-bed/until.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold, OK } from '../../../../test-bed/seller.ts';
import { createGate } from '../../../../test-bed/gate.ts';

const ONE_CALL = { MKT_CALLS_PER_SELLER: '1' };

/** Opens processes on one database, with the same clock and developer key. */
async function cluster() {
  const home = { folder: newFolder(), database: await newDatabase(), clock: createMovableClock() };
  return (options: MarketOptions & { role?: string } = {}) => {
    const { role = 'all', environment, ...more } = options;
    return openMarket({ ...home, ...more, environment: { MKT_ROLE: role, ...environment } });
  };
}

describe('roles', () => {
  it('api serves requests and worker runs the reviews', async () => {
    const open = await cluster();
    const api = await open({ role: 'api' });
    const seller = await openSeller();
    const { body: created } = await api.api.post('/v1/providers', providerOf(seller));
    expect(created.status).toBe('pending_review');
    const requests = seller.requests.length;
    const worker = await open({ role: 'worker' });
    await worker.reviewsIdle();
    expect(seller.requests.length).toBeGreaterThan(requests);
    const { body } = await api.api.get(`/v1/providers/${created.id}`);
    expect(body.status).toBe('published');
    const { body: order } = await api.api.activate(created.id, { n: 1 }, 20);
    expect(order.orderState).toBe('completed');
  });

  it('worker serves health and metrics, and nothing else', async () => {
    const open = await cluster();
    const { api } = await open({ role: 'worker' });
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await api.get(path)).status).toBe(200);
    }
    for (const path of ['/v1/orders', '/v1/marketplace/listings', '/v1/openapi.json']) {
      const { status, body } = await api.get(path);
      expect([status, body.type]).toEqual([404, 'not_found']);
    }
  });
});

describe('an order without a free slot in the process that stored it', () => {
  it('is called by a process that has one, and waiting requests are notified', async () => {
    const open = await cluster();
    const first = await open({ environment: ONE_CALL });
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(first, seller);
    const second = await open({ environment: ONE_CALL });
    const held = first.api.activate(listingId, { n: 1 }, 20);
    const firstCall = await seller.nextCall();
    const waiting = first.api.activate(listingId, { n: 2 }, 20);
    const secondCall = await seller.nextCall();
    expect(secondCall.input).toEqual({ n: 2 });
    secondCall.respond({ n: 2 });
    expect((await waiting).body).toMatchObject({ orderState: 'completed', result: { n: 2 } });
    firstCall.respond({});
    expect((await held).body.orderState).toBe('completed');
    expect(seller.calls).toHaveLength(2);
    expect((await second.api.get('/v1/orders')).body.data).toHaveLength(2);
  });

  it('is called once, however many processes have queued it', async () => {
    const open = await cluster();
    const processes: Market[] = [];
    for (let n = 0; n < 3; n++) processes.push(await open({ environment: ONE_CALL }));
    const seller = await openSeller();
    const { id: listingId } = await publish(processes[0]!, seller);
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => processes[n % 3]!.api.activate(listingId, { n }, 20)),
    );
    for (const { body } of responses) expect(body.orderState).toBe('completed');
    expect(seller.calls.map(({ input }) => input.n).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 30 }).keys(),
    ]);
  });
});

describe('the outcomes of orders', () => {
  it('are counted by the process that settled them, and by no other', async () => {
    const open = await cluster();
    const [first, second] = [await open(), await open()];
    const seller = await openSeller();
    const { id } = await publish(first, seller);
    for (const process of [first, second, second]) await process.api.activate(id, {}, 20);
    for (const process of [first, second]) await process.advance(60_000);
    const counts = [first, second].map(({ api }) => outcomesOf(api, 'mkt_orders_settled_total'));
    expect(await Promise.all(counts)).toEqual([{ completed: 1 }, { completed: 2 }]);
  });
});

describe('health', () => {
  it('is probed by only one of several processes', async () => {
    const open = await cluster();
    const [one, two] = [await open(), await open()];
    const seller = await openSeller();
    const listing = await publish(one, seller, {
      runContract: { healthEndpoint: `${seller.url}/health` },
    });
    const before = seller.requestsTo('GET /health').length;
    await Promise.all([one.advance(300_000), two.advance(0)]);
    expect(seller.requestsTo('GET /health').length).toBe(before + 1);
    const { body } = await two.api.get(`/v1/marketplace/listings/${listing.id}`);
    expect(body.health.status).toBe('healthy');
  });
});

describe('rate limits', () => {
  const LIMITED = { MKT_RATE_OUTBOUND_PER_MINUTE: '4', MKT_RATE_LIMIT_STORE: 'postgres' };
  const preview = '/v1/listings/from-service/preview';

  async function statusesOf(environment: Record<string, string>): Promise<number[]> {
    const open = await cluster();
    const options = { dev: false, environment };
    const processes = [await open(options), await open(options)];
    const { apiKey } = await processes[0]!.createAccount();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const { status } = await processes[n % 2]!.api.as(apiKey).post(preview, {});
      statuses.push(status);
    }
    return statuses;
  }

  it('limits that are counted in the database apply to all processes together', async () => {
    expect(await statusesOf(LIMITED)).toEqual([400, 400, 400, 400, 429, 429]);
  });

  it('bytes that are counted in the database are those of all processes together', async () => {
    const environment = {
      MKT_RATE_KIB_PER_SECOND: '64',
      MKT_RATE_KIB_BURST: '200',
      MKT_RATE_LIMIT_STORE: 'postgres',
    };
    const open = await cluster();
    const processes = [await open({ environment }), await open({ environment })];
    const { apiKey } = await processes[0]!.createAccount();
    const body = { listingId: 'nothing', requestBody: 'x'.repeat(130 * 1024) };
    const sent = [0, 1, 0, 1].map((n) => processes[n]!.api.as(apiKey).post('/v1/orders', body));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([404, 429, 429, 429]);
  });

  it('limits that are counted in memory apply to each process', async () => {
    const perProcess = { ...LIMITED, MKT_RATE_LIMIT_STORE: 'memory' };
    expect(await statusesOf(perProcess)).toEqual([400, 400, 400, 400, 400, 400]);
  });
});

describe('a sweep', () => {
  it('the sweep of one process does not touch the calls of another until their lease expires', async () => {
    const open = await cluster();
    const caller = await open();
    const other = await open();
    const seller = await openSeller({ 'POST /run': hold });
    const { id: listingId } = await publish(caller, seller);
    const { body: order } = await caller.api.activate(listingId, { n: 1 });
    const call = await seller.nextCall();
    await other.advance(10_000);
    expect((await other.api.get(`/v1/orders/${order.id}`)).body.orderState).toBe('running');
    call.respond({ n: 1 });
    await until(() => seller.calls.length === 1);
    const { body } = await other.api.get(`/v1/orders/${order.id}`, {
      headers: { prefer: 'wait=20' },
    });
    expect(body).toMatchObject({ orderState: 'completed', result: { n: 1 } });
  });
});

describe('event streams', () => {
  it('report what another process did, whether it serves requests or only works in the background', async () => {
    const open = await cluster();
    const api = await open({ role: 'api' });
    await open({ role: 'worker' });
    const other = await open({ role: 'api' });
    const stream = await openEventStream(other.url, { 'x-mkt-api-key': other.apiKey ?? '' });
    // From here on, the other processes know that this one has a stream.
    await stream.upTo('resync');
    // Changes within 50 ms are one event, so the review waits for the first one.
    const gate = createGate();
    const seller = await openSeller({ 'HEAD /run': gate.before(OK) });
    const { body: provider } = await api.api.post('/v1/providers', providerOf(seller));
    await stream.upTo('listing.updated', provider.id);
    gate.open();
    // The worker publishes it.
    await stream.upTo('listing.updated', provider.id);
    await api.reviewsIdle();
    const { body: order } = await api.api.activate(provider.id, {}, 20);
    expect(await stream.upTo('sale.updated', order.id)).not.toEqual([]);
  });
});
