import { Refusal } from '../domain/refusal.ts';

const MAX_ATTEMPTS = 5;

/**
 * Repeats an attempt that reads, decides and writes if another writer changed the listing in
 * between. Refuses after five attempts.
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result | 'conflict'>,
): Promise<Result> {
  for (let count = 0; count < MAX_ATTEMPTS; count++) {
    const outcome = await attempt();
    if (outcome !== 'conflict') return outcome;
  }
  throw new Refusal(
    'listing_changed',
    'The listing was changed in the meantime; read it again and repeat your change.',
  );
}
