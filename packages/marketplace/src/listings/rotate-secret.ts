import { LIMITS } from '@mkt/protocol';
import { actorFields, type Caller } from '../market/caller.ts';
import type { Identity } from '../market/identity.ts';
import type { Log } from '../market/log.ts';
import type { ListingStore, SecretStore } from '../server/store-domain-store.ts';
import { makeSecret } from './make-secret.ts';
import { ownListing } from './own-listing.ts';
import { secretNotAvailable } from './secrets.ts';
import type { SigningSecrets } from './secret.ts';

export interface RotateSecretDeps {
  listings: Pick<ListingStore, 'find'>;
  secrets: Pick<SecretStore, 'rotate'>;
  identity: Pick<Identity, 'randomBytes'>;
  log: Pick<Log, 'info'>;
}

/** Creates a new secret; the previous one also signs during the grace period. */
export async function rotateSecret(
  { listings, secrets, identity, log }: RotateSecretDeps,
  caller: Caller,
  ref: string,
  gracePeriodSeconds: number = LIMITS.secretGraceSeconds,
): Promise<{ slug: string; secrets: SigningSecrets }> {
  const listing = await ownListing({ listings }, caller, ref);
  const { id, slug } = listing;
  const secret = makeSecret(identity);
  const rotated = await secrets.rotate(id, secret, gracePeriodSeconds * 1000);
  if (!rotated) throw secretNotAvailable(listing);
  log.info({ listingId: id, gracePeriodSeconds, ...actorFields(caller) }, 'signing secret rotated');
  return { slug, secrets: rotated };
}
