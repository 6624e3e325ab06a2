import { Refusal } from '../domain/refusal.ts';

const MAX_ATTEMPTS = 5;

/**
 * Reads, decides and writes anew while another writer changes the listing in between. Refuses after
 * five attempts.
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result | 'conflict'>,
): Promise<Result> {
  for (let made = 0; made < MAX_ATTEMPTS; made++) {
    const outcome = await attempt();
    if (outcome !== 'conflict') return outcome;
  }
  throw new Refusal('listing_changed', 'The listing was changed in the meantime; read it again.');
}
