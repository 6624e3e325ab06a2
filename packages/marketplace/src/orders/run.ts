import {
  type Detail,
  LIMITS,
  type OrderFailure,
  overPrecisePath,
  type ReadJson,
} from '@mkt/protocol';
import { type Caller, ordersOnlyOf } from '../market/caller.ts';
import { MAX_CLAIM_AGE_MS } from '../market/limits.ts';
import type { OrderOutcome } from '../market/outcomes.ts';
import { type Log, pause, type RequestIds } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import {
  type ClaimedOrder,
  durationMs,
  failed,
  type Order,
  type OrderTimes,
  readOutcome,
  type Settlement,
} from './order.ts';
import { findOwnOrder } from './read.ts';

const SETTLE_RETRY_MS = 500;

interface OutputCheck {
  outputValid: boolean | null;
  outputErrors: Detail[] | null;
}

const NOT_CHECKED: OutputCheck = { outputValid: null, outputErrors: null };

async function checkOutput(
  app: Omit<App, 'runner'>,
  { order, call }: ClaimedOrder,
  toCheck: ReadJson | undefined,
): Promise<OutputCheck> {
  const schemaHash = call?.outputSchemaHash;
  if (schemaHash === null || schemaHash === undefined) return NOT_CHECKED;
  if (!toCheck || overPrecisePath(toCheck) !== undefined) return NOT_CHECKED;
  const validating = app.schemas.validate({
    schemaHash,
    loadSchema: async () => (await app.store.listings.schemas(order.listingId))?.output ?? null,
    document: toCheck,
    group: order.sellerId,
    urgent: true,
  });
  const outcome = await validating.catch((error: unknown) => {
    // The seller has responded: the result must not be lost because its schema could not be read.
    app.reportError(
      error,
      'result could not be validated; its order completes with the result unchecked',
      { orderId: order.id },
    );
    return undefined;
  });
  switch (outcome?.kind) {
    case 'valid':
      return { outputValid: true, outputErrors: null };
    case 'invalid':
      return { outputValid: false, outputErrors: outcome.details.slice(0, LIMITS.details) };
    case 'timeout':
    case 'busy':
    case 'changed':
    case undefined:
      return NOT_CHECKED;
  }
}

/** Makes the one call of an order and works out how the order settles. */
async function callSeller(
  app: Omit<App, 'runner'>,
  claim: ClaimedOrder,
  claimedAtMs: number,
): Promise<Settlement> {
  const { order, call } = claim;
  if (call?.status !== 'published') return failed('listing_unavailable');
  if (app.clock.monotonic() - claimedAtMs > MAX_CLAIM_AGE_MS) return failed('interrupted');
  const outcome = await app.gateway.call({
    orderId: order.id,
    listingId: order.listingId,
    sellerId: order.sellerId,
    buyerPseudonym: order.buyerPseudonym,
    method: call.method,
    endpointPath: call.endpointPath,
    secrets: call.secrets,
    requestJson: order.requestJson ?? '{}',
    signal: app.ending,
  });
  const reading = readOutcome(outcome);
  if (!reading.completed) return reading.settlement;
  const { resultJson, toCheck } = reading;
  const check = await checkOutput(app, claim, toCheck);
  return { state: 'completed', resultJson, ...check };
}

/**
 * Retries until the outcome is stored. Only a crash may lose it; then the sweep settles the order.
 */
async function settle(
  app: Omit<App, 'runner'>,
  order: Order,
  settlement: Settlement,
): Promise<Order | undefined> {
  for (;;) {
    try {
      const settled = await app.store.orders.settle(order, app.leaseOwner, settlement);
      // Settled by another process after the lease expired: return what the row says.
      if (!settled) return await app.store.orders.find(order.id);
      app.outcomes.orders.add(orderOutcome(settlement));
      return settled;
    } catch (error) {
      app.reportError(
        error,
        'outcome of an order could not be stored; retrying until the process stops',
        { orderId: order.id },
      );
      if (app.ending.aborted) return undefined;
      await pause(app.clock, SETTLE_RETRY_MS, app.ending);
    }
  }
}

/**
 * Calls the seller for an order that this process has claimed, at most once, and settles the order.
 * No transaction is open during the call. Resolves with the settled row, or with `undefined` if the
 * process gave up before it could be stored. Never rejects.
 *
 * @param claimedAtMs monotonic time, taken before the claim was requested
 */
