import { createBoundedMap } from '../../structures/bounded-map.ts';
import type { Clock } from '../../market/outside.ts';
import { DAY_MS } from '../../market/limits.ts';
import type { StoredBytes } from '../operation.ts';
import type { Execute } from './run-operation.ts';

const MAX_ACCOUNTS = 10_000;
const SUM = 'SELECT sum(bytes) AS bytes FROM stored_bytes WHERE account_id = ? AND day = ?';
const UPSERT = `INSERT INTO stored_bytes (account_id, day, part, bytes) VALUES (?, ?, ?, ?)
  ON CONFLICT (account_id, day, part) DO UPDATE SET bytes = bytes + excluded.bytes`;

interface Added {
  accountId: string;
  part: 'placed' | 'settled';
  bytes: number;
}

/** Stored bytes with the methods that the writer calls as a transaction proceeds. */
export interface PendingStoredBytes extends StoredBytes {
  /** The operation succeeded: what it added counts. */
  accept(): void;
  /** The operation failed: what it added does not count. */
  discard(): void;
  /** Writes the sums before COMMIT: one statement for each account and part. */
  flush(): void;
  /** Another process wrote: reads the sums again. What was added still counts. */
  invalidate(): void;
  /** The transaction failed: nothing that was added counts. */
  reset(): void;
}

/**
 * What accounts have stored today (UTC). Operations only add to a sum: a statement each would cost 7
 * of an order's 130 µs, and a commit holds many orders of few accounts.
 */
export function createStoredBytes(execute: Execute, clock: Pick<Clock, 'now'>): PendingStoredBytes {
  /** What the database holds for each account. Only this process changes it, until `invalidate`. */
  const stored = createBoundedMap<{ day: number; bytes: number }>({ max: MAX_ACCOUNTS });
  let accepted: Added[] = [];
  let pending: Added[] = [];
  const today = () => Math.floor(clock.now() / DAY_MS);

  function loadStored(accountId: string): number {
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
      let bytes = loadStored(accountId);
      for (const added of accepted) if (added.accountId === accountId) bytes += added.bytes;
      return bytes;
    },
    add(accountId, part, bytes) {
      pending.push({ accountId, part, bytes });
    },
    accept() {
      for (const added of pending) {
        const same = accepted.find(
          ({ accountId, part }) => accountId === added.accountId && part === added.part,
        );
        if (same) same.bytes += added.bytes;
        else accepted.push(added);
      }
      pending = [];
    },
    discard() {
      pending = [];
    },
    flush() {
      const day = today();
      for (const { accountId, part, bytes } of accepted) {
        execute({ sql: UPSERT, parameters: [accountId, day, part, bytes] });
        const known = stored.get(accountId);
        if (known?.day === day) known.bytes += bytes;
        else stored.delete(accountId);
      }
      accepted = [];
    },
    invalidate() {
      stored.clear();
    },
    reset() {
      stored.clear();
      accepted = [];
      pending = [];
    },
  };
}
