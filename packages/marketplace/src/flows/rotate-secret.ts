import { formatSigningSecret } from '@mkt/protocol/signing';
import type { Caller } from '../domain/api-key.ts';
import type { Identity } from '../domain/identity.ts';
import type { ListingStore, SecretStore, SigningSecrets } from '../domain/store.ts';
import { ownListing } from './own-listing.ts';
import { secretNotAvailable } from './read-secret.ts';

const SECRET_BYTES = 32;
const DEFAULT_GRACE_SECONDS = 86_400;

export interface RotateSecretDeps {
  listings: Pick<ListingStore, 'find'>;
  secrets: Pick<SecretStore, 'rotate'>;
  identity: Pick<Identity, 'randomBytes'>;
}

/** A new secret; the one before goes on signing for the grace period. */
export async function rotateSecret(
  { listings, secrets, identity }: RotateSecretDeps,
  caller: Caller,
  ref: string,
  gracePeriodSeconds: number = DEFAULT_GRACE_SECONDS,
): Promise<SigningSecrets> {
  const { id } = await ownListing({ listings }, caller, ref);
  const secret = formatSigningSecret(identity.randomBytes(SECRET_BYTES));
  const rotated = await secrets.rotate(id, secret, gracePeriodSeconds * 1000);
  if (!rotated) throw secretNotAvailable();
  return rotated;
}