export async function runOrder(
  app: Omit<App, 'runner'>,
  claim: ClaimedOrder,
  claimedAtMs: number,
): Promise<Order | undefined> {
  let settlement: Settlement;
  try {
    settlement = await callSeller(app, claim, claimedAtMs);
  } catch (error) {
    // A defect of the marketplace, and the call may have started: its outcome is unknown.
    app.reportError(error, 'call failed unexpectedly; its order is settled as interrupted', {
      orderId: claim.order.id,
    });
    settlement = failed('interrupted');
  }
  return settle(app, claim.order, settlement);
}

/** Logs an order that failed; one that completes is not logged. */
export function logFailed(
  log: Log,
  order: OrderTimes,
  { kind, sellerStatus }: OrderFailure,
  { requestId, callerRequestId }: RequestIds = {},
): void {
  const { id: orderId, listingId } = order;
  log[kind === 'interrupted' ? 'warn' : 'info'](
    {
      orderId,
      listingId,
      kind,
      ...(sellerStatus === undefined ? {} : { sellerStatus }),
      durationMs: durationMs(order),
      ...(requestId === undefined ? {} : { requestId }),
      ...(callerRequestId === undefined ? {} : { callerRequestId }),
    },
    'order failed',
    `${listingId} ${kind}`,
  );
}

function orderOutcome(settlement: Settlement): OrderOutcome {
  return settlement.state === 'completed' ? 'completed' : settlement.failure.kind;
}

/**
 * Cancels an order that is waiting for its call (docs/buy/orders.md#cancelling). Another process that
 * has queued it finds it settled when its turn comes.
 */
export async function cancelOrder(app: App, caller: Caller, id: string): Promise<Order> {
  const {
    store: { orders },
    runner,
    events,
    feed,
    outcomes,
  } = app;
  // An order that the caller may not read looks as if it did not exist.
  if (ordersOnlyOf(caller) !== null) await findOwnOrder(app, caller, id);
  const cancelled = await orders.cancel({ id, buyerId: caller.accountId });
  if (cancelled) {
    outcomes.orders.add('cancelled');
    runner.drop([id]);
    events.settled(id);
    feed.orderUpdated(cancelled);
  }
  const order = await findOwnOrder(app, caller, id);
  if (order.failure?.kind === 'cancelled') return order;
  switch (order.state) {
    // It was claimed since the attempt to cancel it, or stored between the two statements.
    case 'pending':
    case 'running':
      throw new Refusal(
        'order_running',
        'The call of this order has started, so it cannot be cancelled.',
      );
    case 'completed':
    case 'failed':
      throw new Refusal(
        'order_settled',
        `This order is ${order.state}, so it cannot be cancelled.`,
      );
  }
}

const MAX_QUEUED = 10_000;

/**
 * Cleans up after lost processes and notifications (docs/buy/orders.md#guarantees): settles calls whose
 * lease has expired as interrupted, expires orders that waited too long, and queues waiting orders
 * that no process has queued.
 */
export async function sweep(app: App): Promise<void> {
  const {
    store: { orders },
    runner,
    outcomes,
  } = app;
  const lost = await orders.interruptLost({
    leaseOwner: runner.leaseOwner,
    liveIds: { [Symbol.iterator]: () => runner.live.keys() },
    orphans: app.exclusive,
  });
  outcomes.orders.add('interrupted', lost.length);
  const expired = await orders.expireWaiting();
  outcomes.orders.add('expired', expired.length);
  runner.drop(expired.map(({ id }) => id));
  for (const order of lost) logFailed(app.log, order, { kind: 'interrupted' });
  for (const order of expired) logFailed(app.log, order, { kind: 'expired' });
  for (const order of [...lost, ...expired]) {
    app.events.settled(order.id);
    app.feed.orderUpdated(order);
  }
  await reconcileQueue(app);
  runner.dispatch();
}

/**
 * Makes the queue match the rows: queues waiting orders that are missing, and removes those that
 * another process claimed or settled, so that they no longer count against any limit.
 */
async function reconcileQueue({ store: { orders }, runner, events }: App): Promise<void> {
  // Read before the rows: an order queued in between is not among them.
  const queued = runner.queued();
  const waiting = await orders.waiting(MAX_QUEUED);
  for (const order of waiting) runner.enqueue(order);
  if (waiting.length === MAX_QUEUED || queued.length === 0) return;
  const stillWaiting = new Set(waiting.map(({ id }) => id));
  const missing = queued.filter((id) => !stillWaiting.has(id));
  if (missing.length === 0) return;
  runner.drop(missing);
  for (const id of await orders.settledAmong(missing)) events.settled(id);
}
