import { DAY_MS } from '../../market/limits.ts';
import type { Clock } from '../../market/outside.ts';
import { createBoundedMap } from '../../structures/collections.ts';
import type { DayBytes, StoredBytes } from '../operation.ts';
import type { Execute } from './connection.ts';

/** The follower of the log that counts stored bytes on SQLite. */
export const STORED_BYTES = 'stored-bytes';

/** Columns of orders: the bytes that each stored, and on which days. They are computed without reading the texts. */
export const STORED_SIZES = `buyer_id, created_at / ${DAY_MS} AS placed_day,
  coalesce(octet_length(request_json), 0) + coalesce(octet_length(metadata_json), 0) AS placed,
  completed_at / ${DAY_MS} AS settled_day, coalesce(octet_length(result_json), 0) AS settled`;

/** Sums of `STORED_SIZES`. */
export interface SizedOrders {
  buyer_id: string;
  placed_day: number;
  placed: number;
  /** Null for open orders. */
  settled_day: number | null;
  settled: number;
}

/** What each account stored on each day. */
export function storedPerDay(rows: readonly SizedOrders[]): DayBytes[] {
  const sums = new Map<string, DayBytes>();
  function add(accountId: string, day: number, bytes: number): void {
    const name = `${accountId} ${day}`;
    const known = sums.get(name);
    if (known) known.bytes += bytes;
    else sums.set(name, { accountId, day, bytes });
  }
  for (const row of rows) {
    add(row.buyer_id, row.placed_day, row.placed);
    if (row.settled_day !== null) add(row.buyer_id, row.settled_day, row.settled);
  }
  return [...sums.values()];
}

const MAX_ACCOUNTS = 10_000;
/** Older days no longer limit anything. */
const KEPT_DAYS = 2;

const SUM = 'SELECT sum(bytes) AS bytes FROM stored_bytes WHERE account_id = ? AND day = ?';

const GROUPED = `buyer_id, placed_day, settled_day, sum(placed) AS placed, sum(settled) AS settled`;

/** The orders that the table does not count: open ones, and the end of the log. */
const NOT_COUNTED = `
  SELECT ${GROUPED} FROM (
    SELECT ${STORED_SIZES} FROM orders WHERE state IN ('pending', 'running')
    UNION ALL
    SELECT ${STORED_SIZES} FROM orders WHERE settled_number IS NOT NULL AND (settled_number, id) > (
      SELECT coalesce(max(number), 0), coalesce(max(order_id), '') FROM follower WHERE name = ?)
  ) GROUP BY buyer_id, placed_day, settled_day`;

/** Stored bytes with the methods that the writer calls as a transaction proceeds. */
export interface PendingStoredBytes extends StoredBytes {
  /** The operation succeeded. */
  accept(): void;
  /** The operation failed. */
  discard(): void;
  /** The transaction failed. */
  reset(): void;
  /** Another process wrote: reads the table again. */
  invalidate(): void;
}

export function createStoredBytes(execute: Execute, clock: Pick<Clock, 'now'>): PendingStoredBytes {
  /** What the table has. */
  const counted = createBoundedMap<{ day: number; bytes: number }>({ max: MAX_ACCOUNTS });
  /** What it lacks, by day and account; `undefined` until it is needed. */
  let lacking: Map<number, Map<string, number>> | undefined;
  /** What the running operation has added. */
  let added: DayBytes[] = [];
  let moved: DayBytes[] = [];
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

  function addTo(
    days: Map<number, Map<string, number>>,
    { day, accountId, bytes }: DayBytes,
  ): void {
    let accounts = days.get(day);
    if (!accounts) {
      days.set(day, (accounts = new Map()));
      for (const old of days.keys()) if (old < day - KEPT_DAYS) days.delete(old);
    }
    const sum = (accounts.get(accountId) ?? 0) + bytes;
    if (sum === 0) accounts.delete(accountId);
    else accounts.set(accountId, sum);
  }

  function loaded(): Map<number, Map<string, number>> {
    if (lacking) return lacking;
    const { rows } = execute({ sql: NOT_COUNTED, parameters: [STORED_BYTES] });
    const days = new Map<number, Map<string, number>>();
    for (const each of storedPerDay(rows as SizedOrders[])) addTo(days, each);
    return (lacking = days);
  }

  function countedOn(day: number, accountId: string): number {
    const known = counted.get(accountId);
    if (known?.day === day) return known.bytes;
    const { rows } = execute({ sql: SUM, parameters: [accountId, day] });
    const bytes = (rows[0] as { bytes: number | null }).bytes ?? 0;
    counted.set(accountId, { day, bytes });
    return bytes;
  }

  function discard(): void {
    added = [];
    moved = [];
  }

  return {
    load: loaded,
    today(accountId) {
      const day = dayOf(clock.now());
      const lacks = loaded().get(day)?.get(accountId) ?? 0;
      return countedOn(day, accountId) + lacks;
    },
    add(accountId, bytes, atMs) {
      added.push({ accountId, day: dayOf(atMs), bytes });
    },
    move(rows) {
      // Otherwise they are read from where they are now.
      if (lacking) moved = [...rows];
    },
    accept() {
      if (added.length === 0 && moved.length === 0) return;
      for (const each of added) addTo(loaded(), each);
      for (const { accountId, day, bytes } of moved) {
        addTo(loaded(), { accountId, day, bytes: -bytes });
        const known = counted.get(accountId);
        if (known?.day === day) known.bytes += bytes;
      }
      discard();
    },
    discard,
    reset() {
      lacking = undefined;
      counted.clear();
      discard();
    },
    invalidate: counted.clear,
  };
}
