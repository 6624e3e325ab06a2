import { actorFields, type Caller } from '../domain/caller.ts';
import type { Log } from '../domain/log.ts';
import { Refusal } from '../domain/refusal.ts';
import type { ListingStore, SecretStore, SigningSecrets } from '../domain/store.ts';
import { ownListing } from './own-listing.ts';

export interface ReadSecretDeps {
  listings: Pick<ListingStore, 'find'>;
  secrets: Pick<SecretStore, 'find'>;
  log: Pick<Log, 'info'>;
}

export function secretNotAvailable(): Refusal {
  return new Refusal(
    'secret_not_available',
    'The signing secret is made when the provider is published.',
  );
}

/**
 * The current signing secret, each time it is asked, so that a second machine can pull it. Every
 * read is logged.
 */
export async function readSecret(
  { listings, secrets, log }: ReadSecretDeps,
  caller: Caller,
  ref: string,
): Promise<SigningSecrets> {
  const { id } = await ownListing({ listings }, caller, ref);
  const found = await secrets.find(id);
  if (!found) throw secretNotAvailable();
  log.info({ listingId: id, ...actorFields(caller) }, 'signing secret read');
  return found;
}
