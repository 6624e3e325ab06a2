import { pause, type Clock } from '../market/outside.ts';
import type { Identity } from '../market/identity.ts';
import type { WebhookStore } from './webhook-store.ts';

/** How often the position in the log is moved while there is no webhook. */
const SKIP_EVERY_MS = 30_000;

export interface QueueDeliveriesDeps {
  webhooks: Pick<WebhookStore, 'hasAny' | 'skipSettled' | 'nextSettled' | 'queue'>;
  identity: Pick<Identity, 'id'>;
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Aborted when the process ends; the next one continues. */
  signal: AbortSignal;
}

/**
 * Follows the log of settled orders, and stores a delivery for each webhook that was active when an
 * order settled. The deliveries and the position are stored in one transaction, so each order has
 * exactly one delivery for each webhook, whichever process crashes when.
 */
export function createDeliveryQueue({ webhooks, identity, clock, signal }: QueueDeliveriesDeps) {
  let skippedAtMs = -Infinity;

  /** Without any webhook there is nothing to read, but the first one must not read the past. */
  async function skip(): Promise<void> {
    if (clock.monotonic() - skippedAtMs < SKIP_EVERY_MS) return;
    skippedAtMs = clock.monotonic();
    await webhooks.skipSettled();
  }

  return async function queueDeliveries(): Promise<void> {
    if (!(await webhooks.hasAny())) return skip();
    while (!signal.aborted) {
      const startedMs = clock.monotonic();
      const settled = await webhooks.nextSettled();
      if (!settled) return;
      const deliveries = settled.deliveries.map((each) => ({ id: identity.id(), ...each }));
      const queued = await webhooks.queue({ from: settled.from, to: settled.to, deliveries });
      // Another process is ahead, or the rest is left to the next run.
      if (!queued || settled.isLast) return;
      // Orders get at least half of the time.
      const tookMs = clock.monotonic() - startedMs;
      if (tookMs > 0) await pause(clock, tookMs, signal);
    }
  };
}
