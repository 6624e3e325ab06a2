import type { MarketEvent } from '@mkt/client';
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';

let isLive = false;

/** Whether changes are announced to this page as they happen (docs/buy/webhooks.md#event-streams). */
export const liveState = {
  get: () => isLive,
  set(value: boolean): void {
    isLive = value;
  },
};

/** A `refetchInterval` for what events announce: only while there are none. */
export const unlessLive = (intervalMs: number) => (): number | false =>
  isLive ? false : intervalMs;

/**
 * What every event may change, by the first member of a query's key. The loaded pages of a list
 * (`order-pages`, `sales-pages`) are not among them: the newest page is read again in their place.
 */
const NOUNS: Readonly<Record<MarketEvent['type'], readonly string[]>> = {
  // An order changes what is left of the budget of its key.
  'order.updated': ['orders', 'api-keys'],
  'sale.updated': ['sales'],
  'listing.updated': ['own-listings', 'published-listings'],
  resync: [
    'orders',
    'sales',
    'own-listings',
    'published-listings',
    'api-keys',
    'audit',
    'sessions',
    'webhooks',
  ],
};

/** Whether a query with this key may show what an event announces. */
export function isChanged(queryKey: readonly unknown[], { type, id }: MarketEvent): boolean {
  const [noun, part, shownId] = queryKey;
  if (typeof noun !== 'string' || !NOUNS[type].includes(noun)) return false;
  // Other orders have not changed. Listings are known by their slugs too.
  const isOne = (noun === 'orders' || noun === 'sales') && part === 'one';
  return !(isOne && id !== null && shownId !== id);
}

/** A query is read again at most this often, however many events there are. */
const EVERY_MS = 1_000;

interface Due {
  /** When the query is to be read again. */
  atMs: number;
  /** When the last change was announced. */
  changedMs: number;
}

/**
 * Reads queries of the page again after changes: immediately after the first, then at most once a second
 * each (`meta.everyMs`), and once more after the last. A page in the background does not read; its
 * queries are stale when it is shown again.
 */
export function createRefresher(client: QueryClient) {
  const due = new Map<Query, Due>();
  const refreshedMs = new WeakMap<Query, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When it runs. */
  let timerMs = 0;

  const settlesMs = ({ meta }: Query) => meta?.settlesMs ?? 0;
  const everyMs = ({ meta }: Query) => Math.max(meta?.everyMs ?? EVERY_MS, meta?.settlesMs ?? 0);

  function nextMs(query: Query, nowMs: number, lastMs: number): number {
    const restMs = lastMs + everyMs(query) - nowMs;
    // The machine's clock may have been set back.
    return nowMs + Math.max(settlesMs(query), Math.min(restMs, everyMs(query)));
  }

  function refresh(query: Query, { changedMs }: Due, nowMs: number): void {
    // What it reads now may be older than the change; interrupting it again and again could go on forever.
    if (query.state.fetchStatus !== 'idle') {
      due.set(query, { atMs: nowMs + everyMs(query), changedMs });
      return;
    }
    const settledMs = changedMs + settlesMs(query);
    if (settledMs > nowMs) due.set(query, { atMs: nowMs + everyMs(query), changedMs });
    else due.delete(query);
    refreshedMs.set(query, nowMs);
    void client.invalidateQueries({
      queryKey: query.queryKey,
      exact: true,
      refetchType: focusManager.isFocused() ? 'active' : 'none',
    });
  }

  function run(): void {
    timer = undefined;
    const nowMs = Date.now();
    for (const [query, entry] of due) if (entry.atMs <= nowMs) refresh(query, entry, nowMs);
    schedule();
  }

  function schedule(): void {
    const atMs = Math.min(...Array.from(due.values(), (entry) => entry.atMs));
    if (due.size === 0 || (timer !== undefined && timerMs <= atMs)) return;
    clearTimeout(timer);
    timerMs = atMs;
    timer = setTimeout(run, Math.max(0, atMs - Date.now()));
  }

  return {
    /**
     * What these queries show has changed, or may have (`isSure: false`). Those that no page shows
     * are stale when one does.
     */
    changed(matches: (query: Query) => boolean, isSure = true): void {
      const nowMs = Date.now();
      for (const query of client.getQueryCache().findAll({ predicate: matches })) {
        if (!query.isActive()) {
          query.invalidate();
          continue;
        }
        const readMs = isSure ? 0 : query.state.dataUpdatedAt;
        const lastMs = Math.max(refreshedMs.get(query) ?? 0, readMs);
        // Later changes do not push it back.
        const atMs = due.get(query)?.atMs ?? nextMs(query, nowMs, lastMs);
        due.set(query, { atMs, changedMs: nowMs });
      }
      schedule();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      due.clear();
    },
  };
}
