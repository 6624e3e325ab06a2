import { isSettled, OVER_PRECISE, overPrecisePath, sendsQuery, toQueryString } from '@mkt/protocol';
import { missingListing } from '../catalogue/search.ts';
import { presentPrice } from '../http/respond.ts';
import { budgetExceeded } from '../keys/budget.ts';
import { refusalOf } from '../accounts/account.ts';
import type { RequestIds } from '../market/outside.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import { during } from '../market/trace.ts';
import { schemasBusy } from '../schemas/validation.ts';
import type { App } from '../server/context.ts';
import { type Disconnect, DisconnectSource } from '../structures/async.ts';
import {
  type ActivationGuards,
  type ActivationInput,
  type ActivationTarget,
  callOf,
  isVisibleTo,
  checkActivation,
  queueFull,
  storedBytesExceeded,
  termsOf,
} from './activation.ts';
import {
  checkSameBody,
  type IdempotencyKey,
  type InsertedOrder,
  type NewOrder,
  type Order,
  type OrderOrigin,
  type Replay,
} from './order.ts';
import type { QueueFullReason } from './runner.ts';

export interface Activation extends OrderOrigin, RequestIds {
  listingRef: string;
  input: ActivationInput;
  guards: ActivationGuards;
  idempotency: IdempotencyKey | null;
}

export interface PlacedOrder {
  order: Order;
  replayed: boolean;
}

/**
 * How often the input is checked before an activation of a listing that keeps changing is refused.
 */
const MAX_CHECKS = 3;
/**
 * A change that keeps the revision, such as a new title, needs no new check, but the listing is
 * read again.
 */
const MAX_READS = 20;

async function replayOf(
  app: App,
  { buyerId, idempotency }: Activation,
): Promise<PlacedOrder | undefined> {
  if (!idempotency) return undefined;
  const { key, bodyHash } = idempotency;
  const replay = await app.store.orders.findReplay(buyerId, key, bodyHash);
  return replay && replayedOrder(app, replay);
}

/** The original order as it is now, even if the listing has been paused since. */
async function replayedOrder({ store: { orders } }: App, replay: Replay): Promise<PlacedOrder> {
  checkSameBody(replay);
  const order = await orders.find(replay.orderId);
  if (!order) throw notFound('Order');
  return { order, replayed: true };
}

async function activatable(app: App, activation: Activation): Promise<ActivationTarget> {
  const target = await app.store.orders.target(activation.listingRef);
  if (!target || !isVisibleTo(target, activation.buyerId)) {
    throw await missingListing(app, activation.listingRef, { name: activation.buyerId });
  }
  checkActivation(target, activation.guards);
  return target;
}

/**
 * Validates the input of an activation against the listing's `inputSchema`. If it is invalid, the
 * seller is not called and there is no order (docs/buy/orders.md#what-is-checked-first).
 */
async function checkInput(
  app: App,
  target: Pick<ActivationTarget, 'listingId' | 'sellerId' | 'inputSchemaHash'>,
  { buyerId, input }: { buyerId: string; input: ActivationInput },
): Promise<'fits' | 'changed'> {
  const longNumber = overPrecisePath(input);
  if (longNumber !== undefined) {
    throw new Refusal('invalid_input', 'A number in the input has too many digits.', {
      details: [{ path: longNumber, message: OVER_PRECISE, keyword: 'precision' }],
    });
  }
  const { inputSchemaHash: schemaHash, listingId, sellerId } = target;
  if (schemaHash === null) return 'fits';
  const outcome = await app.schemas.validate({
    schemaHash,
    loadSchema: async () => (await app.store.orders.schemas(listingId))?.input ?? null,
    document: input,
    group: buyerId,
    seller: sellerId,
  });
  switch (outcome.kind) {
    case 'valid':
      return 'fits';
    case 'invalid':
      throw new Refusal('invalid_input', "The input does not match the listing's inputSchema.", {
        details: outcome.details,
      });
    case 'timeout':
      // The listing stays for sale: no buyer's input may take it off the market.
      await app.store.listings.countSlowInput(listingId);
      throw new Refusal(
        'invalid_input',
        'Checking the input took too long. The seller was not called. Try a smaller input.',
        {
          details: [{ path: '', message: 'could not be checked in time', keyword: 'timeout' }],
        },
      );
    case 'busy':
      throw schemasBusy();
    case 'changed':
      return 'changed';
  }
}

