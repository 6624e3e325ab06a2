import {
  type Detail,
  LIMITS,
  type OrderFailure,
  overPrecisePath,
  type ReadJson,
} from '@mkt/protocol';
import { type Caller, ordersOnlyOf } from '../market/caller.ts';
import { CALL_RETRY, MAX_CLAIM_AGE_MS } from '../market/limits.ts';
import type { OrderOutcome } from '../market/outcomes.ts';
import { type Log, pause, type RequestIds } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import { during, type SpanAttributes } from '../market/trace.ts';
import type { CallOutcome } from '../sellers/gateway.ts';
import { mayBeOurNetwork } from '../sellers/network-watch.ts';
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
import type { OrderRun } from './runner.ts';

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
    loadSchema: async () => (await app.store.orders.schemas(order.listingId))?.output ?? null,
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

/** What a span says of a call; not its path and query, which could have a secret or the input. */
function attributesOf(
  { method, endpointPath }: NonNullable<ClaimedOrder['call']>,
  outcome: CallOutcome,
): SpanAttributes {
  const { hostname, port, protocol } = new URL(endpointPath);
  return {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    ...(outcome.kind === 'response' ? { 'http.response.status_code': outcome.status } : {}),
  };
}

function errorOf(outcome: CallOutcome): string | undefined {
  if (outcome.kind !== 'response') return outcome.kind;
  return outcome.status >= 400 ? String(outcome.status) : undefined;
}

/**
 * Frees the call slot of an order, waits and takes one again; resolves with false if the order may not
 * be tried again.
 */
type WaitToRetry = (run: OrderRun, waitMs: number, untilMs: number) => Promise<boolean>;

type Unsent = Extract<CallOutcome, { unsent?: unknown }>;

/** Whether it is certain that a call did not reach its seller. */
const isUnsent = (outcome: CallOutcome): outcome is Unsent =>
  'unsent' in outcome && outcome.unsent !== undefined;

/**
 * How long to wait before a call that was not sent is tried again; undefined if it is not tried again. A
 * failure that would last is not tried again, and a name that does not exist only for a moment. In an
 * outage of the marketplace's own network the waits stop growing.
 */
function retryWaitMs(
  { unsent }: Unsent,
  { tries, isDown, chance }: { tries: number; isDown: boolean; chance: number },
): number | undefined {
  if (unsent === undefined || unsent === 'definite') return undefined;
  const waits = CALL_RETRY.waitsMs;
  const most = unsent === 'name' ? CALL_RETRY.nameWaits : waits.length;
  const waitMs = isDown ? (waits[tries - 1] ?? waits.at(-1)) : waits.slice(0, most)[tries - 1];
  return waitMs === undefined ? undefined : waitMs * (1 + CALL_RETRY.jitter * (2 * chance - 1));
}

/** Makes a call, in a span if the order's trace is recorded. */
async function makeCall(
  app: Omit<App, 'runner'>,
  order: Order,
  call: NonNullable<ClaimedOrder['call']>,
  timeoutMs: number,
): Promise<CallOutcome> {
  const span = app.tracing?.step('call', order.trace, order);
  const outcome = await app.gateway.call({
    orderId: order.id,
    listingId: order.listingId,
    sellerId: order.sellerId,
    buyerPseudonym: order.buyerPseudonym,
    method: call.method,
    endpointPath: call.endpointPath,
    secrets: call.secrets,
    requestJson: order.requestJson ?? '{}',
    timeoutMs,
    trace: span ? span.trace : order.trace,
    signal: app.ending,
  });
  span?.end(errorOf(outcome), attributesOf(call, outcome));
  return outcome;
}

/** How the listing of an order is to be called now. */
async function callNow(app: Omit<App, 'runner'>, { listingId }: Order) {
  try {
    return await app.store.orders.target(listingId);
  } catch (error) {
    app.reportError(error, 'listing could not be read; its order is not tried again');
    return 'unknown';
  }
}

/**
 * Repeats a call that was certainly not sent, within its time limit and with the listing as it is by
 * then. Resolves with the last outcome, or with how the order settles without one.
 */
