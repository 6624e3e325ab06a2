import type { Clock } from '../market/outside.ts';
import type { DeviceLoginStore } from '../accounts/device-login-store.ts';
import { DAY_MS } from '../market/limits.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { StatsStore } from '../stats/stats.ts';
import type { CatalogueStore } from '../catalogue/catalogue.ts';
import type { HealthStore } from './store-domain-store.ts';
import type { UserStore } from '../accounts/user-store.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';

const CHUNK = 500;
/** Each is looked up in the search index. */
const WORDS = 50;

export interface PruneDeps {
  orders: Pick<OrderStore, 'prune' | 'pruneIdempotencyKeys' | 'pruneStoredBytes'>;
  health: Pick<HealthStore, 'prune'>;
  stats: Pick<StatsStore, 'prune'>;
  webhooks: Pick<WebhookStore, 'prune'>;
  catalogue: Pick<CatalogueStore, 'pruneSpelling'>;
  users: Pick<UserStore, 'pruneSessions' | 'pruneLinks'>;
  deviceLogins: Pick<DeviceLoginStore, 'prune'>;
  clock: Pick<Clock, 'now'>;
  /** Days after which settled orders are deleted; null keeps them. */
  orderRetentionDays: number | null;
  /** Aborted when the process ends; the next run deletes the rest. */
  signal: AbortSignal;
}

/** Deletes expired rows, in chunks, so that no write delays others for long. */
export async function prune(deps: PruneDeps): Promise<void> {
  const { orders, health, stats, webhooks, users, deviceLogins, clock } = deps;
  const { orderRetentionDays: days } = deps;
  await inChunks(deps, () => health.prune(CHUNK));
  await inChunks(deps, () => stats.prune(CHUNK));
  await inChunks(deps, () => webhooks.prune(CHUNK));
  await inChunks(deps, () => orders.pruneIdempotencyKeys(CHUNK));
  await inChunks(deps, () => orders.pruneStoredBytes(CHUNK));
  await inChunks(deps, () => users.pruneSessions(clock.now(), CHUNK));
  await inChunks(deps, () => users.pruneLinks(CHUNK));
  await inChunks(deps, () => deviceLogins.prune(CHUNK));
  if (days !== null) {
    const age = { ageMs: days * DAY_MS, nowMs: clock.now() };
    await inChunks(deps, () => orders.prune(age, CHUNK));
  }
  await pruneWords(deps);
}

async function inChunks(
  { signal }: Pick<PruneDeps, 'signal'>,
  deleteChunk: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await deleteChunk()) > 0);
}

/** Deletes the words by which misspelled searches found listings that are gone. */
async function pruneWords({ signal, catalogue }: PruneDeps): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined && !signal.aborted) {
    after = await catalogue.pruneSpelling(after, WORDS);
  }
}
