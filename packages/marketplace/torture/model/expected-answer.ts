import { must } from './broken.ts';
import type { Activation, Ledger } from './ledger.ts';
import { CALL_LIMITS } from './process.ts';
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

/** Compares what came of an activation with what had to; so many orders waited before it. */
export function checkAnswer(activation: Activation, expected: string, waiting: number): void {
  const { accepted, refused } = activation;
  const came = accepted?.replayed ? `replayed ${accepted.order.id}` : (refused ?? 'accepted');
  must(accepted !== undefined || refused !== undefined, 'an activation is answered', expected);
  if (expected === 'accepted' && came === 'overloaded') {
    // What the process believes: an order that another one took counts until its turn comes.
    must(waiting >= CALL_LIMITS.waitingPerSeller, 'refused is who comes when too many wait');
    return;
  }
  must(came === expected, 'an activation is answered as the protocol has it', { came, expected });
}
