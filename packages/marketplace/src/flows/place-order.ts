import { toQueryString } from '@mkt/protocol';
import {
  canActivate,
  checkActivation,
  type ActivationGuards,
  type ActivationTarget,
} from '../domain/activation.ts';
import type { CallSlots } from '../domain/call-slots.ts';
import type { Identity } from '../domain/identity.ts';
import type { Order } from '../domain/order.ts';
import { notFound, Refusal } from '../domain/refusal.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import type { ClaimedOrder, NewOrder, OrderStore } from '../domain/store.ts';
import { checkInput, type CheckInputDeps } from './check-input.ts';
import type { RunOrder } from './run-order.ts';
import type { Clock } from '../domain/clock.ts';

export interface Activation {
  buyerId: string;
  listingRef: string;
  requestBody: unknown;
  guards: ActivationGuards;
  idempotency: { key: string; bodyHash: Uint8Array } | null;
}

export interface PlacedOrder {
  order: Order;
  replayed: boolean;
}

export interface PlaceOrderDeps extends CheckInputDeps {
  orders: Pick<OrderStore, 'findReplay' | 'target' | 'insert' | 'find'>;
  slots: Pick<CallSlots, 'tryTake' | 'tryWait' | 'enqueue'>;
  events: Pick<OrderEvents, 'waits'>;
  identity: Pick<Identity, 'id' | 'buyerPseudonym'>;
  clock: Pick<Clock, 'monotonic'>;
  /** Names this process in leases. */
  leaseOwner: string;
  runOrder: RunOrder;
  /** Runs what waits, as far as there is room. */
  dispatch(): void;
}

async function replayOf(
  deps: PlaceOrderDeps,
  buyerId: string,
  { key, bodyHash }: NonNullable<Activation['idempotency']>,
): Promise<PlacedOrder | undefined> {
  const replay = await deps.orders.findReplay(buyerId, key, bodyHash);
  return replay && answerReplay(deps, replay);
}

/** The first order as it is now, even when the listing has since been paused. */
async function answerReplay(
  { orders }: Pick<PlaceOrderDeps, 'orders'>,
  replay: { orderId: string; sameBody: boolean },
): Promise<PlacedOrder> {
  if (!replay.sameBody) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body in the last 24 hours.',
    );
  }
  const order = await orders.find(replay.orderId);
  if (!order) throw notFound('order');
  return { order, replayed: true };
}

async function activatable(
  deps: PlaceOrderDeps,
  activation: Activation,
): Promise<ActivationTarget> {
  const target = await deps.orders.target(activation.listingRef);
  if (!target || !canActivate(target, activation.buyerId)) throw notFound('listing');
  checkActivation(target, activation.guards);
  return target;
}

/** GET and DELETE carry the input in the query string: refuse what has no place there. */
function checkQueryForm(target: ActivationTarget, requestBody: unknown): void {
  if (target.method !== 'GET' && target.method !== 'DELETE') return;
  const query = toQueryString(requestBody);
  if (query.ok) return;
  throw new Refusal('invalid_input', 'The input does not fit the listing.', {
    details: [{ path: query.path, message: query.message, keyword: 'query' }],
  });
}

/**
 * Takes an order: its checks in the protocol's order, then the row, committed before anything else
 * happens, then the call, at once when there is room and later when there is not. The answer is
 * the stored order; whoever wants the outcome waits for it.
 */
export async function placeOrder(
  deps: PlaceOrderDeps,
  activation: Activation,
): Promise<PlacedOrder> {
  const { buyerId, idempotency } = activation;
  const replay = idempotency && (await replayOf(deps, buyerId, idempotency));
  if (replay) return replay;
  const target = await activatable(deps, activation);
  const requestJson = JSON.stringify(activation.requestBody);
  await checkInput(deps, target, { value: activation.requestBody, json: requestJson });
  checkQueryForm(target, activation.requestBody);

  const { identity, slots } = deps;
  const party = { buyerId, sellerId: target.sellerId };
  const release = slots.tryTake(party);
  const leaveQueue = release ? undefined : slots.tryWait(target.sellerId);
  if (!release && !leaveQueue) {
    throw new Refusal('overloaded', 'Too many orders wait for this seller already.', {
      retryAfterSeconds: 1,
    });
  }
  const claimedAtMs = deps.clock.monotonic();
  const newOrder: NewOrder = {
    id: identity.id(),
    target,
    buyerId,
    buyerPseudonym: identity.buyerPseudonym(buyerId, target.sellerId),
    requestJson,
    leaseOwner: release ? deps.leaseOwner : null,
    idempotency,
  };
  const giveBack = release ?? leaveQueue;
  const inserted = await deps.orders.insert(newOrder).catch((error: unknown) => {
    giveBack?.();
    throw error;
  });
  if (inserted.kind === 'replayed') {
    giveBack?.();
    return answerReplay(deps, inserted);
  }
  const { order } = inserted;
  if (release) {
    deps.runOrder({ claim: { order, call: callOf(target) }, claimedAtMs, release });
  } else {
    leaveQueue?.();
    const waiting = { id: order.id, ...party };
    slots.enqueue(waiting);
    deps.dispatch();
    deps.events.waits(waiting);
  }
  return { order, replayed: false };
}

function callOf(target: ActivationTarget): ClaimedOrder['call'] {
  const { method, endpointPath, secrets, outputSchemaHash, status } = target;
  return { method, endpointPath, secrets, outputSchemaHash, status };
}
