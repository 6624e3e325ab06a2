import { LIMITS } from '@mkt/protocol';
import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import { suspendedById } from '../accounts/sql.ts';
import type { BatchedOperation } from '../database/engine.ts';
import {
  nextLogNumber,
  nextLogNumberOfPostgres,
  nextLogNumberOfSqlite,
} from '../database/log-numbers.ts';
import {
  all,
  type Dialect,
  execute,
  first,
  isOneOf,
  now,
  nowPlus,
  type Operation,
  preparedSql,
  preparedWrite,
  type SingleStatement,
  type SqliteDialect,
  today,
} from '../database/operation.ts';
import {
  IS_OPEN,
  isOpenAs,
  type Lists,
  listsOf,
  MEMBER_COLUMNS,
  namesOf,
  type OrderTable,
  SETTLED_COLUMNS,
  type SettledColumn,
  toLists,
} from '../database/orders.ts';
import type { Database } from '../database/tables.ts';
import { DAY_MS, LEASE_MS } from '../market/limits.ts';
import {
  failed,
  type Order,
  type OrderParties,
  type SettledWithoutCall,
  settledMembers,
  settledOrder,
  type Settlement,
} from './order.ts';
import type { WaitingOrder } from './runner.ts';
import { findTarget, type SealedTarget } from './sql-place.ts';
import { columnWriter, LISTING_NAME, toOrder } from './sql.ts';

type SealedClaim = { order: Order; target: SealedTarget | undefined };

/** pending → running, never back. A compare-and-set, so that one process gets the order. */
export function* claimOrder(
  dialect: Dialect,
  { id, leaseOwner }: { id: string; leaseOwner: string },
): Operation<SealedClaim | undefined> {
  const claimed = yield* first(
    dialect.db
      .updateTable('orders')
      .set({
        state: 'running',
        started_at: now,
        lease_owner: leaseOwner,
        open_until: nowPlus(LEASE_MS),
      })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('open_until', '>', now)
      .returning(MEMBER_COLUMNS)
      .returning(LISTING_NAME),
  );
  if (!claimed) return undefined;
  const order = toOrder(claimed);
  // The buyer was suspended while the order was being stored: there is nothing to call.
  const suspended = yield* suspendedById(dialect, { id: order.buyerId });
  if (suspended.length > 0) return { order, target: undefined };
  return { order, target: yield* findTarget(dialect, order.listingId) };
}

/** The clock may have been set since it was compared: it cannot be later than `byMs`. */
const isPast = (byMs: number) => sql<boolean>`(open_until < ${now} AND open_until < ${byMs})`;

export const interruptLostOrders = (
  dialect: Dialect,
  sweep: { leaseOwner: string; liveIds: Iterable<string>; orphans: boolean; byMs: number },
): SingleStatement<SettledWithoutCall[]> =>
  settleOpenOrders(dialect, 'interrupted', (orders) =>
    orders
      .where('state', '=', 'running')
      .where((where) =>
        sweep.orphans
          ? where.or([isPast(sweep.byMs), where('lease_owner', '!=', sweep.leaseOwner)])
          : isPast(sweep.byMs),
      )
      // Never this process's own live calls: it will settle them itself.
      .where((where) => where.not(isOneOf(dialect, 'id', [...sweep.liveIds]))),
  );

export const interruptOpenOrders = (dialect: Dialect): SingleStatement<number> =>
  settleOpenOrders(dialect, 'interrupted').as((orders) => orders.length);

export const expireWaitingOrders = (
  dialect: Dialect,
  byMs: number,
): SingleStatement<SettledWithoutCall[]> =>
  settleOpenOrders(dialect, 'expired', (orders) =>
    orders
      .where('state', '=', 'pending')
      .where('open_until', '<=', now)
      .where('open_until', '<=', byMs),
  );

/** Gives open orders their full waits and leases again, because the clock that measures them was set. */
export const restartOpenOrders = ({ db }: Dialect): SingleStatement<number> =>
  execute(
    db
      .updateTable('orders')
      .set({
        open_until: sql<number>`${now} + CASE state WHEN 'pending'
          THEN ${sql.lit(LIMITS.pendingExpiryMs)} ELSE ${sql.lit(LEASE_MS)} END`,
      })
      .where(IS_OPEN),
  );

