// e2e/torture/README.md: disk full → 503, no 2xx, reads continue, /readyz says so. The limit on pages is
// SQLite's own, and so is the error that it gives; the limit on files is that of the system.
import { execFileSync } from 'node:child_process';
import type Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { interceptSqlite } from '../../torture/faults/intercept-sqlite.ts';
import { newFolder, openMarket, publish } from '../market.ts';
import { startMarketplace } from '../marketplace-process.ts';
import { newBareDatabase, runStatements } from '../postgres/databases.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold } from '../../../../test-bed/seller.ts';

/** The database connection of the next marketplace that is opened. */
function connectionOfMarket(): () => Database.Database {
  const connections = new Set<Database.Database>();
  const restore = interceptSqlite((_sql, run, connection) => {
    connections.add(connection);
    return run();
  });
  onTestFinished(restore);
  return () => {
    const market = [...connections].find(({ name }) => name.endsWith('market.db'));
    if (!market) throw new Error('No marketplace has opened a database.');
    return market;
  };
}

const UNLIMITED_PAGES = 1_000_000;
/** Larger than the free pages within the file. */
const BODY = { text: 'x'.repeat(200_000) };

it('a full disk refuses orders, reads continue, and orders work again once there is room', async () => {
  const connection = connectionOfMarket();
  const market = await openMarket({ folder: newFolder() });
  const seller = await openSeller();
  const { id: listingId } = await publish(market, seller);
  const kept = await market.api.activate(listingId, { n: 1 }, 20);
  expect(kept.body.orderState).toBe('completed');

  const pages = connection().pragma('page_count', { simple: true });
  connection().pragma(`max_page_count = ${String(pages)}`);
  const called = seller.calls.length;
  for (let n = 0; n < 3; n++) {
    const refused = await market.api.activate(listingId, BODY, 20);
    expect(refused.status).toBe(503);
    expect(refused.body.type).toBe('storage_unavailable');
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const again = await market.api.get(`/v1/orders/${kept.body.id}`);
    expect(again).toMatchObject({ status: 200, body: kept.body });
    const ready = await market.api.get('/readyz');
    expect([ready.status, ready.body]).toEqual([503, { status: 'not ready', reason: 'disk_full' }]);
    expect(ready.headers.get('retry-after')).toBe('5');
  }
  expect((await market.api.get('/v1/orders')).body.data).toHaveLength(1);
  expect((await market.api.get('/v1/marketplace/listings')).body.data).toHaveLength(1);
  expect(seller.calls).toHaveLength(called);

  connection().pragma(`max_page_count = ${UNLIMITED_PAGES}`);
  const resumed = await market.api.activate(listingId, BODY, 20);
  expect(resumed).toMatchObject({ status: 201, body: { orderState: 'completed' } });
  await market.advance(5_000);
  expect((await market.api.get('/readyz')).status).toBe(200);
});

it('a marketplace that finds no room for its first rows does not start, and says why in one sentence', async () => {
  const restore = interceptSqlite((_sql, run, connection) => {
    connection.pragma('max_page_count = 3');
    return run();
  });
  onTestFinished(restore);
  await expect(openMarket({ folder: newFolder() })).rejects.toThrow(
    /^The disk of the data folder \S+ is full \(SQLITE_FULL\)\. Make room, or choose another folder with --data\.$/,
  );
});

it.runIf(process.platform === 'linux')(
  'a process that cannot write a file says so on /readyz, without an order, and is ready once it can',
  async () => {
    const { baseUrl, pid, api } = await startMarketplace(['--data', newFolder()]);
    const allow = (bytes: '0' | 'unlimited') =>
      void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
    const readyz = async () => {
      const response = await fetch(`${baseUrl}/readyz`);
      return [response.status, ((await response.json()) as { reason?: string }).reason];
    };
    expect(await readyz()).toEqual([200, undefined]);
    allow('0');
    await expect.poll(readyz).toEqual([503, 'disk_error']);
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    expect((await api.get('/v1/orders')).status).toBe(200);
    allow('unlimited');
    await expect.poll(readyz).toEqual([200, undefined]);
  },
);

it('an order that finds no room in Postgres makes the process not ready for 5 s, although a small write still fits', async () => {
  const database = await newBareDatabase();
  const market = await openMarket({ folder: newFolder(), database });
  const { id: listingId } = await publish(market, await openSeller());
  const readyz = async () => (await market.api.get('/readyz')).body;
  expect(await readyz()).toEqual({ status: 'ready' });
  // The error that Postgres gives when a table cannot grow.
  await runStatements(database, [
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    'CREATE TRIGGER full_disk BEFORE INSERT ON orders EXECUTE FUNCTION refuse()',
  ]);
  expect((await market.api.activate(listingId, {})).body.type).toBe('storage_unavailable');
  expect(await readyz()).toEqual({ status: 'not ready', reason: 'disk_full' });
  await runStatements(database, ['DROP TRIGGER full_disk ON orders']);
  await market.advance(5_000);
  expect(await readyz()).toEqual({ status: 'ready' });
  expect((await market.api.activate(listingId, {}, 20)).body.orderState).toBe('completed');
});

it('an outcome that did not fit the full disk is stored once there is room', async () => {
  const connection = connectionOfMarket();
  const market = await openMarket({ folder: newFolder() });
  const seller = await openSeller({ 'POST /run': hold });
  const { id: listingId } = await publish(market, seller);
  const activation = market.api.activate(listingId, {}, 30);
  const call = await seller.nextCall();

  const pages = connection().pragma('page_count', { simple: true });
  connection().pragma(`max_page_count = ${String(pages)}`);
  call.respond(BODY);
  const failed = () => market.log.filter(({ message }) => message.includes('not be stored'));
  await expect.poll(() => failed().length).toBeGreaterThan(0);

  connection().pragma(`max_page_count = ${UNLIMITED_PAGES}`);
  await market.advance(500);
  expect((await activation).body).toMatchObject({ orderState: 'completed', result: BODY });
  expect(seller.calls).toHaveLength(1);
});
