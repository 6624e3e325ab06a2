import { performance } from 'node:perf_hooks';
import type { Clock } from '../../market/outside.ts';
import type { Lookup } from '../operation.ts';
import type { Connection } from './connection.ts';

/**
 * The maximum for all lookups together: an order reads three entries of its buyer and one of its listing.
 * A listing takes about 1 KB, the others half of that.
 */
const MAX_ENTRIES = 50_000;
/** Of one eviction, so that it takes microseconds even if every entry was read. */
const MAX_SPARED = 100;

interface Entry {
  result: unknown;
  expiresAtMs: number;
  /** Whether it was read since it was added or last spared. */
  isUsed: boolean;
  /** Removes the entry from every index. */
  remove(): void;
}

/**
 * Keeps the results of lookups until one of the rows that they were read from changes. The database
 * lists the ids of changed rows, whichever process changed them, so a revoked key stops working
 * within a millisecond. Building the row is most of the cost of a lookup (6 of 7 µs).
 */
export function createReadCache(
  connection: Connection,
  clock: Pick<Clock, 'now'>,
  maxEntries = MAX_ENTRIES,
) {
  const dataVersion = connection.prepare('PRAGMA data_version');
  const changes = createChanges(connection);
  const entriesByLookup = new Map<unknown, Map<string, Entry>>();
  /** By the ids of the rows that the results were read from. */
  const entriesByRow = new Map<string, Set<Entry>>();
  /** Oldest first. */
  const queue = new Set<Entry>();
  let seenVersion: number | undefined;
  /** The last change that every entry reflects; undefined while the cache is empty. */
  let seenChange: number | undefined;

  function clear(): void {
    for (const entries of entriesByLookup.values()) entries.clear();
    entriesByRow.clear();
    queue.clear();
    seenChange = undefined;
  }

  function entriesOf(lookup: unknown): Map<string, Entry> {
    let entries = entriesByLookup.get(lookup);
    if (!entries) entriesByLookup.set(lookup, (entries = new Map()));
    return entries;
  }

  function get<Args, Result>(
    lookup: Lookup<Args, Result>,
    args: Args,
  ): { result: Result } | undefined {
    if (!lookup.cache) return undefined;
    const entry = entriesByLookup.get(lookup)?.get(lookup.cache.key(args));
    if (!entry) return undefined;
    if (entry.expiresAtMs <= clock.now()) {
      entry.remove();
      return undefined;
    }
    entry.isUsed = true;
    return entry as { result: unknown } as { result: Result };
  }

  function add<Args, Result>(lookup: Lookup<Args, Result>, args: Args, result: Result): void {
    const { cache } = lookup;
    if (!cache || result === undefined || result === null) return;
    const entries = entriesOf(lookup);
    const key = cache.key(args);
    const rowIds = cache.rowIds(result, args);
    const entry: Entry = {
      result,
      expiresAtMs: cache.expiresAtMs?.(result) ?? Infinity,
      isUsed: false,
      remove() {
        if (entries.get(key) !== entry) return;
        entries.delete(key);
        queue.delete(entry);
        for (const id of rowIds) {
          const others = entriesByRow.get(id);
          others?.delete(entry);
          if (others?.size === 0) entriesByRow.delete(id);
        }
      },
    };
    entries.set(key, entry);
    queue.add(entry);
    for (const id of rowIds) {
      const others = entriesByRow.get(id);
      if (others) others.add(entry);
      else entriesByRow.set(id, new Set([entry]));
    }
  }

  /** Makes room by removing the oldest entry, except that those which were read are spared once. */
  function evict(): void {
    let spared = 0;
    for (const entry of queue) {
      if (queue.size < maxEntries) return;
      if (entry.isUsed && spared < MAX_SPARED) {
        spared += 1;
        entry.isUsed = false;
        queue.delete(entry);
        queue.add(entry);
      } else {
        entry.remove();
      }
    }
  }

  /** Removes the entries whose rows have changed, as the current transaction sees the database. */
  function removeChanged(): void {
    if (seenChange === undefined) return;
    let changed: ReturnType<typeof changes.since>;
    try {
      changed = changes.since(seenChange);
    } catch (error) {
      // No entry can be trusted, and a disk that fails may have ended the transaction.
      clear();
      throw error;
    }
    if (!changed) {
      clear();
      return;
    }
    for (const id of changed.ids) for (const entry of entriesByRow.get(id) ?? []) entry.remove();
    seenChange = changed.last;
  }

  return {
    /**
     * Call once a transaction has begun: it may see what another process committed. Returns whether
     * it does.
     */
    refresh(): boolean {
      const before = seenVersion;
      // Unset while it is read: if that fails, the next lookup of this transaction has to try again.
      seenVersion = undefined;
      try {
        const [row] = dataVersion.all() as { data_version: number }[];
        seenVersion = row?.data_version;
      } finally {
        if (seenVersion === undefined) clear();
      }
      const isChanged = seenVersion !== before;
      if (isChanged) removeChanged();
      return isChanged;
    },
    /** Call in the transaction that wrote rows which lookups read. */
    removeChanged,
    /** Call when a write is rolled back that a lookup may have read. */
    clear,
    get,
    /** The cached result, or what `load` finds. A missing row is looked up every time. */
    getOrLoad<Args, Result>(lookup: Lookup<Args, Result>, args: Args, load: () => Result): Result {
      const cached = get(lookup, args);
      if (cached) return cached.result;
      evict();
      // Before `load`, in the same transaction: a change that the result lacks gets a later number.
      seenChange ??= changes.last();
      const result = load();
      add(lookup, args, result);
      return result;
    },
  };
}

