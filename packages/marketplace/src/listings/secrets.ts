import { actorFields, type Caller } from '../market/caller.ts';
import type { Log } from '../market/log.ts';
import { nextStep, type NamedListing } from './listing-status.ts';
import { Refusal } from '../market/refusal.ts';
import type { ListingStore, SecretStore } from '../server/store-domain-store.ts';
import { ownListing } from './own-listing.ts';
import type { SigningSecrets } from './secret.ts';

export interface ReadSecretDeps {
  listings: Pick<ListingStore, 'find'>;
  secrets: Pick<SecretStore, 'find'>;
  log: Pick<Log, 'info'>;
}

export function secretNotAvailable(listing: NamedListing): Refusal {
  return new Refusal(
    'secret_not_available',
    `The signing secret is created when the provider is published; the provider is ${listing.status} now. ${nextStep(listing)}`,
    { listingStatus: listing.status },
  );
}

/**
 * The current signing secret. It can be read repeatedly, so that another machine can fetch it;
 * every read is logged.
 */
export async function readSecret(
  { listings, secrets, log }: ReadSecretDeps,
  caller: Caller,
  ref: string,
): Promise<{ slug: string; secrets: SigningSecrets }> {
  const listing = await ownListing({ listings }, caller, ref);
  const { id, slug } = listing;
  const found = await secrets.find(id);
  if (!found) throw secretNotAvailable(listing);
  log.info({ listingId: id, ...actorFields(caller) }, 'signing secret read');
  return { slug, secrets: found };
}
