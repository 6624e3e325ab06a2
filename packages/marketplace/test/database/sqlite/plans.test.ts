// e2e/torture/README.md: no statement on the main thread reads every listing or every order.
import { describe, expect, it } from 'vitest';
import type {
  Dialect,
  Operation,
  Statement,
  StatementOutcome,
} from '../../../src/database/operation.ts';
import { listOwnAudit } from '../../../src/audit/sql.ts';
import { listKeys } from '../../../src/keys/sql.ts';
import { keysBelow } from '../../../src/keys/sql-budget.ts';
import { searchCatalogue } from '../../../src/catalogue/sql.ts';
import { failingListings } from '../../../src/listings/sql-failing.ts';
import { takeDueProbes } from '../../../src/listings/sql-health.ts';
import { listingsUnderReview, listListings } from '../../../src/listings/sql.ts';
import { pruneOrders } from '../../../src/orders/sql.ts';
import {
  expireWaitingOrders,
  interruptLostOrders,
  oldestWaitingMs,
  waitingOrders,
} from '../../../src/orders/sql-settle.ts';
import { hasUncounted, nextUncounted } from '../../../src/stats/sql-count.ts';
import { pruneStats, readStats } from '../../../src/stats/sql.ts';
import { suspendAccount } from '../../../src/accounts/sql-suspend.ts';
import { openSqliteStorage } from '../../../src/server/sqlite-storage.ts';
import { createStillClock } from '../../still-clock.ts';
import { newId, PLENTY } from '../samples.ts';
import { listOrders } from '../../../src/orders/sql-lists.ts';

interface Explained {
  sql: string;
  plan: string[];
}

/** SQLite's query plans of an operation's statements, which are also run. */
async function plansOf(
  operation: (dialect: Dialect) => Iterable<Statement, unknown, StatementOutcome>,
): Promise<Explained[]> {
  const storage = await openSqliteStorage({ clock: createStillClock() });
  const explained: Explained[] = [];
  await storage.engine.write(function* explaining(dialect: Dialect): Operation<void> {
    const running = operation(dialect)[Symbol.iterator]();
    let step = running.next();
    while (!step.done) {
      const statement: Statement = step.value;
      const { rows } = yield { ...statement, sql: `EXPLAIN QUERY PLAN ${statement.sql}` };
      const plan = rows.map((row) => (row as { detail: string }).detail);
      explained.push({ sql: statement.sql, plan });
      step = running.next(yield statement);
    }
  }, undefined);
  await storage.close();
  expect(explained).not.toEqual([]);
  return explained;
}

const linesOf = (all: Explained[]) => all.flatMap(({ plan }) => plan);
const SCANS = /^SCAN (orders|listing|listing_health|api_key|audit|webhook|session)\b/;

describe('the embedded database searches metadata', () => {
  const buyerId = newId();

  it('among the orders that have a text, newest first without sorting', async () => {
    const search = await plansOf(function* withOneOrder(dialect) {
      const parameters = [buyerId, '"job":"nightly"', newId()];
      yield { sql: 'INSERT INTO order_metadata VALUES (?, ?, ?)', parameters };
      return yield* listOrders(dialect, {
        filter: { buyerId, metadata: { job: 'nightly' } },
        page: { limit: 5, after: null, maxBytes: PLENTY },
      });
    });
    expect(search.find(({ sql }) => sql.includes('cross join'))?.plan).toEqual([
      'SEARCH found USING PRIMARY KEY (buyer_id=? AND member=?)',
      'SEARCH orders USING COVERING INDEX orders_buyer (buyer_id=? AND id=?)',
    ]);
  });
});

