// docs/buy/spending.md#what-counts: a budget is exact, whatever processes place the orders, and whatever
// happens to them.
import { expect, it, onTestFinished } from 'vitest';
import type { Operation } from '../../packages/marketplace/src/database/operation.ts';
import { openPostgres } from '../../packages/marketplace/src/database/postgres/engine.ts';
import type { MarketplaceProcess } from '../../packages/marketplace/test/marketplace-process.ts';
import type { Api } from '../../test-bed/api.ts';
import { published } from '../../test-bed/reviewed.ts';
import { echoAfter } from '../../test-bed/seller.ts';
import { openSeller } from '../../test-bed/within-test.ts';
import { openCluster, type Cluster } from './processes.ts';

const PRICE = { amount: 0.01, currency: 'USD', unit: 'call' };
const PATIENT = { timeout: 60_000, interval: 50 };
/** Room for every order of the test to wait: budgets alone decide. */
const ROOM = { MKT_SHARE_WAITING_PER_PAIR: '1000' };

/** Three processes, a listing that costs USD 0.01, and a key with a budget for some orders of it. */
async function openWithBudget(orders: number, delayMs: () => number) {
  const cluster = await openCluster();
  const processes: MarketplaceProcess[] = [];
  for (let n = 0; n < 3; n++) processes.push(await cluster.start('all', ROOM));
  const { api } = processes[0]!;
  const seller = await openSeller({ 'POST /run': echoAfter(delayMs) });
  const runContract = { method: 'POST', endpointPath: `${seller.url}/run` };
  const provider = { title: 'Echo', price: PRICE, runContract };
  const { body: created } = await api.post('/v1/providers', provider);
  const { id: listingId } = await published(api, created.id);
  const budget = { limit: orders * PRICE.amount, currency: 'USD', period: 'month' };
  const { body: key } = await api.post('/v1/api-keys', { name: 'k', scopes: ['*'], budget });
  const apis = () => processes.map((process) => process.api.as(key.key));
  return { cluster, processes, seller, listingId, apis };
}

/** The database, and what it says about orders and budgets. */
function openBooks({ postgres }: Cluster) {
  const { engine, close } = openPostgres({ url: postgres.url('postgres'), connections: 1 });
  onTestFinished(close);
  function* statement(_: unknown, sql: string): Operation<readonly unknown[]> {
    return (yield { sql, parameters: [] }).rows;
  }
  const query = (sql: string) => engine.write(statement, sql);
  async function number(sql: string): Promise<number> {
    const [row] = (await query(sql)) as { n: number }[];
    return Number(row?.n);
  }
  return {
    open: () => number(`SELECT count(*) AS n FROM orders WHERE state IN ('pending', 'running')`),
    stored: () => number(`SELECT count(*) AS n FROM orders`),
    failed: () => number(`SELECT count(*) AS n FROM orders WHERE state = 'failed'`),
    /** Zero if what counts is the sum of the open and completed orders. */
    difference: () =>
      number(`SELECT (SELECT sum(micros) FROM key_spend)
        - (SELECT sum(price_micros) FROM orders WHERE state <> 'failed') AS n`),
  };
}

it('1,000 activations at once on three processes make the 400 orders that the budget has room for', async () => {
  const { cluster, listingId, seller, apis } = await openWithBudget(400, () => 0);
  const books = openBooks(cluster);
  const all = apis();
  const responses = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => all[n % 3]!.activate(listingId, { n })),
  );
  const count = (status: number) => responses.filter((each) => each.status === status).length;
  expect([count(201), count(402)]).toEqual([400, 600]);
  await expect.poll(books.open, PATIENT).toBe(0);
  expect([await books.stored(), await books.failed()]).toEqual([400, 0]);
  expect(seller.callCounts.size).toBe(400);
  expect(await books.difference()).toBe(0);
}, 120_000);

it('what counts is the sum of the open and completed orders after processes were killed', async () => {
  const { cluster, processes, listingId, apis } = await openWithBudget(300, () => 50);
  const books = openBooks(cluster);
  let turn = 0;
  /** Whether the budget has room for more. */
  const place = async (api: Api) => {
    const response = await api.activate(listingId, { turn: turn++ }).catch(() => undefined);
    return response?.status !== 402;
  };
  const buyers = Array.from({ length: 12 }, async (_, n) => {
    let hasRoom = true;
    while (hasRoom) hasRoom = await place(apis()[(n + turn) % 3]!);
  });
  for (const [victim, stored] of [40, 90, 140].entries()) {
    await expect.poll(books.stored, PATIENT).toBeGreaterThan(stored);
    await processes[victim]!.end('SIGKILL');
    expect(await books.difference()).toBe(0);
    processes[victim] = await cluster.start('all', ROOM);
  }
  await Promise.all(buyers);
  expect(await books.difference()).toBe(0);
  await cluster.expireLeases();
  await expect.poll(books.open, PATIENT).toBe(0);
  expect(await books.difference()).toBe(0);
  expect((await books.stored()) - (await books.failed())).toBeLessThanOrEqual(300);
  // What the killed calls had used can be spent again.
  await Promise.all(Array.from({ length: 60 }, (_, n) => place(apis()[n % 3]!)));
  await expect.poll(books.open, PATIENT).toBe(0);
  expect((await books.stored()) - (await books.failed())).toBe(300);
}, 180_000);
