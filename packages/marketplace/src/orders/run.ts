import { LIMITS, overPrecisePath, type Detail, type ReadJson } from '@mkt/protocol';
import { pause, type Clock } from '../market/outside.ts';
import { MAX_CLAIM_AGE_MS } from '../market/limits.ts';
import type { OrderOutcome, Outcomes } from '../market/outcomes.ts';
import { failed, type Order, readOutcome, type Settlement } from './order.ts';
import type { SchemaValidation } from '../schemas/schema-validation.ts';
import type { SellerGateway } from '../sellers/seller-gateway.ts';
import type { ClaimedOrder, OrderStore } from './order-store.ts';
import type { ListingStore } from '../server/store-domain-store.ts';

const SETTLE_RETRY_MS = 500;

export interface RunOrderDeps {
  orders: Pick<OrderStore, 'settle' | 'find'>;
  listings: Pick<ListingStore, 'schemas'>;
  gateway: SellerGateway;
  schemas: Pick<SchemaValidation, 'validate'>;
  clock: Clock;
  outcomes: Pick<Outcomes, 'orders'>;
  /** Identifies this process in leases. */
  leaseOwner: string;
  /** Aborted when the process gives up its calls. */
  signal: AbortSignal;
  /** @param message what failed, and what follows */
  onError(error: unknown, message: string): void;
}

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
    // The seller has responded: the result must not be lost because its schema could not be read.
    deps.onError(
      error,
      'result could not be validated; its order completes with the result unchecked',
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
  deps: RunOrderDeps,
  claim: ClaimedOrder,
  claimedAtMs: number,
): Promise<Settlement> {
  const { order, call } = claim;
  if (call?.status !== 'published') return failed('listing_unavailable');
  if (deps.clock.monotonic() - claimedAtMs > MAX_CLAIM_AGE_MS) return failed('interrupted');
  const outcome = await deps.gateway.call({
    orderId: order.id,
    listingId: order.listingId,
    sellerId: order.sellerId,
    buyerPseudonym: order.buyerPseudonym,
    method: call.method,
    endpointPath: call.endpointPath,
    secrets: call.secrets,
    requestJson: order.requestJson ?? '{}',
    signal: deps.signal,
  });
  const reading = readOutcome(outcome);
  if (!reading.completed) return reading.settlement;
  const { resultJson, toCheck } = reading;
  const check = await checkOutput(deps, claim, toCheck);
  return { state: 'completed', resultJson, ...check };
}

/**
 * Retries until the outcome is stored. Only a crash may lose it; then the sweep settles the order.
 */
async function settle(
  deps: RunOrderDeps,
  order: Order,
  settlement: Settlement,
): Promise<Order | undefined> {
  for (;;) {
    try {
      const settled = await deps.orders.settle(order, deps.leaseOwner, settlement);
      // Settled by another process after the lease expired: return what the row says.
      if (!settled) return await deps.orders.find(order.id);
      deps.outcomes.orders.add(orderOutcome(settlement));
      return settled;
    } catch (error) {
      deps.onError(
        error,
        'outcome of an order could not be stored; retrying until the process stops',
      );
      if (deps.signal.aborted) return undefined;
      await pause(deps.clock, SETTLE_RETRY_MS, deps.signal);
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
  deps: RunOrderDeps,
  claim: ClaimedOrder,
  claimedAtMs: number,
): Promise<Order | undefined> {
  let settlement: Settlement;
  try {
    settlement = await callSeller(deps, claim, claimedAtMs);
  } catch (error) {
    // A defect of the marketplace, and the call may have started: its outcome is unknown.
    deps.onError(error, 'call failed unexpectedly; its order is settled as interrupted');
    settlement = failed('interrupted');
  }
  return settle(deps, claim.order, settlement);
}

export function orderOutcome(settlement: Settlement): OrderOutcome {
  return settlement.state === 'completed' ? 'completed' : settlement.failure.kind;
}
