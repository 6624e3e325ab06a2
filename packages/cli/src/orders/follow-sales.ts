import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@mkt/client';
import type { SellerOrderSummary } from '@mkt/protocol';

export interface FollowOptions {
  /** Id or slug; every listing of the account by default. */
  listing?: string | undefined;
  signal: AbortSignal;
  /** Called when the stream of events is open: sales from then on are reported. */
  onOpen?: (() => void) | undefined;
}

/** How long to wait for an event before sales are read again. */
const FIRST_LOOK_MS = 1_000;
const LOOK_MS = 30_000;
/** Many calls settle at once: one request reads them all. */
const PAUSE_MS = 250;
/** A call may take 30 s, and wait before that. */
const LOOK_BACK_MS = 120_000;
const MAX_REMEMBERED = 10_000;

/**
 * Yields each call to the caller's listings once, when it has settled, oldest first. It ends by an
 * error: that of the signal, or of the marketplace.
 */
export async function* followSales(
  client: Client,
  { listing, signal, onOpen }: FollowOptions,
): AsyncGenerator<SellerOrderSummary, never, undefined> {
  const startedAt = Date.now();
  const reported = new Set<string>();
  const changes = watchSales(client, signal);
  const own = listing === undefined ? undefined : await client.listings.get(listing, { signal });
  const listingId = own ? { listingId: own.id } : {};
  // The stream itself needs no scope, so a key without the right one would just never get an event.
  await client.sales.list({ limit: 1, view: 'summary', ...listingId }, { signal });
  onOpen?.();
  // What settles before the stream is open has no event.
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = LOOK_MS) {
    await changes.next(waitMs);
    const createdAfter = new Date(Math.max(startedAt, Date.now()) - LOOK_BACK_MS).toISOString();
    const settled: SellerOrderSummary[] = [];
    const query = { limit: 100, view: 'summary' as const, createdAfter, ...listingId };
    for await (const order of client.sales.list(query, { signal })) {
      const isSettled = order.completedAt !== null && Date.parse(order.completedAt) >= startedAt;
      if (isSettled && !reported.has(order.id)) settled.push(order);
    }
    for (const order of settled.toReversed()) {
      reported.add(order.id);
      yield order;
    }
    for (const id of reported) {
      if (reported.size <= MAX_REMEMBERED) break;
      reported.delete(id);
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Resolves `next()` when a sale has changed since the last time, or after the given time. */
function watchSales(client: Client, signal: AbortSignal): { next(waitMs: number): Promise<void> } {
  let isChanged = false;
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  const read = async () => {
    for await (const { type } of client.events({ signal })) {
      if (type !== 'sale.updated' && type !== 'resync') continue;
      isChanged = true;
      wake();
    }
  };
  read().catch((error: unknown) => {
    failure = { error };
    wake();
  });
  return {
    next: async (waitMs) => {
      if (!isChanged && !failure) {
        const woken = new Promise<void>((resolve) => (wake = resolve));
        const over = new AbortController();
        await Promise.race([woken, sleep(waitMs, undefined, { signal: over.signal })]);
        over.abort();
      }
      if (failure) throw failure.error;
      isChanged = false;
    },
  };
}
