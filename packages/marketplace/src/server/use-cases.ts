import type { CheckEnvironment, UrlPolicy } from '@mkt/conformance';
import type { FromServiceRequest, UpdateListingRequest } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import type { AccountShares } from './shares.ts';
import type { CallSlots } from '../orders/runner.ts';
import type { Clock } from '../market/outside.ts';
import type { EventFeed } from '../events/event.ts';
import type { HealthProber } from '../sellers/health-prober.ts';
import type { Identity } from '../market/identity.ts';
import type { Jobs } from '../listings/jobs.ts';
import type { Log } from '../market/log.ts';
import type { Outcomes } from '../market/outcomes.ts';
import type { OrderEvents } from '../events/order-events.ts';
import type { SchemaValidation } from '../schemas/schema-validation.ts';
import type { SellerGateway } from '../sellers/seller-gateway.ts';
import type { WebhookSender } from '../sellers/webhook-sender-domain-webhook-sender.ts';
import type { WaitingOrder } from '../orders/waiting-queue.ts';
import type { Store } from './store-domain-store.ts';
import { announcedListings } from '../listings/announced-listings.ts';
import { authenticate } from '../keys/authenticate.ts';
import { awaitOrder } from '../orders/await-order.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { countOrders } from '../orders/count-orders.ts';
import { createCategoryCounter } from '../catalogue/count-categories.ts';
import { createApiKey } from '../keys/key.ts';
import { createProvider } from '../listings/create.ts';
import { describeCaller } from '../keys/describe-caller.ts';
import { deleteProvider } from '../listings/remove.ts';
import { healthReport, publishedHealthReport } from '../listings/health-report.ts';
import { importService } from '../listings/import-service.ts';
import { createOrderRunner } from '../orders/order-runner.ts';
import { ownListing } from '../listings/own-listing.ts';
import { placeOrder, type Activation } from '../orders/place.ts';
import { previewService } from '../listings/preview-service.ts';
import { createHealthProbes } from '../listings/health.ts';
import { prune } from './prune.ts';
import { listHistory, listPublishedHistory } from '../listings/read-history.ts';
import {
  findOwnOrder,
  listOwnOrders,
  listProviderOrders,
  findSale,
  listSales,
} from '../orders/read.ts';
import { readProfile, readSeller } from '../accounts/read-profile.ts';
import { rateListings } from '../catalogue/rate-listings.ts';
import { readSecret } from '../listings/secrets.ts';
import { readStats, readUsage } from '../stats/read-stats.ts';
import { reviewProvider } from '../listings/review.ts';
import { updateApiKey } from '../keys/update-api-key.ts';
import { revokeApiKey } from '../keys/revoke-api-key.ts';
import { rotateSecret } from '../listings/rotate-secret.ts';
import { findPublishedListing, isKnownListing, searchListings } from '../catalogue/search.ts';
import { submitProvider } from '../listings/submit-provider.ts';
import { sweep } from '../orders/sweep.ts';
import { updateListing } from '../listings/update.ts';
import { updateProfile } from '../accounts/account.ts';
import { wakeReviews } from '../listings/wake-reviews.ts';

import { bind } from './bind.ts';
import { bindWebhooks } from './webhooks.ts';

export interface UseCaseParts {
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
