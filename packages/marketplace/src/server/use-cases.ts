import type { CheckEnvironment, UrlPolicy } from '@mkt/conformance';
import type { FromServiceRequest, UpdateListingRequest, UpdateWebhookRequest } from '@mkt/protocol';
import { readProfile, readSeller, updateProfile } from '../accounts/account.ts';
import { rateListings } from '../catalogue/quality.ts';
import {
  createCategoryCounter,
  findPublishedListing,
  isKnownListing,
  searchListings,
} from '../catalogue/search.ts';
import type { EventFeed, OrderEvents } from '../events/event.ts';
import { authenticate, describeCaller } from '../keys/authenticate.ts';
import { createApiKey, revokeApiKey, updateApiKey } from '../keys/key.ts';
import { createProvider, importService } from '../listings/create.ts';
import { createHealthProbes, healthReport, publishedHealthReport } from '../listings/health.ts';
import { listHistory, listPublishedHistory } from '../listings/history.ts';
import { announcedListings, ownListing } from '../listings/listing.ts';
import { deleteProvider } from '../listings/remove.ts';
import { type Jobs, reviewProvider, submitProvider, wakeReviews } from '../listings/review.ts';
import { readSecret, rotateSecret } from '../listings/secrets.ts';
import { previewService } from '../listings/service.ts';
import { updateListing } from '../listings/update.ts';
import type { Caller } from '../market/caller.ts';
import { WEBHOOK_LIMITS } from '../market/limits.ts';
import type { Outcomes } from '../market/outcomes.ts';
import type { Clock, Identity, Log } from '../market/outside.ts';
import { orderSummaryText } from '../orders/http.ts';
import type { OrderStore } from '../orders/order.ts';
import { type Activation, placeOrder } from '../orders/place.ts';
import {
  awaitOrder,
  countOrders,
  findOwnOrder,
  findSale,
  listOwnOrders,
  listProviderOrders,
  listSales,
} from '../orders/read.ts';
import { cancelOrder, sweep } from '../orders/run.ts';
import { type CallSlots, createOrderRunner, type WaitingOrder } from '../orders/runner.ts';
import type { SchemaValidation } from '../schemas/validation.ts';
import type { SellerGateway } from '../sellers/gateway.ts';
import type { HealthProber } from '../sellers/prober.ts';
import type { WebhookSender } from '../sellers/webhook-sender.ts';
import { readStats, readUsage } from '../stats/stats.ts';
import { createShare } from '../structures/counters.ts';
import { createPace } from '../structures/rates.ts';
import { createDeliverer, createDeliveryQueue } from '../webhooks/deliver.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookAttempts,
  ownWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../webhooks/manage.ts';
import type { WebhookStore } from '../webhooks/webhook.ts';
import { prune } from './chores.ts';
import type { AccountShares, ApiKeyStore, Store } from './store.ts';

/** A use case with its dependencies. */
export function bind<Deps, Args extends unknown[], Result>(
  flow: (deps: Deps, ...args: Args) => Result,
  deps: Deps,
): (...args: Args) => Result {
  return (...args) => flow(deps, ...args);
}

const SECOND_MS = 1_000;

