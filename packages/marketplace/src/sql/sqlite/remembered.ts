import type { Clock } from '../../domain/clock.ts';
import type { LookUp } from '../operation.ts';
import type { Connection } from './connection.ts';

/** Of each kind; then it begins anew. A listing takes about a kilobyte. */
const MAX_REMEMBERED = 5_000;

interface Found {
  result: unknown;
  untilMs: number;
}

/**
 * What look-ups have found, for as long as the database says the same: until this process writes
 * anything but orders, or another process writes anything at all. Most of a look-up's price is the
 * making of its row (6 µs of 7); a key that was revoked is gone with the next turn all the same.
 */
export function createRemembered(connection: Connection, clock: Pick<Clock, 'now'>) {
  const dataVersion = connection.prepare('PRAGMA data_version');
  const kinds = new Map<unknown, Map<string, Found>>();
  let seenVersion: number | undefined;

  function forget(): void {
    for (const found of kinds.values()) found.clear();
  }

  function foundOf(kind: unknown): Map<string, Found> {
    let found = kinds.get(kind);
    if (!found) kinds.set(kind, (found = new Map()));
    return found;
  }

  return {
    /**
     * When a transaction has begun: it may see what another process wrote. Answers whether it does,
     * as far as can be told.
     */
    check(): boolean {
      let isChanged = true;
      const before = seenVersion;
      // A disk that cannot tell has to be asked again by those who come next in this transaction.
      seenVersion = undefined;
      try {
        const [row] = dataVersion.all() as { data_version: number }[];
        seenVersion = row?.data_version;
      } finally {
        isChanged = seenVersion === undefined || seenVersion !== before;
        if (isChanged) forget();
      }
      return isChanged;
    },
    /** When this process has written what look-ups read. */
    forget,
    /** What was found, or what `look` finds now; what is not there is asked for each time. */
    recall<Args, Result>(kind: LookUp<Args, Result>, args: Args, look: () => Result): Result {
      const { remember } = kind;
      if (!remember) return look();
      const name = remember.by(args);
      const found = foundOf(kind);
      const known = found.get(name);
      if (known && known.untilMs > clock.now()) return known.result as Result;
      const result = look();
      if (result !== undefined && result !== null) {
        if (found.size >= MAX_REMEMBERED) found.clear();
        found.set(name, { result, untilMs: remember.until?.(result) ?? Infinity });
      }
      return result;
    },
  };
}
