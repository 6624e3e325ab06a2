// e2e/torture/README.md: no statement on the main thread reads every listing or every order.
import { describe, expect, it } from 'vitest';
import { fillListings } from '../../../../../bench/filled-listings.ts';
import { storeOf } from '../../../../../bench/filled-store.ts';
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
import type { OrderFilter } from '../../../src/orders/order.ts';
import { nextEntries } from '../../../src/orders/sql-entries.ts';
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
import { findDelivery } from '../../../src/webhooks/sql-deliveries.ts';
import { listAttempts, listWebhooks } from '../../../src/webhooks/sql.ts';

interface Explained {
  sql: string;
  plan: string[];
}

/** SQLite's query plans of an operation's statements, which are also run. */
async function plansOf(
  operation: (dialect: Dialect) => Iterable<Statement, unknown, StatementOutcome>,
  listings = 0,
): Promise<Explained[]> {
  const storage = await openSqliteStorage({ clock: createStillClock() });
  if (listings > 0) await fillListings(storeOf(storage), listings, 1);
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
/** Of orders without entries. */
const WAITING = 'orders USING COVERING INDEX orders_settled ((settled_number,id)>(?,?))';
const OPEN = 'orders USING COVERING INDEX orders_open (state=?';
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
    expect(search.find(({ sql }) => sql.includes('CROSS JOIN'))?.plan).toEqual([
      'SEARCH found USING PRIMARY KEY (buyer_id=? AND member=?)',
      'SEARCH orders USING PRIMARY KEY (id=?)',
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
      expect(lines.join('\n')).toMatch(/USING (COVERING )?INDEX orders_open/);
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
    expect(lines[1]).toMatch(/USING (COVERING )?INDEX orders_open/);
    expect(lines[2]).toContain(WAITING);
    expect(lines[3]).toContain(OPEN);
    expect(lines[4]).toContain('USING PRIMARY KEY (id=?)');
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
      (dialect: Dialect) =>
        listOwnAudit(dialect, { filter: { accountId: 'a', kind: 'key' }, page }),
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
  ] as const) {
    it(`${what} by an index, without sorting`, async () => {
      const lines = linesOf(await plansOf(operation));
      expect(lines.filter((line) => SCANS.test(line) || line.includes('TEMP B-TREE'))).toEqual([]);
    });
  }

  it('the most used of many listings up to a price by the index of calls', async () => {
    const sought = { ...search, sort: 'calls', currency: 'USD', maxPriceMicros: 500_000 } as const;
    const explained = await plansOf((dialect) => searchCatalogue(dialect, sought), 1_000);
    const walked = explained.find(({ sql }) => sql.includes('as "first"'))?.plan.join('\n');
    expect(walked).toMatch(/SEARCH listing USING INDEX listing_calls_\d/);
    expect(walked).not.toContain('listing_price');
  });

  it.each<[string, OrderFilter, string]>([
    ['of a buyer', { buyerId: 'b' }, 'USING PRIMARY KEY (list_id=?)'],
    ['of some keys', { buyerId: 'b', keyIds: ['k', 'l'] }, 'USING PRIMARY KEY (list_id=?)'],
    ['of a listing', { sellerListingId: 'l' }, 'USING PRIMARY KEY (list_id=?)'],
    ['of a seller', { sellerId: 's' }, 'USING PRIMARY KEY (list_id=?)'],
    [
      'of a buyer and a period',
      { buyerId: 'b', createdAfterMs: 5, createdBeforeMs: 9 },
      'USING PRIMARY KEY (list_id=? AND order_id>? AND order_id<?)',
    ],
    [
      'of a seller and a period',
      { sellerId: 's', createdAfterMs: 5 },
      'USING PRIMARY KEY (list_id=? AND order_id>?)',
    ],
    ['of a buyer that failed', { buyerId: 'b', state: 'failed' }, 'order_entry_failed (list_id=?)'],
    [
      'of a listing that failed until a time',
      { sellerListingId: 'l', state: 'failed', createdBeforeMs: 9 },
      'order_entry_failed (list_id=? AND order_id<?)',
    ],
  ])('orders %s by their entries, and those without by indexes alone', async (_, filter, key) => {
    for (const after of [null, { key: 0, id: newId() }]) {
      const explained = await plansOf((dialect) =>
        listOrders(dialect, { filter, page: { ...page, after } }),
      );
      const lines = linesOf(explained);
      const entries = lines.filter((line) => line.includes('order_entry'));
      expect(entries.length).toBeGreaterThan(0);
      for (const line of entries) {
        if (!after) expect(line).toContain(key);
        expect(line).toMatch(/^SEARCH order_entry /);
      }
      expect(lines.join('\n')).toContain(WAITING);
      if (!filter.state) expect(lines.join('\n')).toContain(OPEN);
      expect(lines.filter((line) => SCANS.test(line))).toEqual([]);
    }
  });

  it('settled orders without entries by an index alone', async () => {
    const lines = linesOf(await plansOf((dialect) => nextEntries(dialect, 1)));
    const orders = lines.filter((line) => /\borders\b/.test(line));
    expect(orders.filter((line) => !line.includes('USING COVERING INDEX orders_settled'))).toEqual(
      [],
    );
  });

  it('webhooks with their last attempts, their failed attempts and a delivery by indexes alone', async () => {
    const ref = { id: newId(), accountId: newId() };
    for (const operation of [
      (dialect: Dialect) => listWebhooks(dialect, { accountId: ref.accountId, page }),
      (dialect: Dialect) => listAttempts(dialect, { webhookId: ref.id, page, onlyFailed: false }),
      (dialect: Dialect) => findDelivery(dialect, ref),
    ]) {
      const lines = linesOf(await plansOf(operation));
      expect(lines.filter((line) => /TEMP B-TREE|^SCAN webhook/.test(line))).toEqual([]);
    }
    const failed = await plansOf((dialect) =>
      listAttempts(dialect, { webhookId: ref.id, page, onlyFailed: true }),
    );
    expect(linesOf(failed)[0]).toContain('INDEX webhook_attempt_failed (webhook_id=?)');
  });

  it('the keys below a key by an index', async () => {
    const lines = linesOf(await plansOf((dialect) => keysBelow(dialect, 'k')));
    expect(lines.join('\n')).toContain('INDEX api_key_parent (parent_id=?)');
    expect(lines.filter((line) => SCANS.test(line))).toEqual([]);
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
