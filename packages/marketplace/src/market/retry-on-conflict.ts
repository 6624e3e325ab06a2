import { Refusal } from './refusal.ts';

const MAX_ATTEMPTS = 5;

const listingChanged = () =>
  new Refusal(
    'listing_changed',
    'The listing was changed in the meantime; read it again and repeat your change.',
    { reason: 'changed' },
  );

/**
 * Repeats an attempt that reads, decides and writes if another writer changed the record in
 * between. Refuses after five attempts.
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result | 'conflict'>,
  refusal: () => Refusal = listingChanged,
): Promise<Result> {
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const outcome = await attempt();
    if (outcome !== 'conflict') return outcome;
  }
  throw refusal();
}