describe('the embedded database finds', () => {
  const LATEST = Number.MAX_SAFE_INTEGER;
  const sweep = { leaseOwner: 'this', liveIds: ['a'], orphans: true, byMs: LATEST };
  for (const [what, operation] of [
    ['waiting orders', (dialect: Dialect) => waitingOrders(dialect, 10)],
    ['orders that waited too long', (dialect: Dialect) => expireWaitingOrders(dialect, LATEST)],
    ['the order that has waited longest', (dialect: Dialect) => oldestWaitingMs(dialect)],
    [
      'waiting orders of all accounts',
      (dialect: Dialect) =>
        listOrders(dialect, {
          filter: { state: 'pending' },
          page: { limit: 5, after: null, maxBytes: PLENTY, isSummary: true, isOldestFirst: true },
        }),
    ],
    ['orders of a lost process', (dialect: Dialect) => interruptLostOrders(dialect, sweep)],
    [
      'waiting orders of one buyer',
      (dialect: Dialect) =>
        listOrders(dialect, {
          filter: { buyerId: newId(), state: 'pending' },
          page: { limit: 5, after: null, maxBytes: PLENTY },
        }),
    ],
  ] as const) {
    it(`${what} by the index of open orders`, async () => {
      const lines = linesOf(await plansOf(operation));
      expect(lines.join('\n')).toContain('USING INDEX orders_open');
      expect(lines.filter((line) => SCANS.test(line))).toEqual([]);
    });
  }

  it('failed orders of all accounts by an index of their own, without sorting', async () => {
    const explained = await plansOf((dialect) =>
      listOrders(dialect, {
        filter: { state: 'failed', failureKind: 'tls' },
        page: { limit: 5, after: null, maxBytes: PLENTY, isSummary: true },
      }),
    );
    expect(explained[0]?.plan).toEqual(['SCAN orders USING INDEX orders_failed']);
  });

  it('the listings that fail by the indexes of failed and of open orders', async () => {
    const lines = linesOf(
      await plansOf((dialect) => failingListings(dialect, { sinceMs: Date.now(), limit: 5 })),
    ).filter((line) => /\borders\b/.test(line));
    expect(lines[0]).toContain('USING INDEX orders_failed (id>?)');
    expect(lines[1]).toContain('USING INDEX orders_open');
    expect(lines[2]).toContain('USING COVERING INDEX orders_listing (listing_id=? AND id>?)');
    expect(lines[3]).toContain('USING PRIMARY KEY (id=?)');
  });

  it('due probes by the index of due times', async () => {
    const lines = linesOf(
      await plansOf((dialect) =>
        takeDueProbes(dialect, { limit: 100, perAccount: 9, running: new Map() }),
      ),
    );
    expect(lines[0]).toContain('USING INDEX listing_health_due (next_probe_at<?)');
    expect(lines.join('\n')).not.toContain('TEMP B-TREE');
  });

  const page = { limit: 20, after: null, maxBytes: PLENTY };
  const search = { ...page, words: [], sort: 'price', includeContract: false } as const;
  for (const [what, operation] of [
    ['listings under review', (dialect: Dialect) => listingsUnderReview(dialect, 10)],
    [
      'orders to delete',
      (dialect: Dialect) => pruneOrders(dialect, { ageMs: 1, nowMs: 2, limit: 3 }),
    ],
    [
      'the audit of an account',
      (dialect: Dialect) => listOwnAudit(dialect, { accountId: 'a', page }),
    ],
    ['the keys of an account', (dialect: Dialect) => listKeys(dialect, { accountId: 'a', page })],
    [
      'the listings of an account',
      (dialect: Dialect) => listListings(dialect, { accountId: 'a', page }),
    ],
    [
      'everything of an account',
      (dialect: Dialect) => suspendAccount(dialect, { id: 'a', reason: 'b' }),
    ],
    [
      'the cheapest listings in a currency',
      (dialect: Dialect) => searchCatalogue(dialect, { ...search, currency: 'EUR' }),
    ],
    [
      'listings after a price in a currency',
      (dialect: Dialect) =>
        searchCatalogue(dialect, { ...search, currency: 'EUR', after: { key: 5, id: newId() } }),
    ],
    [
      'orders of a period',
      (dialect: Dialect) =>
        listOrders(dialect, {
          filter: { buyerId: 'b', createdAfterMs: 5, createdBeforeMs: 9 },
          page,
        }),
    ],
  ] as const) {
    it(`${what} by an index, without sorting`, async () => {
      const lines = linesOf(await plansOf(operation));
      expect(lines.filter((line) => SCANS.test(line) || line.includes('TEMP B-TREE'))).toEqual([]);
    });
  }

  it.each([
    ['of a buyer', { buyerId: 'b' }, 'orders_buyer_failed (buyer_id=?)'],
    ['of a listing', { sellerListingId: 'l' }, 'orders_listing_failed (listing_id=?)'],
    [
      'of a buyer and a period',
      { buyerId: 'b', createdAfterMs: 5, createdBeforeMs: 9 },
      'orders_buyer_failed (buyer_id=? AND id>? AND id<?)',
    ],
    [
      'of a listing until a time',
      { sellerListingId: 'l', createdBeforeMs: 9 },
      'orders_listing_failed (listing_id=? AND id<?)',
    ],
  ])('failed orders %s without reading others', async (_, parts, index) => {
    const filter = { ...parts, state: 'failed' as const };
    for (const after of [null, { key: 0, id: newId() }]) {
      const lines = linesOf(
        await plansOf((dialect) => listOrders(dialect, { filter, page: { ...page, after } })),
      );
      expect(lines[0]).toContain(after ? index.split(' ')[0] : index);
      expect(lines.join('\n')).not.toContain('TEMP B-TREE');
    }
  });

  it('orders of a period within a range of ids', async () => {
    const filter = { buyerId: 'b', createdAfterMs: 5, createdBeforeMs: 9 };
    const lines = linesOf(await plansOf((dialect) => listOrders(dialect, { filter, page })));
    expect(lines[0]).toContain('orders_buyer (buyer_id=? AND id>? AND id<?)');
  });

  it('the orders of some keys by an index alone', async () => {
    const filter = { buyerId: 'b', keyIds: ['k', 'l'] };
    const lines = linesOf(await plansOf((dialect) => listOrders(dialect, { filter, page })));
    expect(lines[0]).toContain('USING COVERING INDEX orders_buyer (buyer_id=?)');
    expect(lines.join('\n')).not.toContain('TEMP B-TREE');
  });

  it('the keys below a key by an index', async () => {
    const lines = linesOf(await plansOf((dialect) => keysBelow(dialect, 'k')));
    expect(lines.join('\n')).toContain('INDEX api_key_parent (parent_id=?)');
    expect(lines.filter((line) => SCANS.test(line))).toEqual([]);
  });

  it('the newest sales of a seller by the orders of each listing', async () => {
    const filter = { sellerId: 's', createdAfterMs: 5 };
    const lines = linesOf(await plansOf((dialect) => listOrders(dialect, { filter, page })));
    expect(lines.filter((line) => SCANS.test(line))).toEqual([]);
    expect(lines.join('\n')).toContain('orders_listing (listing_id=? AND id>?');
  });

  it.each([
    ['whether orders are to be counted', hasUncounted, undefined],
    ['the next of them', nextUncounted, { after: { number: 0, orderId: '' } }],
    [
      'statistics',
      readStats,
      { side: 'sales', accountId: 'a', period: 'hour', fromMs: 0, toMs: 9 },
    ],
    ['old statistics', pruneStats, 9],
  ] as const)('%s by an index', async (_, operation, args) => {
    const lines = linesOf(await plansOf((dialect) => operation(dialect, args as never)));
    expect(lines.filter((line) => /^SCAN (orders|stats)\b/.test(line))).toEqual([]);
  });
});
