// docs/operate/scale.md: orders that lock the same rows, on several processes, never wait for each other in a
// circle. Postgres would end one of them after a second, and its requests would fail.
import { expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../packages/marketplace/src/database/operation.ts';
import { openPostgres } from '../../packages/marketplace/src/database/postgres/engine.ts';
import type { MarketplaceProcess } from '../../packages/marketplace/test/marketplace-process.ts';
import type { Api } from '../../test-bed/api.ts';
import { published } from '../../test-bed/reviewed.ts';
import { json, OK } from '../../test-bed/seller.ts';
import { openSeller } from '../../test-bed/within-test.ts';
import { openCluster, type Cluster } from './processes.ts';

const PATIENT = { timeout: 60_000, interval: 50 };
const PRICE = { amount: 0.01, currency: 'USD', unit: 'call' };
const ROOM = {
  MKT_SHARE_WAITING_PER_PAIR: '1000',
  MKT_RATE_REQUESTS_PER_SECOND: '10000',
  MKT_RATE_BURST: '20000',
};
const ROUNDS = 12;
const AT_ONCE = 120;

/** What Postgres counts of its own. */
function openCounters({ postgres }: Cluster) {
  const { engine, close } = openPostgres({ url: postgres.url('postgres'), connections: 1 });
  onTestFinished(close);
  function* statement(_: unknown, sql: string): Operation<readonly unknown[]> {
    return (yield { sql, parameters: [] }).rows;
  }
  return async function number(sql: string): Promise<number> {
    const [row] = (await engine.write(statement, sql)) as { n: number }[];
    return Number(row?.n);
  };
}

const DEADLOCKS = 'SELECT sum(deadlocks) AS n FROM pg_stat_database';

/** Keys of one account, of which some are above others, with budgets at every level. */
async function createKeys(api: Api): Promise<Api[]> {
  const budget = { limit: 1_000, currency: 'USD', period: 'day' };
  const create = async (by: Api, own: object | null) => {
    const { body } = await by.post('/v1/api-keys', { name: 'k', scopes: ['*'], budget: own });
    return api.as(body.key);
  };
  const tops = await Promise.all([create(api, budget), create(api, budget), create(api, null)]);
  const below = await Promise.all(
    tops.flatMap((top) => [create(top, budget), create(top, null), create(top, budget)]),
  );
  return [...tops, ...below];
}

it('keys with budgets, crossed idempotency keys and webhooks cause no deadlock', async () => {
  const cluster = await openCluster();
  const processes: MarketplaceProcess[] = [];
  for (let n = 0; n < 3; n++) processes.push(await cluster.start('all', ROOM));
  const { api } = processes[0]!;
  let calls = 0;
  // Every third order fails, and gives its amount back.
  const seller = await openSeller({
    'POST /run': () => ((calls += 1) % 3 === 0 ? json({ error: 'no' }, 500) : json({ ok: true })),
    'POST /hook': () => OK,
  });
  const runContract = { method: 'POST', endpointPath: `${seller.url}/run` };
  const listings: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { body } = await api.post('/v1/providers', { title, price: PRICE, runContract });
    listings.push((await published(api, body.id)).id);
  }
  for (let n = 0; n < 3; n++) {
    const { status } = await api.post('/v1/webhooks', { url: `${seller.url}/hook?${n}` });
    expect(status).toBe(201);
  }
  const keys = await createKeys(api);
  const number = openCounters(cluster);
  const before = await number(DEADLOCKS);

  const failures: string[] = [];
  const orders = new Set<string>();
  /** Two buyers each use the same idempotency keys in opposite orders, on other processes and with other API keys. */
  async function buyer(n: number): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const turn = n % 2 === 0 ? round : ROUNDS - 1 - round;
      const by = keys[(n + round) % keys.length]!;
      const at = processes[(n + turn) % processes.length]!.api.as(by.key);
      const body = { listingId: listings[turn % 3], requestBody: { turn } };
      const headers = {
        prefer: 'wait=0',
        'idempotency-key': `crossed-${turn}-${Math.floor(n / 2)}`,
      };
      const response = await at.post('/v1/orders', body, { headers });
      if (response.status === 201 || response.status === 200) orders.add(response.body.id);
      else failures.push(`${response.status} ${response.text}`);
      if (n === 0) await changeBudget(round);
    }
  }
  /** Budgets come and go above keys with which orders are being placed. */
  async function changeBudget(round: number): Promise<void> {
    const { body } = await api.get('/v1/api-keys?limit=100');
    const own = body.data.filter((key: { name: string }) => key.name === 'k');
    const { id } = own[round % own.length];
    const budget = round % 2 === 0 ? { limit: 2_000, currency: 'USD', period: 'month' } : null;
    const { status, text } = await api.patch(`/v1/api-keys/${id}`, { budget });
    if (status !== 200) failures.push(`${status} ${text}`);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => buyer(n)));

  expect(failures).toEqual([]);
  expect(orders.size).toBe((ROUNDS * AT_ONCE) / 2);
  const open = `SELECT count(*) AS n FROM orders WHERE state IN ('pending', 'running')`;
  await expect.poll(() => number(open), PATIENT).toBe(0);
  // A connection of Postgres has published its counters at the latest when it ends.
  await Promise.all(processes.map((process) => process.end('SIGTERM')));
  const others = `SELECT count(*) AS n FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await expect.poll(() => number(others), PATIENT).toBe(0);
  expect((await number(DEADLOCKS)) - before).toBe(0);
}, 120_000);
