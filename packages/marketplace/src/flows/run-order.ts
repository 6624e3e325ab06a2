import { LIMITS, overPrecisePath, type Detail, type ReadJson } from '@mkt/protocol';
import type { CallSlots } from '../concurrency/call-slots.ts';
import { pause, type Clock } from '../domain/clock.ts';
import type { OrderEvents } from '../domain/order-events.ts';
import { failed, readOutcome, type Order, type Settlement } from '../domain/order.ts';
import type { SchemaValidation } from '../domain/schema-validation.ts';
import type { SellerGateway } from '../domain/seller-gateway.ts';
import type { ClaimedOrder, OrderStore } from '../domain/order-store.ts';
import type { ListingStore } from '../domain/store.ts';

/** A call is signed and sent only this soon after its claim (docs/orders.md#guarantees). */
const MAX_CLAIM_AGE_MS = 5_000;
const SETTLE_RETRY_MS = 500;

export interface RunOrderDeps {
  orders: Pick<OrderStore, 'settle'>;
  listings: Pick<ListingStore, 'schemas'>;
  gateway: SellerGateway;
  schemas: Pick<SchemaValidation, 'validate'>;
  events: Pick<OrderEvents, 'settled'>;
  clock: Clock;
  leaseOwner: string;
  /** Calls of this process that are not settled yet. */
  live: Set<string>;
  /** Fires when the process gives up its calls. */
  signal: AbortSignal;
  /** Runs what waits, as far as there is room. */
  dispatch(): void;
  onError(error: unknown): void;
}

export interface OrderRun {
  claim: ClaimedOrder;
  /** Monotonic time, taken before the claim was asked for. */
  claimedAtMs: number;
  release: ReturnType<CallSlots['tryTake']>;
}

/** Starts a claimed order; who wants to know the end waits for the order's event. */
export type RunOrder = (run: OrderRun) => void;

interface OutputCheck {
  outputValid: boolean | null;
  outputErrors: Detail[] | null;
}

const NOT_CHECKED: OutputCheck = { outputValid: null, outputErrors: null };

async function checkOutput(
  deps: RunOrderDeps,
  { order, call }: ClaimedOrder,
  toCheck: ReadJson | undefined,
): Promise<OutputCheck> {
  const schemaHash = call?.outputSchemaHash;
  if (schemaHash === null || schemaHash === undefined) return NOT_CHECKED;
  if (!toCheck || overPrecisePath(toCheck) !== undefined) return NOT_CHECKED;
  const validating = deps.schemas.validate({
    schemaHash,
    loadSchema: async () => (await deps.listings.schemas(order.listingId))?.output ?? null,
    document: toCheck,
    group: order.sellerId,
    urgent: true,
  });
  const outcome = await validating.catch((error: unknown) => {
    // The seller has answered: a schema that could not be read must not lose the answer.
    deps.onError(error);
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

/** The one call of an order, and what it makes of the order. */
async function callSeller(deps: RunOrderDeps, run: OrderRun): Promise<Settlement> {
  const { order, call } = run.claim;
  if (call?.status !== 'published') return failed('listing_unavailable');
  if (deps.clock.monotonic() - run.claimedAtMs > MAX_CLAIM_AGE_MS) return failed('interrupted');
  const outcome = await deps.gateway.call({
    orderId: order.id,
    listingId: order.listingId,
    buyerPseudonym: order.buyerPseudonym,
    method: call.method,
    endpointPath: call.endpointPath,
    secrets: call.secrets,
    requestJson: order.requestJson ?? '{}',
    signal: deps.signal,
  });
  const answer = readOutcome(outcome);
  if (!answer.completed) return answer.settlement;
  const { resultJson, toCheck } = answer;
  const check = await checkOutput(deps, run.claim, toCheck);
  return { state: 'completed', resultJson, ...check };
}

/** Tries until the outcome is stored: only a crash may lose it, and then the sweep ends the order. */
async function settle(
  deps: RunOrderDeps,
  order: Order,
  settlement: Settlement,
): Promise<Order | undefined> {
  for (;;) {
    try {
      return await deps.orders.settle(order, deps.leaseOwner, settlement);
    } catch (error) {
      deps.onError(error);
      if (deps.signal.aborted) return undefined;
      await pause(deps.clock, SETTLE_RETRY_MS, deps.signal);
    }
  }
}

/**
 * Calls the seller for an order that this process has claimed, at most once, and settles it. No
 * transaction is open during the call. Never rejects.
 */
export async function runOrder(deps: RunOrderDeps, run: OrderRun): Promise<void> {
  const { order } = run.claim;
  deps.live.add(order.id);
  let settlement: Settlement;
  try {
    settlement = await callSeller(deps, run);
  } catch (error) {
    // A defect of ours after the call may have started: its outcome is unknown.
    deps.onError(error);
    settlement = failed('interrupted');
  }
  const settled = await settle(deps, order, settlement);
  deps.live.delete(order.id);
  run.release?.();
  deps.events.settled(order.id, settled);
  deps.dispatch();
}
