import { LIMITS } from '@mkt/protocol';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { actorFields, type Caller } from '../market/caller.ts';
import type { Identity } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import { type NamedListing, nextStep, ownListing } from './listing.ts';

export interface SigningSecrets {
  /** `whsec_…` */
  current: string;
  createdAtMs: number;
  /** When the previous secret stops signing; null if there is none. */
  previousExpiresAtMs: number | null;
}

export interface ListingSecrets {
  listingId: string;
  /** `whsec_…`, the newest first: two during the grace period of a rotation. */
  secrets: readonly string[];
}

const SECRET_BYTES = 32;

/** Makes a secret that signs the calls of a listing, or the deliveries to a webhook. */
export const makeSecret = ({ randomBytes }: Pick<Identity, 'randomBytes'>): string =>
  formatSigningSecret(randomBytes(SECRET_BYTES));

function secretNotAvailable(listing: NamedListing): Refusal {
  return new Refusal(
    'secret_not_available',
    `The signing secret is created when the listing is published; the listing is ${listing.status} now. ${nextStep(listing)}`,
    { listingStatus: listing.status },
  );
}

/**
 * The current signing secret. It can be read repeatedly, so that another machine can fetch it;
 * every read is logged.
 */
export async function readSecret(
  app: App,
  caller: Caller,
  ref: string,
): Promise<{ slug: string; secrets: SigningSecrets }> {
  const {
    store: { secrets },
    log,
  } = app;
  const listing = await ownListing(app, caller, ref);
  const { id, slug } = listing;
  const found = await secrets.find(id);
  if (!found) throw secretNotAvailable(listing);
  log.info({ listingId: id, ...actorFields(caller) }, 'signing secret read');
  return { slug, secrets: found };
}

/** Creates a new secret; the previous one also signs during the grace period. */
export async function rotateSecret(
  app: App,
  caller: Caller,
  ref: string,
  gracePeriodSeconds: number = LIMITS.secretGraceSeconds,
): Promise<{ slug: string; secrets: SigningSecrets }> {
  const {
    store: { secrets },
    identity,
    log,
  } = app;
  const listing = await ownListing(app, caller, ref);
  const { id, slug } = listing;
  const secret = makeSecret(identity);
  const rotated = await secrets.rotate(id, secret, gracePeriodSeconds * 1000, caller);
  if (!rotated) throw secretNotAvailable(listing);
  log.info({ listingId: id, gracePeriodSeconds, ...actorFields(caller) }, 'signing secret rotated');
  return { slug, secrets: rotated };
}
