import { OPEN_ORDER_STATES, type OrderState, SETTLED_ORDER_STATES } from '@mkt/protocol';
import { sql, type RawBuilder } from 'kysely';
import type { Flag } from './tables.ts';

interface Column {
  type: 'text' | 'integer' | 'bigint';
  nullable?: true;
  /** The member of an `Order` that it holds; `price` has three columns. Without one, it is not read. */
  member?: string;
  /** How the member is encoded in the column; by default the column has its value. */
  as?: 'json' | 'flag';
  /** Set when an order is placed, or when it settles: to a given value, or by the statement itself. */
  insert?: 'given' | 'computed';
  settle?: 'given' | 'computed';
  /** Long: not in summaries, and the only columns of a settled order that may still be cleared. */
  body?: true;
}

/**
 * The columns of orders, in the order of the table. Statements and types are made from them
 * (`orders/sql*.ts`): a new column needs a line here, its member in `Order`, code that sets the member,
 * and a migration that adds it to the table and to the trigger that guards settled orders.
 */
export const ORDER_COLUMNS = {
  id: { type: 'text', member: 'id', insert: 'given' },
  listing_id: { type: 'text', member: 'listingId', insert: 'given' },
  buyer_id: { type: 'text', member: 'buyerId', insert: 'given' },
  seller_id: { type: 'text', member: 'sellerId', insert: 'given' },
  buyer_pseudonym: { type: 'text', member: 'buyerPseudonym', insert: 'given' },
  key_id: { type: 'text', nullable: true, member: 'keyId', insert: 'given' },
  state: { type: 'text', member: 'state', insert: 'computed', settle: 'given' },
  price_micros: { type: 'bigint', member: 'price', insert: 'given' },
  price_currency: { type: 'text', member: 'price', insert: 'given' },
  price_unit: { type: 'text', member: 'price', insert: 'given' },
  revision: { type: 'integer', member: 'revision', insert: 'given' },
  created_at: { type: 'bigint', member: 'createdAtMs', insert: 'computed' },
  started_at: { type: 'bigint', nullable: true, member: 'startedAtMs', insert: 'computed' },
  completed_at: { type: 'bigint', nullable: true, member: 'completedAtMs', settle: 'computed' },
  lease_owner: { type: 'text', nullable: true, insert: 'given' },
  /**
   * When the sweep settles it: a waiting order as expired, a running one, whose lease ends then, as
   * interrupted. Null once it has settled. When the clock is set, the time starts again.
   */
  open_until: { type: 'bigint', nullable: true, insert: 'computed', settle: 'computed' },
  output_valid: {
    type: 'integer',
    nullable: true,
    member: 'outputValid',
    as: 'flag',
    settle: 'given',
  },
  error_message: { type: 'text', nullable: true, member: 'errorMessage', settle: 'given' },
  failure_json: { type: 'text', nullable: true, member: 'failure', as: 'json', settle: 'given' },
  output_errors_json: {
    type: 'text',
    nullable: true,
    member: 'outputErrors',
    as: 'json',
    settle: 'given',
  },
  /** Its position in the log of settled orders; null until it settles. */
  settled_number: { type: 'bigint', nullable: true, settle: 'computed' },
  metadata_json: { type: 'text', nullable: true, member: 'metadataJson', insert: 'given' },
  /** The ids of the keys whose budgets it counts against; null for none. */
  budget_keys_json: { type: 'text', nullable: true, insert: 'given' },
  /** So that the call continues the buyer's trace, whichever process makes it. */
  trace: { type: 'text', nullable: true, member: 'trace', insert: 'given' },
  request_json: {
    type: 'text',
    nullable: true,
    member: 'requestJson',
    insert: 'given',
    body: true,
  },
  result_json: { type: 'text', nullable: true, member: 'resultJson', settle: 'given', body: true },
} as const satisfies Record<string, Column>;

type Columns = typeof ORDER_COLUMNS;

export type OrderColumn = keyof Columns;

