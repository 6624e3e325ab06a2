// e2e/torture/README.md: disk full → 503, no 2xx, reads continue. The limit on pages is SQLite's own, and
// so is the error that it gives.
import type Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { interceptSqlite } from '../../torture/faults/intercept-sqlite.ts';
import { newFolder, openMarket, publish } from '../market.ts';
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
  }
  expect((await market.api.get('/v1/orders')).body.data).toHaveLength(1);
  expect((await market.api.get('/v1/marketplace/listings')).body.data).toHaveLength(1);
  expect(seller.calls).toHaveLength(called);

  connection().pragma(`max_page_count = ${UNLIMITED_PAGES}`);
  const resumed = await market.api.activate(listingId, BODY, 20);
  expect(resumed).toMatchObject({ status: 201, body: { orderState: 'completed' } });
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
