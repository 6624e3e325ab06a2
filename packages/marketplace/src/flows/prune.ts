import type { Clock } from '../domain/clock.ts';
import { DAY_MS } from '../domain/limits.ts';
import type { OrderStore } from '../domain/order-store.ts';
import type { HealthStore } from '../domain/store.ts';

const PORTION = 500;

export interface PruneDeps {
  orders: Pick<OrderStore, 'prune' | 'pruneIdempotencyKeys' | 'pruneStoredBytes'>;
  health: Pick<HealthStore, 'prune'>;
  clock: Pick<Clock, 'now'>;
  /** Days after which orders are dropped; null keeps them. */
  orderRetentionDays: number | null;
  /** Fires when the process is ending: what is left is dropped another time. */
  signal: AbortSignal;
}

/** Drops what is past its time, in portions, so that no write holds the others up. */
export async function prune(deps: PruneDeps): Promise<void> {
  const { orders, health, orderRetentionDays: days } = deps;
  await inPortions(deps, () => health.prune(PORTION));
  await inPortions(deps, () => orders.pruneIdempotencyKeys(PORTION));
  await inPortions(deps, () => orders.pruneStoredBytes(PORTION));
  if (days === null) return;
  const age = { ageMs: days * DAY_MS, nowMs: deps.clock.now() };
  await inPortions(deps, () => orders.prune(age, PORTION));
}

async function inPortions(
  { signal }: Pick<PruneDeps, 'signal'>,
  dropSome: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await dropSome()) > 0);
}
