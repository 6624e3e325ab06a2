import type { Order } from '../../src/domain/order.ts';
import { must } from './broken.ts';
import type { Activation, Ledger } from './ledger.ts';
import { CALL_LIMITS } from './process.ts';
import { EXPIRES_MS, type Row } from './row-rules.ts';
import type { OpenedWorld } from './world.ts';
import type { Step } from './steps.ts';

type Activate = Extract<Step, { do: 'activate' }>;

/** What an activation must come to that nothing holds up: `accepted`, or the type of its refusal. */
export async function expectedAnswer(
  world: Pick<OpenedWorld, 'store' | 'clock'>,
  ledger: Ledger,
  { activation, step }: { activation: Activation; step: Activate },
): Promise<string> {
  const { buyerId, idempotencyKey, bodyText, shelf } = activation;
  if (idempotencyKey !== null) {
    const first = ledger.underKey(buyerId, idempotencyKey, world.clock.now());
    if (first) {
      const isSame = ledger.activationOf(first).bodyText === bodyText;
      return isSame ? `replayed ${first.id}` : 'idempotency_key_reused';
    }
  }
  const listing = await world.store.listings.find(shelf.id);
  if (listing?.status === 'archived') return 'not_found';
  if (listing?.status !== 'published') return 'listing_not_active';
  if (step.guard === 'price-over' || step.guard === 'revision-old') return 'listing_changed';
  return shelf.hasSchema && !step.goodInput ? 'invalid_input' : 'accepted';
}

export interface Before {
  rows: readonly Row[];
  /** As the process has it: an order that another one took counts until its turn comes. */
  waiting: number;
  alone: boolean;
}

/** A later order waits behind the others for its seller, unless their buyers have no room for a call. */
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
    must(!forSeller.some(hasRoom), 'no order is called before one that waits and could run', order);
    return;
  }
  must(waiting.length < CALL_LIMITS.waitingPerProcess, 'so many wait, and no more');
  must(ofSeller < CALL_LIMITS.waitingPerSeller, 'so many wait for a seller, and no more');
}

/** Compares what came of an activation with what had to. */
export function checkAnswer(activation: Activation, expected: string, before: Before): void {
  const { accepted, refused, shelf } = activation;
  const came = accepted?.replayed ? `replayed ${accepted.order.id}` : (refused ?? 'accepted');
  must(accepted !== undefined || refused !== undefined, 'an activation is answered', expected);
  if (expected === 'accepted' && came === 'overloaded') {
    const isFull = before.waiting >= CALL_LIMITS.waitingPerSeller;
    must(isFull, 'refused is who comes when too many wait');
    return;
  }
  must(came === expected, 'an activation is answered as the protocol has it', { came, expected });
  if (before.alone && accepted && !accepted.replayed) {
    checkPlace(accepted.order, before.rows, shelf.sellerId);
  }
}
