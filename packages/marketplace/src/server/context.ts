import type { CheckEnvironment, UrlPolicy } from '@mkt/conformance';
import { accountStore, deviceLoginStore, profileStore, userStore } from '../accounts/store.ts';
import { auditStore } from '../audit/store.ts';
import { catalogueStore } from '../catalogue/store.ts';
import type { Engine } from '../database/engine.ts';
import { readClock } from '../database/operation.ts';
import type { Sealing } from '../database/sealing.ts';
import type { EventFeed, OrderEvents } from '../events/event.ts';
import { apiKeyStore } from '../keys/store.ts';
import { announcedListings } from '../listings/listing.ts';
import type { Jobs } from '../listings/review.ts';
import { healthStore, historyStore, listingStore, secretStore } from '../listings/store.ts';
import { type AccountShares, WEBHOOK_LIMITS } from '../market/limits.ts';
import type { Outcomes } from '../market/outcomes.ts';
import type { Clock, Identity, Log } from '../market/outside.ts';
import type { Tracing } from '../market/trace.ts';
import { type CallSlots, createOrderRunner, type OrderRunner } from '../orders/runner.ts';
import { orderStore } from '../orders/store.ts';
import type { SchemaValidation } from '../schemas/validation.ts';
import type { SellerGateway } from '../sellers/gateway.ts';
import type { NetworkWatch } from '../sellers/network-watch.ts';
import type { HealthProber } from '../sellers/prober.ts';
import type { WebhookSender } from '../sellers/webhook-sender.ts';
import { statsStore } from '../stats/store.ts';
import { createPace, createShare, type Pace, type Share } from '../structures/counters.ts';
import { webhookStore } from '../webhooks/store.ts';

/**
 * The database as use cases see it. Every write is one named operation: it happens completely or
 * not at all, and its promise resolves after the commit. Any operation may reject with
 * `StorageUnavailable`; then nothing was stored, unless the connection broke during the commit,
 * which only a later read can show. `ref` is an id or a slug.
 *
 * Lists are read in turns with those of other readers, apart from what orders need. They reject
 * with the refusal `overloaded` if too many are waiting or one takes too long. They return up to
 * `limit` items, and fewer if these would exceed `maxBytes` in total.
 * Secrets are encrypted on the way in and decrypted on the way out.
 */
export function createStore({ engine, sealing }: { engine: Engine; sealing: Sealing }) {
  const orders = orderStore(engine, sealing);
  const health = healthStore(engine);
  const webhooks = webhookStore(engine, sealing);
  return {
    accounts: accountStore(engine, sealing),
    profiles: profileStore(engine),
    users: userStore(engine),
    deviceLogins: deviceLoginStore(engine),
    apiKeys: apiKeyStore(engine),
    listings: listingStore(engine, sealing),
    secrets: secretStore(engine, sealing),
    health,
    history: historyStore(engine),
    catalogue: catalogueStore(engine),
    orders,
    stats: statsStore(engine),
    webhooks,
    audit: auditStore(engine),
    /** The database's clock, in Unix milliseconds. */
    now: (): Promise<number> => engine.read(readClock, undefined),
    /** After the database's clock was set: every wait that it measures starts again. */
    async restartWaits(): Promise<void> {
      await orders.restartWaits();
      await webhooks.restartWaits();
      await health.restartWaits();
    },
  };
}

export type Store = ReturnType<typeof createStore>;

/** What every use case may use. There is one for each open marketplace. */
export interface App {
  store: Store;
  clock: Clock;
  log: Log;
  identity: Identity;
  schemas: SchemaValidation;
  gateway: SellerGateway;
  /** Whether this process can, or could, reach any seller. */
  network: Pick<NetworkWatch, 'wasDownSince' | 'recovery'>;
  /** Whether a call is tried again that was certainly not sent. */
  retriesCalls: boolean;
  prober: HealthProber;
  webhookSender: WebhookSender;
  /** Runs work with the checks of a review, under one deadline; the account pays for the time. */
  withChecks<Result>(
    accountId: string,
    work: (checks: CheckEnvironment) => Promise<Result>,
  ): Promise<Result>;
  /** Which URLs sellers and webhooks may have. */
  urlPolicy: UrlPolicy;
  /** The maximum size of a contract. */
  contractBytes: number;
  /** The address of this marketplace, once it listens. */
  baseUrl(): string;
  jobs: Jobs;
  events: OrderEvents;
  feed: EventFeed;
  /** The calls of this process. */
  runner: OrderRunner;
  /** Identifies this process in leases. */
  leaseOwner: string;
  slots: CallSlots;
  outcomes: Outcomes;
  /** Undefined unless traces are recorded in this process. */
  tracing: Tracing | undefined;
  shares: AccountShares;
  /** How long settled orders are kept; null means forever. */
  orderRetentionDays: number | null;
  /** Whether a lock guarantees that no other process uses this database. */
  exclusive: boolean;
  /** Aborted when the process gives up its calls; the next one continues. */
  ending: AbortSignal;
  /** Challenges that were not answered, by account and host, and by host. */
  challenges: { ofAccount: Pace; ofAll: Pace };
  /** Simultaneous tests of the webhooks of one account. */
  webhookTests: Share;
  /**
   * @param message what failed, and what follows
   * @param ids what it concerns, such as `{ orderId }`
   */
  reportError(error: unknown, message: string, ids?: Readonly<Record<string, string>>): void;
}

/** What `openApp` completes. */
export type AppParts = Omit<
  App,
  'runner' | 'leaseOwner' | 'challenges' | 'webhookTests' | 'reportError'
>;

/** The context of a marketplace, with what this process keeps in memory for its use cases. */
export function openApp(parts: AppParts): App {
  const { clock, log } = parts;
  const now = clock.monotonic;
  const app: Omit<App, 'runner'> = {
    ...parts,
    store: { ...parts.store, listings: announcedListings(parts.store.listings, parts.feed) },
    leaseOwner: parts.identity.id(),
    challenges: {
      ofAccount: createPace({ ...WEBHOOK_LIMITS.challengesOfAccount, now }),
      ofAll: createPace({ ...WEBHOOK_LIMITS.challengesOfAll, now }),
    },
    webhookTests: createShare(WEBHOOK_LIMITS.testsPerAccount),
    reportError: (err, message, ids) => log.error({ err, ...ids }, message),
  };
  return { ...app, runner: createOrderRunner(app) };
}
