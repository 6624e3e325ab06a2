import { sendsQuery, toQueryString } from '@mkt/protocol';
import {
  type ActivationGuards,
  type ActivationInput,
  type ActivationTarget,
  canActivate,
  checkActivation,
  checkInput,
  type CheckInputDeps,
  presentPriceOf,
  queueFull,
  storedBytesExceeded,
} from './activation.ts';
import type { OrderRunner, QueueFullReason } from './runner.ts';
import type { Clock, Identity } from '../market/outside.ts';
import {
  checkSameBody,
  type ClaimedOrder,
  type IdempotencyKey,
  type InsertedOrder,
  type NewOrder,
  type Order,
  type OrderStore,
  type Replay,
} from './order.ts';
import type { EventFeed, OrderEvents } from '../events/event.ts';
import { budgetExceeded } from '../keys/budget.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import type { AccountStore } from '../server/store.ts';
import { accountSuspended } from '../keys/authenticate.ts';
import { missingListing, type MissingListingDeps } from '../catalogue/search.ts';

export interface Activation {
  buyerId: string;
  /** The key that places it; null for a session. */
  keyId: string | null;
  listingRef: string;
  input: ActivationInput;
  /** JSON text of an object of texts; null for none. */
  metadataJson: string | null;
  guards: ActivationGuards;
  idempotency: IdempotencyKey | null;
}

export interface PlacedOrder {
  order: Order;
  replayed: boolean;
}

export interface PlaceOrderDeps extends CheckInputDeps, MissingListingDeps {
  orders: Pick<
    OrderStore,
    'findReplay' | 'target' | 'insert' | 'find' | 'exceededBudget' | 'bytesStoredToday'
  >;
  accounts: Pick<AccountStore, 'find'>;
  runner: Pick<
    OrderRunner,
    'leaseOwner' | 'tryTake' | 'tryReserve' | 'enqueue' | 'start' | 'dispatch'
  >;
  events: Pick<OrderEvents, 'announceWaiting'>;
  feed: Pick<EventFeed, 'orderUpdated'>;
  identity: Pick<Identity, 'id' | 'buyerPseudonym'>;
  clock: Pick<Clock, 'monotonic' | 'now'>;
  /** Per buyer account and UTC day. */
  maxStoredBytes: number;
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
  deps: Pick<PlaceOrderDeps, 'orders'>,
  { buyerId, idempotency }: Activation,
): Promise<PlacedOrder | undefined> {
  if (!idempotency) return undefined;
  const { key, bodyHash } = idempotency;
  const replay = await deps.orders.findReplay(buyerId, key, bodyHash);
  return replay && replayedOrder(deps, replay);
}

/** The original order as it is now, even if the listing has been paused since. */
async function replayedOrder(
  { orders }: Pick<PlaceOrderDeps, 'orders'>,
  replay: Replay,
): Promise<PlacedOrder> {
  checkSameBody(replay);
  const order = await orders.find(replay.orderId);
  if (!order) throw notFound('Order');
  return { order, replayed: true };
}