async function tryAgain(
  app: Omit<App, 'runner'>,
  run: OrderRun,
  {
    first,
    startedAtMs,
    waitToRetry,
  }: { first: Unsent; startedAtMs: number; waitToRetry: WaitToRetry },
): Promise<CallOutcome | Settlement> {
  const { order } = run.claim;
  const untilMs = startedAtMs + CALL_RETRY.withinMs;
  let outcome = first;
  let triedAtMs = startedAtMs;
  for (let tries = 1; ; tries++) {
    const wasDown = app.network.wasDownSince(triedAtMs);
    const chance = (app.identity.randomBytes(1)[0] ?? 0) / 255;
    const waitMs = retryWaitMs(outcome, { tries, isDown: wasDown, chance });
    const mayWait =
      app.retriesCalls && waitMs !== undefined && app.clock.monotonic() + waitMs < untilMs;
    const again = mayWait && (await waitToRetry(run, waitMs, untilMs));
    const nowMs = app.clock.monotonic();
    // A process that was suspended during the wait may no longer have the order.
    if (!again || nowMs >= untilMs) {
      const isOurs = mayBeOurNetwork(outcome.unsent) && app.network.wasDownSince(triedAtMs);
      return isOurs ? failed('interrupted', 'marketplace_network') : outcome;
    }
    const call = await callNow(app, order);
    if (call === 'unknown') return outcome;
    if (call?.status !== 'published') return failed('listing_unavailable');
    run.claim = { order, call };
    triedAtMs = app.clock.monotonic();
    const timeoutMs = startedAtMs + LIMITS.sellerTimeoutMs - triedAtMs;
    const next = await makeCall(app, order, call, timeoutMs);
    if (!isUnsent(next)) return next;
    outcome = next;
  }
}

/** Makes the one call of an order and works out how the order settles. */
async function callSeller(
  app: Omit<App, 'runner'>,
  run: OrderRun,
  waitToRetry: WaitToRetry,
): Promise<Settlement> {
  const { order, call } = run.claim;
  if (call?.status !== 'published') return failed('listing_unavailable');
  const startedAtMs = app.clock.monotonic();
  if (startedAtMs - run.claimedAtMs > MAX_CLAIM_AGE_MS) return failed('interrupted');
  const first = await makeCall(app, order, call, LIMITS.sellerTimeoutMs);
  const outcome = isUnsent(first)
    ? await tryAgain(app, run, { first, startedAtMs, waitToRetry })
    : first;
  const endedAtMs = app.clock.monotonic();
  const { calls, steps } = app.outcomes;
  if ('state' in outcome) {
    calls[orderOutcome(outcome)]?.observe(endedAtMs - startedAtMs);
    return outcome;
  }
  const reading = readOutcome(outcome);
  const kind = reading.completed ? 'completed' : orderOutcome(reading.settlement);
  calls[kind]?.observe(endedAtMs - startedAtMs);
  if (!reading.completed) return reading.settlement;
  const { resultJson, toCheck } = reading;
  const check = await checkOutput(app, run.claim, toCheck);
  if (check !== NOT_CHECKED) steps.check_result.observe(app.clock.monotonic() - endedAtMs);
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
  const { orders, steps } = app.outcomes;
  const startedMs = app.clock.monotonic();
  for (;;) {
    try {
      const span = app.tracing?.step('settle', order.trace, order);
      const settling = app.store.orders.settle(order, app.leaseOwner, settlement);
      const settled = await during(span, settling);
      steps.settle.observe(app.clock.monotonic() - startedMs);
      // Settled by another process after the lease expired: return what the row says.
      if (!settled) return await app.store.orders.find(order.id);
      orders.add(orderOutcome(settlement));
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
 * Calls the seller for an order that this process has claimed, and settles the order. At most one request
 * is sent; while none was, the call may be tried again. No transaction is open during the call. Resolves
 * with the settled row, or with `undefined` if the process gave up before it could be stored. Never
 * rejects.
 */
export async function runOrder(
  app: Omit<App, 'runner'>,
  run: OrderRun,
  waitToRetry: WaitToRetry,
): Promise<Order | undefined> {
  let settlement: Settlement;
  try {
    settlement = await callSeller(app, run, waitToRetry);
  } catch (error) {
    // A defect of the marketplace, and the call may have started: its outcome is unknown.
    app.reportError(error, 'call failed unexpectedly; its order is settled as interrupted', {
      orderId: run.claim.order.id,
    });
    settlement = failed('interrupted');
  }
  return settle(app, run.claim.order, settlement);
}

/** Logs an order that failed; one that completes is not logged. */
export function logFailed(
  log: Log,
  order: OrderTimes,
  { kind, reason, sellerStatus }: OrderFailure,
  { requestId, callerRequestId }: RequestIds = {},
): void {
  const { id: orderId, listingId } = order;
  log[kind === 'interrupted' ? 'warn' : 'info'](
    {
      orderId,
      listingId,
      kind,
      ...(reason === undefined ? {} : { reason }),
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