export const cancelOrder = (
  dialect: Dialect,
  { id, buyerId }: Pick<Order, 'id' | 'buyerId'>,
): SingleStatement<OrderParties | undefined> =>
  settleOpenOrders(dialect, 'cancelled', (orders) =>
    orders.where('id', '=', id).where('buyer_id', '=', buyerId).where('state', '=', 'pending'),
  ).as(([cancelled]) => cancelled);

export const waitingOrders = ({ db }: Dialect, limit: number): SingleStatement<WaitingOrder[]> =>
  all(
    db
      .selectFrom('orders')
      .select(['id', 'buyer_id as buyerId', 'seller_id as sellerId'])
      .where(isOpenAs('pending'))
      .orderBy('id')
      .limit(limit),
  );

/** How long the oldest waiting order has waited, by the clock of the database; 0 if none waits. */
export function oldestWaitingMs({ db }: Dialect): SingleStatement<number> {
  const query = db
    .selectFrom('orders')
    .select(sql<number>`mkt_now() - created_at`.as('ms'))
    .where(isOpenAs('pending'))
    .orderBy('id')
    .limit(1);
  return first(query).as((row) => Math.max(0, row?.ms ?? 0));
}

type SettledColumns = Pick<OrderTable, SettledColumn>;

/** What is given for an order that settles: which, and its new values. */
const GIVEN = ['id', 'lease_owner', ...SETTLED_COLUMNS] as const;

type SettleArgs = Pick<OrderTable, (typeof GIVEN)[number]>;

type SettleOneArgs = SettleArgs & { completed_at: number };

const settle = preparedWrite((db, args: SettleOneArgs) =>
  db
    .updateTable('orders')
    .set(Object.fromEntries(SETTLED_COLUMNS.map((name) => [name, args[name]])))
    .set({
      completed_at: args.completed_at,
      open_until: null,
      settled_number: nextLogNumberOfSqlite(args.completed_at),
    })
    .where('id', '=', args.id)
    .where('lease_owner', '=', args.lease_owner)
    .where('state', '=', 'running'),
);

/**
 * On Postgres, failed orders no longer count against budgets, in the statement that settles them as
 * `settled`. Rows are locked in sorted order, so that two processes cannot deadlock; a trigger for each
 * order could not do that. On SQLite a trigger does it (`0001-sqlite.ts`).
 */
const RELEASED = sql`released AS (
      INSERT INTO key_spend (key_id, currency, day, micros)
      SELECT budget_key.id, price_currency, created_at / ${sql.lit(DAY_MS)}, -sum(price_micros)
      FROM settled, json_array_elements_text(budget_keys_json::json) AS budget_key (id)
      WHERE state = 'failed' AND budget_keys_json IS NOT NULL
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (key_id, currency, day) DO UPDATE SET micros = key_spend.micros + excluded.micros
    )`;

const settleMany = preparedSql(
  (args: Lists<SettleArgs>) => sql<{ id: string; lease_owner: string; completed_at: number }>`
    WITH settled AS (
    UPDATE orders SET ${sql.raw(SETTLED_COLUMNS.map((name) => `${name} = given.${name}`).join(', '))},
      completed_at = ${now}, open_until = NULL, settled_number = ${nextLogNumberOfPostgres}
    FROM unnest(${listsOf(GIVEN, args)}) AS given (${namesOf(GIVEN)})
    WHERE orders.id = given.id AND orders.lease_owner = given.lease_owner
      AND orders.state = 'running'
    RETURNING orders.id, orders.lease_owner, orders.completed_at, orders.buyer_id, orders.state,
      orders.price_micros, orders.price_currency, orders.created_at, orders.budget_keys_json,
      octet_length(orders.result_json) AS bytes
    ), ${RELEASED}, counted AS (
      INSERT INTO stored_bytes (account_id, day, part, bytes)
      SELECT buyer_id, ${today}, 'settled', sum(bytes) FROM settled
      WHERE bytes IS NOT NULL GROUP BY buyer_id ORDER BY buyer_id
      ON CONFLICT (account_id, day, part) DO UPDATE SET bytes = stored_bytes.bytes + excluded.bytes
    )
    SELECT id, lease_owner, completed_at FROM settled`,
);

const writeSettled = columnWriter(SETTLED_COLUMNS);

