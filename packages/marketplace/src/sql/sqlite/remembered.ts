import type { Clock } from '../../domain/clock.ts';
import type { LookUp } from '../operation.ts';
import { createChanges } from './changes.ts';
import type { Connection } from './connection.ts';

/** Of all kinds; then it begins anew. A listing takes about a kilobyte. */
const MAX_REMEMBERED = 10_000;

interface Found {
  result: unknown;
  untilMs: number;
  /** Takes it out of all that it stands in. */
  forget(): void;
}

/**
 * What look-ups have found, until a row that it was made of changes: the database itself lists the
 * ids of those that did, whichever process changed them. Most of a look-up's price is the making of
 * its row (6 µs of 7); a key that was revoked is gone with the next turn all the same.
 */
export function createRemembered(connection: Connection, clock: Pick<Clock, 'now'>) {
  const dataVersion = connection.prepare('PRAGMA data_version');
  const changes = createChanges(connection);
  const kinds = new Map<unknown, Map<string, Found>>();
  /** By the ids of the rows that they were made of. */
  const madeOf = new Map<string, Set<Found>>();
  let count = 0;
  let seenVersion: number | undefined;
  /** The last of the changes that what is remembered has in it; without it nothing is remembered. */
  let seenChange: number | undefined;

  function forgetAll(): void {
    for (const found of kinds.values()) found.clear();
    madeOf.clear();
    count = 0;
    seenChange = undefined;
  }

  function foundOf(kind: unknown): Map<string, Found> {
    let found = kinds.get(kind);
    if (!found) kinds.set(kind, (found = new Map()));
    return found;
  }

  function find<Args, Result>(
    kind: LookUp<Args, Result>,
    args: Args,
  ): { result: Result } | undefined {
    if (!kind.remember) return undefined;
    const known = kinds.get(kind)?.get(kind.remember.by(args));
    if (!known || known.untilMs > clock.now()) return known as { result: Result } | undefined;
    known.forget();
    return undefined;
  }

  function remember<Args, Result>(kind: LookUp<Args, Result>, args: Args, result: Result): void {
    const how = kind.remember;
    if (!how || result === undefined || result === null) return;
    const found = foundOf(kind);
    const name = how.by(args);
    const ids = how.madeOf(result, args);
    const entry: Found = {
      result,
      untilMs: how.until?.(result) ?? Infinity,
      forget() {
        if (found.get(name) !== entry) return;
        found.delete(name);
        count -= 1;
        for (const id of ids) {
          const others = madeOf.get(id);
          others?.delete(entry);
          if (others?.size === 0) madeOf.delete(id);
        }
      },
    };
    found.set(name, entry);
    count += 1;
    for (const id of ids) {
      const others = madeOf.get(id);
      if (others) others.add(entry);
      else madeOf.set(id, new Set([entry]));
    }
  }

  /** Forgets what was made of rows that have changed since, as this transaction sees them. */
  function catchUp(): void {
    if (seenChange === undefined) return;
    let news: ReturnType<typeof changes.since>;
    try {
      news = changes.since(seenChange);
    } catch {
      // A disk that cannot tell leaves nothing to trust; whoever asks for a row then hears of it.
    }
    if (!news) {
      forgetAll();
      return;
    }
    for (const id of news.ids) for (const entry of madeOf.get(id) ?? []) entry.forget();
    seenChange = news.last;
  }

  return {
    /**
     * When a transaction has begun: it may see what another process wrote. Answers whether it does,
     * as far as can be told.
     */
    check(): boolean {
      const before = seenVersion;
      // A disk that cannot tell has to be asked again by those who come next in this transaction.
      seenVersion = undefined;
      try {
        const [row] = dataVersion.all() as { data_version: number }[];
        seenVersion = row?.data_version;
      } finally {
        if (seenVersion === undefined) forgetAll();
      }
      const isChanged = seenVersion !== before;
      if (isChanged) catchUp();
      return isChanged;
    },
    /** When this process has written what look-ups read, in the transaction that did. */
    catchUp,
    /** When what was written, and may have been read, is undone. */
    forgetAll,
    /** What was found before. */
    find,
    /** What was found, or what `look` finds now; what is not there is asked for each time. */
    recall<Args, Result>(kind: LookUp<Args, Result>, args: Args, look: () => Result): Result {
      const known = find(kind, args);
      if (known) return known.result;
      if (count >= MAX_REMEMBERED) forgetAll();
      // Before the look, and in its transaction: a change that is not in it comes later.
      seenChange ??= changes.last();
      const result = look();
      remember(kind, args, result);
      return result;
    },
  };
}
