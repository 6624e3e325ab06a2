import { DAY_MS } from '../market/limits.ts';
import type { DayBytes } from './operation.ts';

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
