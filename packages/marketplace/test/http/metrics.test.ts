// docs/operate/monitor.md#metrics: where the time of an order goes, what waits, and what was refused.
import { describe, expect, it } from 'vitest';
import { createDatabaseTimings } from '../../src/database/engine.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { createOutcomes } from '../../src/market/outcomes.ts';
import { createEventCounts } from '../../src/structures/counters.ts';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { hold, json } from '../../../../test-bed/seller.ts';
import type { Api } from '../../../../test-bed/api.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

/** The series of a scrape, by name and labels. */
function seriesIn(text: string): Record<string, number> {
  const lines = text.matchAll(/^([a-z_]+(?:\{[^}]*\})?) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

const scrape = async (api: Api) => seriesIn((await api.get('/metrics')).text);

/** The series of a metric that are not zero, by the value of their label. */
function notZero(series: Record<string, number>, metric: string): Record<string, number> {
  const values = Object.entries(series).flatMap(([name, value]) => {
    const label = name.startsWith(`${metric}{`) ? /="([^"]*)"\}$/.exec(name)?.[1] : undefined;
    return label === undefined || value === 0 ? [] : [[label, value] as const];
  });
  return Object.fromEntries(values);
}

describe.each(MARKETS)('the metrics of orders, on $name', ({ openMarket }) => {
  it('have the duration of calls by outcome, and of every other step', async () => {
    const market = await openMarket();
    const seller = await openSeller({
      'POST /run': ({ body }) => json({}, JSON.parse(body.toString()).fails ? 503 : 200),
    });
    const { id } = await publish(market, seller);
    for (const fails of [false, true, false]) {
      expect((await market.api.activate(id, { fails }, 20)).status).toBe(201);
    }
    const series = await scrape(market.api);
    expect(notZero(series, 'mkt_call_duration_seconds_count')).toEqual({
      completed: 2,
      seller_status: 1,
    });
    expect(notZero(series, 'mkt_order_step_duration_seconds_count')).toEqual({
      receive: 3,
      check: 3,
      store: 3,
      settle: 3,
    });
    const kinds = Object.keys(notZero(series, 'mkt_database_transaction_duration_seconds_count'));
    expect(kinds).toEqual(expect.arrayContaining(['read', 'write']));
    expect(series['mkt_database_commit_duration_seconds_count']).toBeGreaterThan(0);
    const buckets = Object.entries(series).filter(([name]) =>
      /^mkt_call_duration_seconds_bucket.*"completed"/.test(name),
    );
    const counts = buckets.map(([, count]) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toEqual([
      'mkt_call_duration_seconds_bucket{le="+Inf",outcome="completed"}',
      2,
    ]);
  });

  it('count the time that a response waits for its order apart from that of its request', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller);
    const startedMs = performance.now();
    const { body } = await market.api.activate(id, {}, 1);
    const elapsed = (performance.now() - startedMs) / 1_000;
    expect(body.orderState).toBe('running');
    const series = await scrape(market.api);
    const waited = series['mkt_http_wait_duration_seconds_sum{route="createOrder"}'] ?? 0;
    const took = series['mkt_http_request_duration_seconds_sum{route="createOrder"}'] ?? 0;
    expect(waited).toBeGreaterThan(0.99);
    expect(took).toBeGreaterThan(0);
    expect(waited + took).toBeLessThan(elapsed);
    (await seller.nextCall()).respond({});
  });

  it('have the age of the oldest waiting order, and how the waiting ones are distributed', async () => {
    const environment = { MKT_CALLS_PER_SELLER: '1', MKT_WAITING_PER_SELLER: '4' };
    const market = await openMarket({ environment });
    const other = await market.otherApi();
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller);
    const none = await scrape(market.api);
    expect(none['mkt_oldest_waiting_order_age_seconds']).toBe(0);
    expect(notZero(none, 'mkt_orders_waiting_accounts')).toEqual({});
    for (const api of [market.api, market.api, other]) await api.activate(id);
    market.clock.move(20_000);
    const series = await scrape(market.api);
    expect(series['mkt_oldest_waiting_order_age_seconds']).toBeGreaterThanOrEqual(20);
    expect(series['mkt_orders_waiting']).toBe(2);
    expect(notZero(series, 'mkt_orders_waiting_accounts')).toEqual({ seller: 1, buyer: 2 });
    expect(notZero(series, 'mkt_queue_used_ratio')).toMatchObject({ seller: 0.5 });
    for (let n = 0; n < 3; n++) (await seller.nextCall()).respond({});
    await expect
      .poll(async () => notZero(await scrape(market.api), 'mkt_order_step_duration_seconds_count'))
      .toMatchObject({ wait: 2, settle: 3 });
    const after = await scrape(market.api);
    expect(after['mkt_oldest_waiting_order_age_seconds']).toBe(0);
    expect(after['mkt_order_step_duration_seconds_sum{step="wait"}']).toBeGreaterThan(40);
  });

  it('say how far statistics and webhooks are behind', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /hook': () => ({ status: 204 }) });
    const { id } = await publish(market, seller);
    await market.api.post('/v1/webhooks', { url: `${seller.url}/hook` });
    await market.api.activate(id, {}, 20);
    // The clock moves, and no chore runs.
    market.clock.move(5_000);
    const behind = await scrape(market.api);
    expect(behind['mkt_follower_lag_seconds{follower="statistics"}']).toBeGreaterThanOrEqual(5);
    expect(behind['mkt_follower_lag_seconds{follower="webhooks"}']).toBeGreaterThanOrEqual(5);
    expect(behind['mkt_webhook_overdue_seconds']).toBe(0);
    await market.advance(2_000);
    const caughtUp = await scrape(market.api);
    expect(notZero(caughtUp, 'mkt_follower_lag_seconds')).toEqual({});
  });

  it('count error responses by type, and say whether the process is ready', async () => {
    const market = await openMarket();
    await market.api.as('mkt_wrong').get('/v1/me');
    await market.api.get('/v1/orders/none');
    await market.api.get('/nowhere/at/all');
    const series = await scrape(market.api);
    expect(notZero(series, 'mkt_http_errors_total')).toMatchObject({ unauthenticated: 1 });
    expect(series['mkt_http_errors_total{type="not_found"}']).toBeGreaterThanOrEqual(1);
    expect(series['mkt_ready']).toBe(1);
  });
});

describe('a scrape', () => {
  it('succeeds while the database does not answer, and asks it only once', async () => {
    let reads = 0;
    const never = () => {
      reads += 1;
      return new Promise<never>(() => undefined);
    };
    const metrics = createMetrics({
      runningCalls: () => 1,
      waitingOrders: () => 0,
      distribution: () => ({ sellers: 0, buyers: 0, usedRatio: {} }),
      eventStreams: () => 0,
      isNetworkDown: () => false,
      outcomes: createOutcomes(),
      database: createDatabaseTimings(),
      refusedConnections: createEventCounts(['process', 'address']),
      notReady: () => Promise.reject(new Error('gone')),
      integrity: () => undefined,
      backlog: never,
    });
    const [first] = await Promise.all([metrics.text(), metrics.text()]);
    const series = seriesIn(first);
    expect(reads).toBe(1);
    expect([series['mkt_ready'], series['mkt_calls_running']]).toEqual([0, 1]);
    const ofDatabase = /^mkt_(?:oldest_waiting|follower_lag|webhook_overdue)/;
    expect(Object.keys(series).filter((name) => ofDatabase.test(name))).toEqual([]);
  });
});
