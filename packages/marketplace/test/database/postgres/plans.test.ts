// docs/operate/scale.md#which-postgres: plans may only look rows up, and Postgres compiles none, on every version.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { newFolder, openMarket, publish } from '../../market.ts';
import { startCluster, type PostgresCluster } from '../../postgres/cluster.ts';
import { runStatements } from '../../postgres/databases.ts';
import { openSeller } from '../../../../../test-bed/within-test.ts';

/** Every plan that is executed is in the log, as JSON. */
const EXPLAINED = [
  'shared_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_format=json',
  'log_line_prefix=',
];

let cluster: PostgresCluster;
beforeAll(async () => {
  cluster = await startCluster(EXPLAINED);
});
afterAll(() => cluster.remove());

interface Plan {
  'Query Text': string;
  Plan: { 'Total Cost': number };
}

/** Lines after the first of an entry are indented by a tab. */
function plansOf(log: string): Plan[] {
  return [...log.matchAll(/plan:\n((?:\t.*\n)+)/g)].map(
    ([, plan = '']) => JSON.parse(plan) as Plan,
  );
}

/** Before Postgres 18 a plan that the settings rule out costs 1e10, from 18 on it says so. */
const isRuledOut = (plan: Plan) =>
  plan.Plan['Total Cost'] > 1e9 || JSON.stringify(plan).includes('"Disabled":true');

/** Runs what an order needs, with and without an idempotency key and a budget, and the chores. */
async function sell(database: string): Promise<void> {
  const market = await openMarket({ folder: newFolder(), database });
  const seller = await openSeller();
  const { id, slug } = await publish(market, seller);
  const { body: key } = await market.api.post('/v1/api-keys', {
    name: 'budgeted',
    scopes: ['*'],
    budget: { limit: 1, currency: 'USD', period: 'day' },
  });
  const budgeted = market.api.as(key.key);
  for (const api of [market.api, budgeted]) {
    for (const listing of [id, slug]) {
      for (let n = 0; n < 7; n++) {
        const { body } = await api.activate(listing, { n }, 20);
        expect(body.orderState).toBe('completed');
        await api.get(`/v1/orders/${body.id}`);
      }
    }
  }
  const order = { listingId: id, requestBody: { n: 1 } };
  const once = { headers: { 'idempotency-key': id } };
  for (let n = 0; n < 2; n++) {
    expect((await market.api.post('/v1/orders', order, once)).status).toBeLessThan(300);
  }
  await market.api.get('/v1/orders');
  await market.api.get('/v1/marketplace/listings?q=echo');
  await market.advance(3_600_000);
}

it('no statement of an order has a plan that the settings rule out', async () => {
  const database = cluster.url('postgres');
  await sell(database);
  // Once more with statistics, on new connections.
  await runStatements(database, ['ANALYZE']);
  await sell(database);
  const plans = plansOf(cluster.log());
  const texts = plans.map((plan) => plan['Query Text']);
  for (const each of ['UPDATE orders SET state', 'INSERT INTO orders', 'from "api_key"']) {
    expect(texts.some((text) => text.includes(each))).toBe(true);
  }
  const ruledOut = plans.filter((plan) => isRuledOut(plan));
  expect([...new Set(ruledOut.map((plan) => plan['Query Text']))]).toEqual([]);
});

it('no session compiles plans, or outlives its client for long', async () => {
  const clients: Client[] = [];
  const { connect } = Client.prototype;
  Client.prototype.connect = function watched(this: Client) {
    clients.push(this);
    return Reflect.apply(connect, this, []) as Promise<Client>;
  };
  onTestFinished(() => {
    Client.prototype.connect = connect;
  });
  const url = cluster.url('postgres');
  await runStatements(url, ['ALTER DATABASE postgres SET jit = on']);
  const market = await openMarket({ folder: newFolder(), database: url });
  const seller = await openSeller();
  const { id } = await publish(market, seller);
  await market.api.activate(id, { n: 1 }, 20);
  await market.api.get('/v1/orders');
  Client.prototype.connect = connect;

  const observer = new Client({ connectionString: url });
  await observer.connect();
  onTestFinished(() => observer.end());
  const { rows: open } = await observer.query<{ pid: number; name: string }>(
    `SELECT pid, application_name AS name FROM pg_stat_activity
     WHERE datname = 'postgres' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  expect(new Set(open.map(({ name }) => name))).toEqual(
    new Set(['mkt-marketplace', 'mkt-marketplace jobs', 'mkt-marketplace listener']),
  );
  const settings = new Map<number, string>();
  for (const client of clients) {
    const { rows } = await client
      .query<{ pid: number; settings: string }>(
        `SELECT pg_backend_pid() AS pid, concat_ws(' ', current_setting('jit'),
          current_setting('tcp_keepalives_idle')) AS settings`,
      )
      .catch(() => ({ rows: [] }));
    for (const row of rows) settings.set(row.pid, row.settings);
  }
  expect(open.map(({ pid }) => settings.get(pid))).toEqual(open.map(() => 'off 10'));
});
