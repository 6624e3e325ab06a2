import { sendsQuery, toQueryString } from '@mkt/protocol';
import {
  canActivate,
  checkActivation,
  presentPriceOf,
  type ActivationGuards,
  type ActivationInput,
  type ActivationTarget,
} from '../domain/activation.ts';
import type { NoPlace } from '../concurrency/call-slots.ts';
import type { Clock } from '../domain/clock.ts';
import { checkSameBody, type IdempotencyKey, type Replay } from '../domain/idempotency-key.ts';
import type { Identity } from '../domain/identity.ts';
import type { Order } from '../domain/order.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import { notFound, Refusal } from '../domain/refusal.ts';
import type { ClaimedOrder, InsertedOrder, NewOrder, OrderStore } from '../domain/order-store.ts';
import type { AccountStore } from '../domain/store.ts';
import { accountSuspended } from './authenticate.ts';
import { checkInput, type CheckInputDeps } from './check-input.ts';
import { noBytesLeft, noPlaceToWait } from './refuse-waiting.ts';
import type { OrderRunner } from './order-runner.ts';

export interface Activation {
  buyerId: string;
  listingRef: string;
  input: ActivationInput;
  guards: ActivationGuards;
  idempotency: IdempotencyKey | null;
}

export interface PlacedOrder {
  order: Order;
  replayed: boolean;
}

export interface PlaceOrderDeps extends CheckInputDeps {
  orders: Pick<OrderStore, 'findReplay' | 'target' | 'insert' | 'find' | 'storedToday'>;
  accounts: Pick<AccountStore, 'find'>;
  runner: Pick<
    OrderRunner,
    'leaseOwner' | 'tryTake' | 'tryWait' | 'enqueue' | 'start' | 'dispatch'
  >;
  events: Pick<OrderEvents, 'waits'>;
  identity: Pick<Identity, 'id' | 'buyerPseudonym'>;
  clock: Pick<Clock, 'monotonic' | 'now'>;
  /** Of one buyer account in a UTC day. */
  maxStoredBytes: number;
}

/** The guards and the input are checked this often before a listing that keeps changing is refused. */
const MAX_CHECKS = 3;
/** Changes that leave the revision as it is, such as a new title, need no new check; each is read again. */
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

/** The first order as it is now, even when the listing has since been paused. */
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
  if (!target || !canActivate(target, activation.buyerId)) throw notFound('Listing');
  checkActivation(target, activation.guards);
  return target;
}

/** Refuses an input that has no form as a query string, where the contract's method needs one. */
function checkQueryForm(target: ActivationTarget, { text }: ActivationInput): void {
  if (!sendsQuery(target.method)) return;
  const query = toQueryString(text);
  if (query.ok) return;
  throw new Refusal('invalid_input', 'The input does not match the listing.', {
    details: [{ path: query.path, message: query.message, keyword: 'query' }],
  });
}

/** Why nothing was stored although the listing reads as it was checked: the buyer, or too many changes. */
async function whyChanged(
  { accounts }: PlaceOrderDeps,
  buyerId: string,
  target: ActivationTarget,
): Promise<Refusal> {
  const account = await accounts.find(buyerId);
  return typeof account?.suspendedAtMs === 'number'
    ? accountSuspended()
    : new Refusal('listing_changed', 'The listing keeps changing; read it again.', {
        price: presentPriceOf(target),
      });
}

/**
 * Places an order: the checks in the protocol's order, then the row, committed before anything else
 * happens, then the call, at once when there is room and later when there is not. Checking the input
 * may take seconds, so the write carries the condition that the listing is still the one that was
 * checked; where it is not, the listing is read and checked again. It resolves with the stored
 * order; to get the outcome, wait for it with `awaitOrder`.
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
      const checked = await checkInput(deps, target, input);
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

/** The listing as it is now. It was there, so whatever became of it is a change and not a 404. */
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

/** The stored order, already started or waiting; `undefined` when the listing is not the checked one. */
async function storeOrder(
  deps: PlaceOrderDeps,
  activation: Activation,
  target: ActivationTarget,
): Promise<PlacedOrder | undefined> {
  const { identity, runner } = deps;
  const { buyerId, input, idempotency } = activation;
  const party = { buyerId, sellerId: target.sellerId };
  const release = runner.tryTake(party);
  const place = release ? undefined : runner.tryWait(party);
  if (place && !place.leave) {
    return withoutPlace(deps, activation, { target, why: place.why });
  }
  const giveBack = release ?? place?.leave;
  const claimedAtMs = deps.clock.monotonic();
  const newOrder: NewOrder = {
    id: identity.id(),
    target,
    buyerId,
    buyerPseudonym: identity.buyerPseudonym(buyerId, target.sellerId),
    requestJson: input.text,
    leaseOwner: release ? runner.leaseOwner : null,
    idempotency,
    maxStoredBytes: deps.maxStoredBytes,
  };
  let inserted: InsertedOrder;
  try {
    inserted = await deps.orders.insert(newOrder);
  } catch (error) {
    giveBack?.();
    throw error;
  }
  if (inserted.kind !== 'inserted') {
    giveBack?.();
    // An order that came meanwhile may wait for this place.
    if (release) runner.dispatch();
    if (inserted.kind === 'replayed') return replayedOrder(deps, inserted);
    // Its first request may have been stored while this one was checked.
    const replay = await replayOf(deps, activation);
    if (replay) return replay;
    if (inserted.kind === 'no-bytes-left') throw noBytesLeft(deps.clock.now());
    return undefined;
  }
  const { order } = inserted;
  if (release) {
    runner.start({ claim: { order, call: callOf(target) }, claimedAtMs, release });
  } else {
    giveBack?.();
    const waiting = { id: order.id, ...party };
    runner.enqueue(waiting);
    runner.dispatch();
    deps.events.waits(waiting);
  }
  return { order, replayed: false };
}

/**
 * What comes before the refusal of an order that has no place: a replay, a change of the listing
 * (`undefined`: it is read again), a suspension, and the buyer's own shares.
 */
async function withoutPlace(
  deps: PlaceOrderDeps,
  activation: Activation,
  { target, why }: { target: ActivationTarget; why: NoPlace },
): Promise<PlacedOrder | undefined> {
  const replay = await replayOf(deps, activation);
  if (replay) return replay;
  const { orders, accounts, maxStoredBytes, clock } = deps;
  const current = await orders.target(target.listingId);
  if (current?.status !== 'published' || current.version !== target.version) return undefined;
  const account = await accounts.find(activation.buyerId);
  if (typeof account?.suspendedAtMs === 'number') throw accountSuspended();
  const isShare = why === 'buyer-share' || why === 'pair-share';
  if (!isShare && (await orders.storedToday(activation.buyerId)) >= maxStoredBytes) {
    throw noBytesLeft(clock.now());
  }
  throw noPlaceToWait(why);
}

function callOf(target: ActivationTarget): ClaimedOrder['call'] {
  const { method, endpointPath, secrets, outputSchemaHash, status } = target;
  return { method, endpointPath, secrets, outputSchemaHash, status };
}