/**
 * Refuses an input that cannot be sent as a query string if the method of the contract needs one.
 */
function checkQueryForm(target: ActivationTarget, { text }: ActivationInput): void {
  if (!sendsQuery(target.method)) return;
  const query = toQueryString(text);
  if (query.ok) return;
  throw new Refusal('invalid_input', 'The input cannot be sent as a query string.', {
    details: [{ path: query.path, message: query.message, keyword: 'query' }],
  });
}

/**
 * Explains why nothing was stored although the listing has not changed since the check: the buyer is
 * suspended or closed, or the listing changes too often.
 */
async function whyChanged(
  { store: { accounts } }: App,
  buyerId: string,
  target: ActivationTarget,
): Promise<Refusal> {
  const account = await accounts.find(buyerId);
  return (
    refusalOf(account) ??
    new Refusal(
      'listing_changed',
      'The listing changed several times while the order was being checked. Read the listing again, then retry.',
      {
        reason: 'changed',
        price: presentPrice(target.price),
      },
    )
  );
}

/**
 * Places an order: runs the checks in the protocol's order, commits the row before anything else
 * happens, then makes the call, immediately if there is a free slot and later if not. Checking the
 * input may take seconds, so the write requires that the listing is still the one that was checked;
 * if it is not, the listing is read and checked again. Resolves with the stored order; use
 * `awaitOrder` to wait for the outcome.
 */
export async function placeOrder(app: App, activation: Activation): Promise<PlacedOrder> {
  const startedMs = app.clock.monotonic();
  const replay = activation.idempotency && (await replayOf(app, activation));
  if (replay) return replay;
  let target = await activatable(app, activation);
  const { input } = activation;
  let checkedRevision: number | undefined;
  let checks = 0;
  for (let reads = 0; reads < MAX_READS; reads++) {
    if (target.revision !== checkedRevision) {
      if (checks++ === MAX_CHECKS) break;
      const span = app.tracing?.step('validate', activation.trace);
      const checked = await during(span, checkInput(app, target, activation));
      if (checked === 'changed') {
        target = await changedTarget(app, activation, target);
        continue;
      }
      checkQueryForm(target, input);
      checkedRevision = target.revision;
    }
    const checkedMs = app.clock.monotonic();
    const placed = await storeOrder(app, activation, target);
    if (placed) {
      const { steps } = app.outcomes;
      steps.check.observe(checkedMs - startedMs);
      steps.store.observe(app.clock.monotonic() - checkedMs);
      return placed;
    }
    target = await changedTarget(app, activation, target);
  }
  throw await whyChanged(app, activation.buyerId, target);
}

/**
 * Reads the listing again after a change. It existed before, so whatever happened to it is a change
 * and not a 404.
 */
async function changedTarget(
  app: App,
  { buyerId, guards }: Activation,
  before: ActivationTarget,
): Promise<ActivationTarget> {
  const target = await app.store.orders.target(before.listingId);
  if (!target) throw new Refusal('listing_not_active', 'The listing was deleted.');
  checkActivation(target, guards);
  if (target.version === before.version) throw await whyChanged(app, buyerId, target);
  return target;
}

/**
 * Stores the order and starts or queues it; `undefined` if the listing is no longer the one that
 * was checked.
 */
