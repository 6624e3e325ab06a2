import type { Order } from '../../src/orders/order.ts';
import { invariant } from './invariant.ts';
import type { Activation, Ledger } from './ledger.ts';
import { CALL_LIMITS } from './process.ts';
import { EXPIRES_MS, type Row } from './row-rules.ts';
import type { OpenedWorld } from './world.ts';
import type { Step } from './steps.ts';

type Activate = Extract<Step, { do: 'activate' }>;

/** The expected response to an activation that nothing delays: `accepted` or the type of a refusal. */
export async function expectedResponse(
  world: Pick<OpenedWorld, 'store' | 'clock'>,
  ledger: Ledger,
  { activation, step }: { activation: Activation; step: Activate },
): Promise<string> {
  const { buyerId, idempotencyKey, bodyText, listing } = activation;
  if (idempotencyKey !== null) {
    const first = ledger.underKey(buyerId, idempotencyKey, world.clock.now());
    if (first) {
      const isSame = ledger.activationOf(first).bodyText === bodyText;
      return isSame ? `replayed ${first.id}` : 'idempotency_key_reused';
    }
  }
  const stored = await world.store.listings.find(listing.id);
  if (stored?.status === 'archived') return 'not_found';
  if (stored?.status !== 'published') return 'listing_not_active';
  if (step.guard === 'price-over' || step.guard === 'revision-old') return 'listing_changed';
  return listing.hasSchema && !step.goodInput ? 'invalid_input' : 'accepted';
}

export interface Before {
  rows: readonly Row[];
  /** As the process counts it: includes orders that another process has taken since. */
  waiting: number;
  exclusive: boolean;
}

/** An order waits behind earlier ones of its seller, unless their buyers have no free call. */
function checkPlace(order: Order, rows: readonly Row[], sellerId: string): void {
  const waiting = rows.filter(
    (row) => row.state === 'pending' && order.createdAtMs - row.created_at < EXPIRES_MS,
  );
  const forSeller = waiting.filter((row) => row.seller_id === sellerId);
  const ofSeller = forSeller.length;
  if (order.state === 'running') {
    const hasRoom = ({ buyer_id }: Row) =>
      rows.filter((row) => row.state === 'running' && row.buyer_id === buyer_id).length <
      CALL_LIMITS.callsPerBuyer;
    invariant(!forSeller.some(hasRoom), 'no order overtakes a waiting one that could run', order);
    return;
  }
  invariant(
    waiting.length < CALL_LIMITS.waitingPerProcess,
    'the waiting orders of a process are limited',
  );
  invariant(ofSeller < CALL_LIMITS.waitingPerSeller, 'the waiting orders of a seller are limited');
}

/** Compares the response to an activation with the expected one. */
export function checkResponse(activation: Activation, expected: string, before: Before): void {
  const { accepted, refused, listing } = activation;
  const actual = accepted?.replayed ? `replayed ${accepted.order.id}` : (refused ?? 'accepted');
  invariant(
    accepted !== undefined || refused !== undefined,
    'an activation gets a response',
    expected,
  );
  if (expected === 'accepted' && actual === 'overloaded') {
    const isFull = before.waiting >= CALL_LIMITS.waitingPerSeller;
    invariant(isFull, 'an order is refused as overloaded only when too many wait');
    return;
  }
  invariant(actual === expected, 'an activation gets the response that the protocol requires', {
    actual,
    expected,
  });
  if (before.exclusive && accepted && !accepted.replayed) {
    checkPlace(accepted.order, before.rows, listing.sellerId);
  }
}