async function activatable(
  deps: PlaceOrderDeps,
  activation: Activation,
): Promise<ActivationTarget> {
  const target = await deps.orders.target(activation.listingRef);
  if (!target || !canActivate(target, activation.buyerId)) {
    throw await missingListing(deps, activation.listingRef, { name: activation.buyerId });
  }
  checkActivation(target, activation.guards);
  return target;
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
 * Explains why nothing was stored although the listing is as it was checked: the buyer is
 * suspended, or the listing changes too often.
 */
async function whyChanged(
  { accounts }: PlaceOrderDeps,
  buyerId: string,
  target: ActivationTarget,
): Promise<Refusal> {
  const account = await accounts.find(buyerId);
  return typeof account?.suspendedAtMs === 'number'
    ? accountSuspended()
    : new Refusal(
        'listing_changed',
        'The listing changed several times while the order was being checked. Read the listing again, then retry.',
        {
          reason: 'changed',
          price: presentPriceOf(target),
        },
      );
}

/**
 * Places an order: runs the checks in the protocol's order, commits the row before anything else
 * happens, then makes the call, immediately if there is a free slot and later if not. Checking the
 * input may take seconds, so the write requires that the listing is still the one that was checked;
 * if it is not, the listing is read and checked again. Resolves with the stored order; use
 * `awaitOrder` to wait for the outcome.
 */
export async function placeOrder(
  deps: PlaceOrderDeps,
  activation: Activation,
): Promise<PlacedOrder> {
  const replay = activation.idempotency && (await replayOf(deps, activation));
  if (replay) return replay;
  let target = await activatable(deps, activation);
  const { input } = activation;
  let checkedRevision: number | undefined;
  let checks = 0;
  for (let reads = 0; reads < MAX_READS; reads++) {
    if (target.revision !== checkedRevision) {
      if (checks++ === MAX_CHECKS) break;
      const checked = await checkInput(deps, target, activation);
      if (checked === 'changed') {
        target = await changedTarget(deps, activation, target);
        continue;
      }
      checkQueryForm(target, input);
      checkedRevision = target.revision;
    }
    const placed = await storeOrder(deps, activation, target);
    if (placed) return placed;
    target = await changedTarget(deps, activation, target);
  }
  throw await whyChanged(deps, activation.buyerId, target);
}

/**
 * Reads the listing again after a change. It existed before, so whatever happened to it is a change
 * and not a 404.
 */
async function changedTarget(
  deps: PlaceOrderDeps,
  { buyerId, guards }: Activation,
  before: ActivationTarget,
): Promise<ActivationTarget> {
  const target = await deps.orders.target(before.listingId);
  if (!target) throw new Refusal('listing_not_active', 'The listing was deleted.');
  checkActivation(target, guards);
  if (target.version === before.version) throw await whyChanged(deps, buyerId, target);
  return target;
}

/**
 * Stores the order and starts or queues it; `undefined` if the listing is no longer the one that
 * was checked.
 */
async function storeOrder(
  deps: PlaceOrderDeps,
  activation: Activation,
  target: ActivationTarget,
): Promise<PlacedOrder | undefined> {
  const { identity, runner } = deps;
  const { buyerId, keyId, input, metadataJson, idempotency } = activation;
  const party = { buyerId, sellerId: target.sellerId };
  const releaseCall = runner.tryTake(party);
  const reservation = releaseCall ? undefined : runner.tryReserve(party);
  if (reservation && !reservation.release) {
    return onQueueFull(deps, activation, { target, reason: reservation.reason });
  }
  const release = releaseCall ?? reservation?.release;
  const claimedAtMs = deps.clock.monotonic();
  const newOrder: NewOrder = {
    id: identity.id(),
    target,
    buyerId,
    buyerPseudonym: identity.buyerPseudonym(buyerId, target.sellerId),
    keyId,
    requestJson: input.text,
    metadataJson,
    leaseOwner: releaseCall ? runner.leaseOwner : null,
    idempotency,
    maxStoredBytes: deps.maxStoredBytes,
  };
  let inserted: InsertedOrder;
  try {
    inserted = await deps.orders.insert(newOrder);
  } catch (error) {
    release?.();
    throw error;
  }
  if (inserted.kind !== 'inserted') {
    release?.();
    // An order that arrived meanwhile may be waiting for this slot.
    if (releaseCall) runner.dispatch();
    if (inserted.kind === 'replayed') return replayedOrder(deps, inserted);
    // Another request with the same key may have been stored while this one was checked.
    const replay = await replayOf(deps, activation);
    if (replay) return replay;
    if (inserted.kind === 'budget-exceeded') {
      throw budgetExceeded(inserted.exceeded, target, keyId);
    }
    if (inserted.kind === 'stored-bytes-exceeded') throw storedBytesExceeded(deps.clock.now());
    return undefined;
  }
  const { order } = inserted;
  deps.feed.orderUpdated(order);
  if (releaseCall) {
    runner.start({
      claim: { order, call: callOf(target) },
      claimedAtMs,
      release: releaseCall,
    });
  } else {
    release?.();
    const waiting = { id: order.id, ...party };
    runner.enqueue(waiting);
    runner.dispatch();
    deps.events.announceWaiting(waiting);
  }
  return { order, replayed: false };
}

/**
 * Before an order is refused because the queue is full, checks for reasons that take precedence: a
 * replay, a change to the listing (`undefined`: read it again), a suspension, the budget of the key,
 * and the storage share of the buyer.
 */
async function onQueueFull(
  deps: PlaceOrderDeps,
  activation: Activation,
  { target, reason }: { target: ActivationTarget; reason: QueueFullReason },
): Promise<PlacedOrder | undefined> {
  const replay = await replayOf(deps, activation);
  if (replay) return replay;
  const { orders, accounts, maxStoredBytes, clock } = deps;
  const current = await orders.target(target.listingId);
  if (current?.status !== 'published' || current.version !== target.version) return undefined;
  const account = await accounts.find(activation.buyerId);
  if (typeof account?.suspendedAtMs === 'number') throw accountSuspended();
  const { keyId } = activation;
  const exceeded = keyId === null ? undefined : await orders.exceededBudget(keyId, target);
  if (exceeded) throw budgetExceeded(exceeded, target, keyId);
  const isShare = reason === 'buyer-share' || reason === 'pair-share';
  if (!isShare && (await orders.bytesStoredToday(activation.buyerId)) >= maxStoredBytes) {
    throw storedBytesExceeded(clock.now());
  }
  throw queueFull(reason);
}

function callOf(target: ActivationTarget): ClaimedOrder['call'] {
  const { method, endpointPath, secrets, outputSchemaHash, status } = target;
  return { method, endpointPath, secrets, outputSchemaHash, status };
}