async function storeOrder(
  app: App,
  activation: Activation,
  target: ActivationTarget,
): Promise<PlacedOrder | undefined> {
  const { identity, runner } = app;
  const { listingRef, guards, input, idempotency, requestId, callerRequestId, ...origin } =
    activation;
  const { buyerId, keyId } = origin;
  const party = { buyerId, sellerId: target.sellerId };
  const releaseCall = runner.tryTake(party);
  const reservation = releaseCall ? undefined : runner.tryReserve(party);
  if (reservation && !reservation.release) {
    return onQueueFull(app, activation, { target, reason: reservation.reason });
  }
  const release = releaseCall ?? reservation?.release;
  const claimedAtMs = app.clock.monotonic();
  const newOrder: NewOrder = {
    id: identity.id(),
    ...termsOf(target),
    ...origin,
    buyerPseudonym: identity.buyerPseudonym(buyerId, target.sellerId),
    requestJson: input.text,
    leaseOwner: releaseCall ? runner.leaseOwner : null,
    idempotency,
    maxStoredBytes: app.shares.storedBytes,
  };
  let inserted: InsertedOrder;
  try {
    const span = app.tracing?.step('store', newOrder.trace, newOrder);
    inserted = await during(span, app.store.orders.insert(newOrder));
  } catch (error) {
    release?.();
    throw error;
  }
  if (inserted.kind !== 'inserted') {
    release?.();
    // An order that arrived meanwhile may be waiting for this slot.
    if (releaseCall) runner.dispatch();
    if (inserted.kind === 'replayed') return replayedOrder(app, inserted);
    // Another request with the same key may have been stored while this one was checked.
    const replay = await replayOf(app, activation);
    if (replay) return replay;
    if (inserted.kind === 'budget-exceeded') {
      throw budgetExceeded(inserted.exceeded, target, keyId);
    }
    if (inserted.kind === 'stored-bytes-exceeded') throw storedBytesExceeded(app.clock.now());
    return undefined;
  }
  const { order } = inserted;
  app.feed.orderUpdated(order);
  if (releaseCall) {
    runner.start({
      claim: { order, call: callOf(target) },
      claimedAtMs,
      release: releaseCall,
      requestId,
      callerRequestId,
    });
  } else {
    release?.();
    const waiting = { id: order.id, ...party, requestId, callerRequestId };
    runner.enqueue(waiting);
    runner.dispatch();
    app.events.announceWaiting(waiting);
  }
  return { order, replayed: false };
}

/**
 * Before an order is refused because the queue is full, checks for reasons that take precedence: a
 * replay, a change to the listing (`undefined`: read it again), a suspension, the budget of the key,
 * and the storage share of the buyer.
 */
async function onQueueFull(
  app: App,
  activation: Activation,
  { target, reason }: { target: ActivationTarget; reason: QueueFullReason },
): Promise<PlacedOrder | undefined> {
  const replay = await replayOf(app, activation);
  if (replay) return replay;
  const {
    store: { orders, accounts },
    shares: { storedBytes: maxStoredBytes },
    clock,
  } = app;
  const current = await orders.target(target.listingId);
  if (current?.status !== 'published' || current.version !== target.version) return undefined;
  const barred = refusalOf(await accounts.find(activation.buyerId));
  if (barred) throw barred;
  const { keyId } = activation;
  const exceeded = keyId === null ? undefined : await orders.exceededBudget(keyId, target);
  if (exceeded) throw budgetExceeded(exceeded, target, keyId);
  const isShare = reason === 'buyer-share' || reason === 'pair-share';
  if (!isShare && (await orders.bytesStoredToday(activation.buyerId)) >= maxStoredBytes) {
    throw storedBytesExceeded(clock.now());
  }
  throw queueFull(reason);
}

/**
 * Resolves with the order once it has settled, or as it is after `waitMs`; always as it is stored.
 */
export async function awaitOrder(
  { store: { orders }, events, runner }: App,
  order: Order,
  waitMs: number,
  disconnect?: Disconnect,
): Promise<Order> {
  if (isSettled(order.state) || waitMs <= 0) return order;
  // The order runs in this process and its event is still to come, so there is no need to read it
  // first.
  if (runner.live.has(order.id)) {
    return (
      (await events.wait(order.id, waitMs, disconnect)) ?? (await orders.find(order.id)) ?? order
    );
  }
  const stop = new DisconnectSource();
  disconnect?.subscribe(() => stop.trigger());
  if (disconnect?.happened) stop.trigger();
  // Subscribes before reading, so that an order that settles in between is not missed.
  const waiting = events.wait(order.id, waitMs, stop);
  const now = await orders.find(order.id);
  if (now && isSettled(now.state)) {
    stop.trigger();
    return now;
  }
  return (await waiting) ?? (await orders.find(order.id)) ?? order;
}
