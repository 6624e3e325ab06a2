import { pause } from '../market/outside.ts';
import type { App } from '../server/context.ts';

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
