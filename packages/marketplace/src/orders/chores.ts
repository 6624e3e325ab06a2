// Chores: settles and queues orders that a process lost, and follows the log of settled orders.

import { pause } from '../market/outside.ts';
import type { App } from '../server/context.ts';
import { logFailed } from './run.ts';

const MAX_QUEUED = 10_000;

/**
 * Cleans up after lost processes and notifications (docs/buy/orders.md#guarantees): settles calls whose
 * lease has expired as interrupted, expires orders that waited too long, and queues waiting orders
 * that no process has queued. `byMs` is the latest time that the database's clock can show: an order
 * whose time ends later has not waited too long, even if the clock was set a moment ago.
 */
export async function sweep(app: App, byMs?: number): Promise<void> {
  const {
    store: { orders },
    runner,
    outcomes,
  } = app;
  const lost = await orders.interruptLost({
    leaseOwner: runner.leaseOwner,
    liveIds: { [Symbol.iterator]: () => runner.live.keys() },
    orphans: app.exclusive,
    ...(byMs !== undefined && { byMs }),
  });
  outcomes.orders.add('interrupted', lost.length);
  const expired = await orders.expireWaiting(byMs);
  outcomes.orders.add('expired', expired.length);
  runner.drop(expired.map(({ id }) => id));
  for (const order of lost) logFailed(app.log, order, { kind: 'interrupted' });
  for (const order of expired) logFailed(app.log, order, { kind: 'expired' });
  for (const order of [...lost, ...expired]) {
    app.events.settled(order.id);
    app.feed.orderUpdated(order);
  }
  await reconcileQueue(app);
  runner.dispatch();
}

/**
 * Makes the queue match the rows: queues waiting orders that are missing, and removes those that
 * another process claimed or settled, so that they no longer count against any limit.
 */
async function reconcileQueue({ store: { orders }, runner, events }: App): Promise<void> {
  // Read before the rows: an order queued in between is not among them.
  const queued = runner.queued();
  const waiting = await orders.waiting(MAX_QUEUED);
  for (const order of waiting) runner.enqueue(order);
  if (waiting.length === MAX_QUEUED || queued.length === 0) return;
  const stillWaiting = new Set(waiting.map(({ id }) => id));
  const missing = queued.filter((id) => !stillWaiting.has(id));
  if (missing.length === 0) return;
  runner.drop(missing);
  for (const id of await orders.settledAmong(missing)) events.settled(id);
}

type Following = Pick<App, 'store' | 'clock' | 'ending'>;

/** Lets orders have at least half of the time. */
async function restAfter({ clock, ending }: Following, startedMs: number): Promise<void> {
  const tookMs = clock.monotonic() - startedMs;
  if (tookMs > 0) await pause(clock, tookMs, ending);
}

/** Writes what accounts have stored to its table, many orders at a time. */
export async function countStoredBytes(app: Following): Promise<void> {
  const { orders } = app.store;
  while (!app.ending.aborted) {
    const startedMs = app.clock.monotonic();
    const counted = await orders.nextStoredBytes();
    if (!counted || !(await orders.addStoredBytes(counted))) return;
    await restAfter(app, startedMs);
  }
}

/** Adds settled orders to the lists of their buyers and listings, many at a time. */
export async function addOrdersToLists(app: Following): Promise<void> {
  const { orders } = app.store;
  const { clock, ending } = app;
  while (!ending.aborted) {
    const next = await orders.nextEntries();
    if (!next) return;
    for (const chunk of next.chunks) {
      if (ending.aborted) return;
      const startedMs = clock.monotonic();
      await orders.addChunk(chunk);
      await restAfter(app, startedMs);
    }
    if (!(await orders.endEntries(next))) return;
  }
}