interface WebhookParts {
  webhooks: WebhookStore;
  apiKeys: ApiKeyStore;
  orders: OrderStore;
  sender: WebhookSender;
  identity: Identity;
  urlPolicy: UrlPolicy;
  maxWebhooks: number;
  /** Requests of this process to the webhooks of one host. */
  requestsPerSecondAndHost: number;
  outcomes: Outcomes;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

/** Binds the use cases of webhooks, and the chore that delivers. */
function bindWebhooks(parts: WebhookParts) {
  const { webhooks } = parts;
  const queue = createDeliveryQueue(parts);
  const { requestsPerSecondAndHost: perSecond } = parts;
  const now = parts.clock.monotonic;
  const challenges = {
    ofAccount: createPace({ ...WEBHOOK_LIMITS.challengesOfAccount, now }),
    ofAll: createPace({ ...WEBHOOK_LIMITS.challengesOfAll, now }),
  };
  const asking = { ...parts, challenges };
  const deliver = createDeliverer({
    ...parts,
    hosts: createPace({ burst: perSecond, everyMs: SECOND_MS / perSecond, now }),
    orderText: (order) => orderSummaryText(order, 'buyer'),
  });
  return {
    useCases: {
      createWebhook: bind(createWebhook, asking),
      listWebhooks: webhooks.list,
      ownWebhook: bind(ownWebhook, { webhooks }),
      updateWebhook: (
        caller: Caller,
        id: string,
        request: UpdateWebhookRequest,
        takeOutbound: () => Promise<void>,
      ) => updateWebhook({ ...asking, takeOutbound }, caller, id, request),
      deleteWebhook: bind(deleteWebhook, parts),
      rotateWebhookSecret: bind(rotateWebhookSecret, parts),
      testWebhook: bind(testWebhook, {
        ...asking,
        tests: createShare(WEBHOOK_LIMITS.testsPerAccount),
      }),
      listWebhookAttempts: bind(listWebhookAttempts, { webhooks }),
    },
    async deliverWebhooks(): Promise<void> {
      await queue();
      await deliver();
    },
  };
}

interface UseCaseParts {
  store: Store;
  identity: Identity;
  schemas: SchemaValidation;
  gateway: SellerGateway;
  prober: HealthProber;
  webhookSender: WebhookSender;
  /** Runs work with the checks of a review, under one deadline. */
  withChecks<Result>(
    accountId: string,
    work: (checks: CheckEnvironment) => Promise<Result>,
  ): Promise<Result>;
  urlPolicy: UrlPolicy;
  contractBytes: number;
  /** The address of this marketplace, once it listens. */
  baseUrl(): string;
  jobs: Jobs;
  events: OrderEvents;
  feed: EventFeed;
  slots: CallSlots;
  outcomes: Outcomes;
  clock: Clock;
  log: Log;
  /** The limits per account (docs/limits.md#shares). */
  shares: AccountShares;
  orderRetentionDays: number | null;
  /** Whether a lock guarantees that no other process uses this database. */
  exclusive: boolean;
  /** Aborted when the process gives up its calls. */
  ending: AbortSignal;
}

/** Binds every use case to the dependencies it needs, and to no others. */
export function bindUseCases(parts: UseCaseParts) {
  const { store, identity, schemas, jobs, events, feed, slots, clock, log, urlPolicy } = parts;
  const { contractBytes, baseUrl, outcomes } = parts;
  const { orders, secrets, apiKeys, catalogue, health, history, profiles, stats } = store;
  const listings = announcedListings(store.listings, feed);
  const logError = (err: unknown, message: string) => log.error({ err }, message);
  const runner = createOrderRunner({
    orders,
    listings,
    gateway: parts.gateway,
    schemas,
    events,
    feed,
    slots,
    clock,
    outcomes,
    leaseOwner: identity.id(),
    signal: parts.ending,
    onError: logError,
  });
  const placeDeps = {
    orders,
    catalogue,
    accounts: store.accounts,
    maxStoredBytes: parts.shares.storedBytes,
    listings,
    schemas,
    runner,
    events,
    feed,
    identity,
    clock,
  };
  const contract = { schemas, urlPolicy };
  const inserting = { listings, identity, jobs, maxListings: parts.shares.listings };

  const { webhooks } = store;
  const ofWebhooks = bindWebhooks({
    webhooks,
    apiKeys,
    orders,
    sender: parts.webhookSender,
    identity,
    urlPolicy,
    maxWebhooks: parts.shares.webhooks,
    requestsPerSecondAndHost: parts.shares.webhookRequestsPerHost,
    outcomes,
    clock,
    log,
    signal: parts.ending,
  });

  const useCases = {
    ...ofWebhooks.useCases,
    authenticate: bind(authenticate, {
      apiKeys,
      identity,
      clock,
      onTouchError: (error) =>
        logError(
          error,
          'last use of an API key could not be recorded; retried when the key is used again',
        ),
    }),
    createProvider: bind(createProvider, { ...contract, ...inserting }),
    submitProvider: bind(submitProvider, { listings, jobs }),
    deleteProvider: bind(deleteProvider, { listings, feed }),
    ownListing: bind(ownListing, { listings }),
    listListings: listings.list,
    readSecret: bind(readSecret, { listings, secrets, log }),
    rotateSecret: bind(rotateSecret, { listings, secrets, identity, log }),
    listProviderOrders: bind(listProviderOrders, { orders, listings }),
    listSales: bind(listSales, { orders }),
    describeCaller: bind(describeCaller, { apiKeys }),
    findSale: bind(findSale, { orders }),
    healthReport: bind(healthReport, { listings, health, clock }),
    publishedHealthReport: bind(publishedHealthReport, { listings, catalogue, health, clock }),
    listHistory: bind(listHistory, { listings, history }),
    listPublishedHistory: bind(listPublishedHistory, { listings, catalogue, history }),
    previewService: (caller: Caller, request: FromServiceRequest) =>
      parts.withChecks(caller.accountId, (checks) =>
        previewService(
          { schemas, contractBytes, baseUrl, checks, listings, secrets, clock },
          caller,
          request,
        ),
      ),
    importService: (caller: Caller, request: FromServiceRequest) =>
      parts.withChecks(caller.accountId, (checks) =>
        importService({ schemas, contractBytes, baseUrl, checks, ...inserting }, caller, request),
      ),
    updateListing: (
      caller: Caller,
      ref: string,
      patch: UpdateListingRequest,
      takeOutbound: () => Promise<void>,
    ) =>
      parts.withChecks(caller.accountId, (checks) =>
        updateListing(
          { ...contract, listings, secrets, clock, jobs, checks, takeOutbound },
          caller,
          ref,
          patch,
        ),
      ),
    searchListings: bind(searchListings, { catalogue }),
    findPublishedListing: bind(findPublishedListing, { listings, catalogue }),
    isKnownListing: bind(isKnownListing, { listings }),
    categories: createCategoryCounter(catalogue, clock),
    placeOrder: (activation: Activation) => runner.track(placeOrder(placeDeps, activation)),
    awaitOrder: bind(awaitOrder, { orders, events, runner }),
    cancelOrder: bind(cancelOrder, { orders, apiKeys, runner, events, feed, outcomes }),
    findOwnOrder: bind(findOwnOrder, { orders, apiKeys }),
    listOwnOrders: bind(listOwnOrders, { orders, apiKeys }),
    readStats: bind(readStats, { stats, clock }),
    readUsage: bind(readUsage, { stats, clock }),
    createApiKey: bind(createApiKey, {
      apiKeys,
      orders,
      identity,
      clock,
      log,
      maxActiveKeys: parts.shares.apiKeys,
    }),
    listApiKeys: apiKeys.list,
    updateApiKey: bind(updateApiKey, { apiKeys, orders, log }),
    revokeApiKey: bind(revokeApiKey, { apiKeys, log }),
    readProfile: bind(readProfile, { profiles }),
    updateProfile: bind(updateProfile, { profiles, schemas }),
    readSeller: bind(readSeller, { profiles }),
    sha256: identity.sha256,
  };

  const { ending: signal, orderRetentionDays, exclusive, prober } = parts;
  const probeHealth = createHealthProbes({
    health,
    prober,
    clock,
    outcomes,
    signal,
    onError: (error) => logError(error, 'probe failed; it is repeated when it is next due'),
  });
  const { withChecks } = parts;
  const reviewDeps = { listings, identity, clock, outcomes, withChecks, ending: signal };
  const sweepDeps = { orders, runner, events, feed, outcomes, exclusive };

  return {
    useCases,
    /** Use cases without a caller: handlers of jobs, and chores. */
    background: {
      reviewProvider: (listingId: string) => reviewProvider(reviewDeps, listingId),
      runOrder(order: WaitingOrder): void {
        runner.enqueue(order);
        runner.dispatch();
      },
      sweep: () => sweep(sweepDeps),
      wakeReviews: () => wakeReviews({ listings, jobs }),
      probeHealth,
      countOrders: () => countOrders({ stats, clock, signal }),
      rateListings: () => rateListings({ stats, signal }),
      deliverWebhooks: ofWebhooks.deliverWebhooks,
      /** No other process uses the database: whoever claimed deliveries is gone. */
      giveDeliveriesBack: () => (exclusive ? webhooks.giveAllBack() : Promise.resolve()),
      prune: () =>
        prune({
          orders,
          health,
          stats,
          webhooks,
          catalogue: store.catalogue,
          users: store.users,
          deviceLogins: store.deviceLogins,
          clock,
          orderRetentionDays,
          signal,
        }),
    },
    drain: runner.drain,
    calls: { live: runner.live, started: runner.started, dispatch: runner.dispatch },
  };
}

export type BackgroundWork = ReturnType<typeof bindUseCases>['background'];