/** A settlement as columns. */
function settledColumns(settlement: Settlement): SettledColumns {
  const columns: Partial<SettledColumns> = {};
  writeSettled(columns, settledMembers(settlement));
  return columns as SettledColumns;
}

interface SettleOrderArgs {
  order: Order;
  leaseOwner: string;
  settlement: Settlement;
}

const argsOf = ({ order, leaseOwner, settlement }: SettleOrderArgs): SettleArgs =>
  Object.assign(settledColumns(settlement), { id: order.id, lease_owner: leaseOwner });

function settleOne(
  dialect: SqliteDialect,
  args: SettleOrderArgs,
): SingleStatement<Order | undefined> {
  dialect.storedBytes.load();
  const completedAt = dialect.now();
  const { order, settlement } = args;
  const columns: SettleOneArgs = Object.assign(argsOf(args), { completed_at: completedAt });
  return settle(dialect, columns).as((written) => {
    if (written === 0) return undefined;
    if (columns.result_json !== null) {
      const bytes = Buffer.byteLength(columns.result_json);
      dialect.storedBytes.add(order.buyerId, bytes, completedAt);
    }
    return settledOrder(order, settlement, completedAt);
  });
}

/** Identifies a call by its order and the owner of its lease. */
const nameOf = (orderId: string, leaseOwner: string) => `${orderId} ${leaseOwner}`;

function settleAll(
  dialect: Dialect,
  all: readonly SettleOrderArgs[],
): SingleStatement<(Order | undefined)[]> {
  // If a call has two outcomes, the first one counts.
  const first = new Map<string, SettleOrderArgs>();
  for (const args of all) {
    const name = nameOf(args.order.id, args.leaseOwner);
    if (!first.has(name)) first.set(name, args);
  }
  const rows = [...first.values()].map(argsOf);
  const statement = settleMany(dialect, toLists(GIVEN, rows));
  return statement.as((written) => {
    const completedAt = new Map(
      written.map((row) => [nameOf(row.id, row.lease_owner), row.completed_at]),
    );
    return all.map((args) => {
      const name = nameOf(args.order.id, args.leaseOwner);
      const atMs = first.get(name) === args ? completedAt.get(name) : undefined;
      return atMs === undefined ? undefined : settledOrder(args.order, args.settlement, atMs);
    });
  });
}

/**
 * Settles an order if the caller still owns the lease; `undefined` if not. The given order is the
 * claimed row, which only the caller may change, so it is not read again.
 */
export const settleOrder: BatchedOperation<SettleOrderArgs, Order | undefined> = {
  kind: 'write',
  keepsReadCache: true,
  one: settleOne,
  many: settleAll,
  sizeOf: ({ settlement }) => (settlement.state === 'completed' ? settlement.resultJson.length : 0),
};

type OpenOrders = UpdateQueryBuilder<Database, 'orders', 'orders', UpdateResult>;

/**
 * Settles open orders without the outcome of a call: the lease has expired, the order waited too
 * long or was cancelled, or its listing is no longer available. Returns whose they are. Only this and
 * `settleOrder` settle; a check in the database refuses a settled order that is not in the log.
 */
export function settleOpenOrders(
  dialect: Dialect,
  kind: 'interrupted' | 'expired' | 'cancelled' | 'listing_unavailable',
  choose: (orders: OpenOrders) => OpenOrders = (orders) => orders,
): SingleStatement<SettledWithoutCall[]> {
  const orders = dialect.db
    .updateTable('orders')
    .set({
      ...settledColumns(failed(kind)),
      completed_at: now,
      open_until: null,
      settled_number: nextLogNumber(dialect),
    })
    .where(IS_OPEN);
  const settled = choose(orders);
  const members = [
    'id',
    'buyer_id as buyerId',
    'seller_id as sellerId',
    'listing_id as listingId',
    'started_at as startedAtMs',
    'completed_at as completedAtMs',
  ] as const;
  if (dialect.name === 'sqlite') return all(settled.returning(members));
  const counted = [
    'state',
    'price_micros',
    'price_currency',
    'created_at',
    'budget_keys_json',
  ] as const;
  const query = sql<SettledWithoutCall>`
    WITH settled AS (${settled.returning([...members, ...counted])}), ${RELEASED}
    SELECT id, "buyerId", "sellerId", "listingId", "startedAtMs", "completedAtMs" FROM settled`;
  return all({ compile: () => query.compile(dialect.db) });
}
