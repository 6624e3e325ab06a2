import { createBoundedMap } from '../../concurrency/bounded-map.ts';
import type { Clock } from '../../domain/clock.ts';
import type { StoredBytes } from '../operation.ts';
import type { Execute } from './run-operation.ts';

const DAY_MS = 86_400_000;
const MAX_KNOWN = 10_000;
const SUM = 'SELECT sum(bytes) AS bytes FROM stored_bytes WHERE account_id = ? AND day = ?';
const UPSERT = `INSERT INTO stored_bytes (account_id, day, part, bytes) VALUES (?, ?, ?, ?)
  ON CONFLICT (account_id, day, part) DO UPDATE SET bytes = bytes + excluded.bytes`;

interface Added {
  accountId: string;
  part: 'placed' | 'settled';
  bytes: number;
}

/** The bytes of a transaction, from its begin to its end. */
export interface StoredBytesOfBatch extends StoredBytes {
  /** What the operation added since the last `keep` or `undo` counts, or does not. */
  keep(): void;
  undo(): void;
  /** Writes what the operations added, before COMMIT: one statement for each account and part. */
  write(): void;
  /** Another process wrote: what is known may not be true any more. What was added still counts. */
  forget(): void;
  /** The transaction failed: nothing that was added counts. */
  abandon(): void;
}

/**
 * What accounts have stored today (UTC). Operations only add up; a statement for each of them would
 * cost an order 7 µs of 130, and a commit has many orders of few accounts.
 */
export function createStoredBytes(execute: Execute, clock: Pick<Clock, 'now'>): StoredBytesOfBatch {
  /** What the database holds for an account; only this process's orders change it, until `forget`. */
  const stored = createBoundedMap<{ day: number; bytes: number }>({ max: MAX_KNOWN });
  let kept: Added[] = [];
  let pending: Added[] = [];
  const today = () => Math.floor(clock.now() / DAY_MS);

  function storedOf(accountId: string): number {
    const day = today();
    const known = stored.get(accountId);
    if (known?.day === day) return known.bytes;
    const { rows } = execute({ sql: SUM, parameters: [accountId, day] });
    const bytes = (rows[0] as { bytes: number | null }).bytes ?? 0;
    stored.set(accountId, { day, bytes });
    return bytes;
  }

  return {
    today(accountId) {
      let bytes = storedOf(accountId);
      for (const added of kept) if (added.accountId === accountId) bytes += added.bytes;
      return bytes;
    },
    add(accountId, part, bytes) {
      pending.push({ accountId, part, bytes });
    },
    keep() {
      for (const added of pending) {
        const same = kept.find(
          ({ accountId, part }) => accountId === added.accountId && part === added.part,
        );
        if (same) same.bytes += added.bytes;
        else kept.push(added);
      }
      pending = [];
    },
    undo() {
      pending = [];
    },
    write() {
      const day = today();
      for (const { accountId, part, bytes } of kept) {
        execute({ sql: UPSERT, parameters: [accountId, day, part, bytes] });
        const known = stored.get(accountId);
        if (known?.day === day) known.bytes += bytes;
        else stored.delete(accountId);
      }
      kept = [];
    },
    forget() {
      stored.clear();
    },
    abandon() {
      stored.clear();
      kept = [];
      pending = [];
    },
  };
}