type ValueOf<Of extends Column> =
  | (Of extends { as: 'flag' } ? Flag : Of extends { type: 'text' } ? string : number)
  | (Of extends { nullable: true } ? null : never);

export type OrderTable = {
  -readonly [Name in OrderColumn]: Name extends 'state' ? OrderState : ValueOf<Columns[Name]>;
};

/** The columns that have these properties. */
type ColumnWith<Properties> = {
  [Name in OrderColumn]: Columns[Name] extends Properties ? Name : never;
}[OrderColumn];

export const ORDER_COLUMN_NAMES = Object.keys(ORDER_COLUMNS) as readonly OrderColumn[];

const specOf = (name: OrderColumn): Column => ORDER_COLUMNS[name];

/** The columns that make up an `Order`. */
export type MemberColumn = ColumnWith<{ member: string }>;
export const isMember = <Name extends OrderColumn>(name: Name): name is Name & MemberColumn =>
  specOf(name).member !== undefined;
export const MEMBER_COLUMNS = ORDER_COLUMN_NAMES.filter(isMember);

/** The values that are given when an order is placed. */
export type InsertedColumn = ColumnWith<{ insert: 'given' }>;
export const isInserted = (name: OrderColumn): name is InsertedColumn =>
  specOf(name).insert === 'given';
export const INSERTED_COLUMNS = ORDER_COLUMN_NAMES.filter(isInserted);

/** The values that the statement computes when an order is placed. */
export type ComputedColumn = ColumnWith<{ insert: 'computed' }>;

/** The values that are given when an order settles. */
export type SettledColumn = ColumnWith<{ settle: 'given' }>;
const isSettled = (name: OrderColumn): name is SettledColumn => specOf(name).settle === 'given';
export const SETTLED_COLUMNS = ORDER_COLUMN_NAMES.filter(isSettled);

type BodyColumn = ColumnWith<{ body: true }>;
export const isBody = (name: OrderColumn): name is BodyColumn => specOf(name).body === true;

/** Columns of many orders as one list of values each, as statements of Postgres take them. */
export type Lists<Row> = { [Name in keyof Row]: readonly Row[Name][] };

export function toLists<Name extends OrderColumn>(
  names: readonly Name[],
  rows: readonly Pick<OrderTable, Name>[],
): Lists<Pick<OrderTable, Name>> {
  const lists = names.map((name) => [name, rows.map((row) => row[name])]);
  return Object.fromEntries(lists) as Lists<Pick<OrderTable, Name>>;
}

/** The arguments of `unnest` for such lists. */
export const listsOf = <Name extends OrderColumn>(
  names: readonly Name[],
  lists: Lists<Pick<OrderTable, Name>>,
): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${lists[name]}::${sql.raw(specOf(name).type)}[]`));

export const namesOf = (names: readonly OrderColumn[]): RawBuilder<unknown> =>
  sql.raw(names.join(', '));

const literals = (states: readonly string[]) =>
  sql`(${sql.join(states.map((state) => sql.lit(state)))})`;

/** The condition of the index of open orders, in exactly the text of the index. */
export const IS_OPEN: RawBuilder<boolean> = sql<boolean>`state IN ${literals(OPEN_ORDER_STATES)}`;

/**
 * Whether an order is in the given open state. SQLite uses a partial index only for a statement that
 * repeats the condition of the index; without it, it reads every order (110 ms for a million).
 */
export function isOpenAs(state: (typeof OPEN_ORDER_STATES)[number]): RawBuilder<boolean> {
  return sql<boolean>`${IS_OPEN} AND state = ${sql.lit(state)}`;
}

/** Whether an order never changes again. */
export const IS_SETTLED: RawBuilder<boolean> = sql<boolean>`state IN ${literals(SETTLED_ORDER_STATES)}`;

/** The condition of the indexes of failed orders, for the same reason in exactly their text. */
export const IS_FAILED: RawBuilder<boolean> = sql<boolean>`state = 'failed'`;