/** A row of the `change` table: which row of a watched table changed. */
interface Change {
  number: number;
  row_id: string;
}

/**
 * Reads the list of changed rows that triggers keep (`migrations/columns.ts`). Statements are
 * prepared on first use: the table does not exist before the migration.
 */
function createChanges(connection: Connection) {
  const lazily = (sql: string) => {
    let statement: ReturnType<typeof connection.prepare> | undefined;
    return () => (statement ??= connection.prepare(sql));
  };
  const newest = lazily('SELECT max(number) AS number FROM change');
  const after = lazily('SELECT number, row_id FROM change WHERE number > ? ORDER BY number');

  return {
    /** The number of the newest change. */
    last(): number {
      const [row] = newest().all() as { number: number | null }[];
      return row?.number ?? 0;
    },
    /**
     * The ids of rows that changed after the given change, and the newest number. `undefined` when
     * changes in between are no longer listed.
     */
    since(number: number): { ids: string[]; last: number } | undefined {
      const rows = after().all(number) as Change[];
      const last = rows.at(-1);
      if (!last) return { ids: [], last: number };
      // Numbers have no gaps, so a different first number means that older rows were deleted.
      if (rows[0]?.number !== number + 1) return undefined;
      return { ids: rows.map((row) => row.row_id), last: last.number };
    },
  };
}

/**
 * On an overloaded machine, a turn of the event loop can take half a second, and a request that arrives
 * meanwhile is part of it. No one can create a key in another process and use it in less time than this.
 */
const MAX_AGE_MS = 1;

/**
 * One read transaction for the lookups of a turn of the event loop. It ends with the turn, when a
 * write begins, or after a millisecond. A lookup takes 1.2 µs in it and 3.3 µs in its own
 * transaction, whose lock costs two system calls. A turn whose lookups are all cached opens no
 * transaction.
 */
export function createSharedReadTransaction(
  connection: Connection,
  nowMs: () => number = () => performance.now(),
) {
  const begin = connection.prepare('BEGIN');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  let isOpen = false;
  let hasEntered = false;
  let sinceMs = 0;
  const isRecent = () => nowMs() - sinceMs < MAX_AGE_MS;

  function end(): void {
    hasEntered = false;
    if (!isOpen) return;
    isOpen = false;
    // A lookup that failed on a broken disk may already have ended the transaction.
    if (!connection.inTransaction) return;
    try {
      commit.run();
    } catch {
      // Nothing was written. If the disk is broken, the next statement reports it to its caller.
      if (connection.inTransaction) rollback.run();
    }
  }

  return {
    /**
     * Call before a lookup that may be cached. Returns whether it is the first of its turn, or of this
     * millisecond.
     */
    enter(): boolean {
      if ((isOpen || hasEntered) && isRecent()) return false;
      end();
      sinceMs = nowMs();
      hasEntered = true;
      setImmediate(end);
      return true;
    },
    /**
     * Call before a statement. Returns whether it is the first of its transaction; inside another
     * transaction it does nothing.
     */
    begin(): boolean {
      if (isOpen && isRecent()) return false;
      if (isOpen) end();
      if (connection.inTransaction) return true;
      // Before it begins: what is committed afterwards is not in it.
      sinceMs = nowMs();
      begin.run();
      isOpen = true;
      if (!hasEntered) setImmediate(end);
      return true;
    },
    /** Call before a write, and before the connection is closed. */
    end,
  };
}
