import { formatSigningSecret } from '@mkt/protocol/signing';
import type { Identity } from '../domain/identity.ts';
import type { Listing } from '../domain/listing.ts';
import { notFound, Refusal } from '../domain/refusal.ts';
import type { ListingChange, ListingStore } from '../domain/store.ts';
import { changedMeanwhile } from './own-listing.ts';

const ATTEMPTS = 5;
const SECRET_BYTES = 32;

type Listings = Pick<ListingStore, 'find' | 'change'>;

async function changed(
  listings: Listings,
  ref: string,
  change: (listing: Listing) => Omit<ListingChange, 'id' | 'version'>,
): Promise<Listing> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const listing = await listings.find(ref);
    if (!listing) throw notFound('listing');
    const { id, version } = listing;
    const outcome = await listings.change({ id, version, ...change(listing) });
    if (outcome !== 'conflict') return outcome;
  }
  throw changedMeanwhile();
}

/** The operator's answer to an appeal: a provider that the review flagged is published. */
export function approveReview(
  { listings, identity }: { listings: Listings; identity: Pick<Identity, 'randomBytes'> },
  ref: string,
): Promise<Listing> {
  return changed(listings, ref, ({ status }) => {
    if (status !== 'flagged') {
      throw new Refusal('invalid_state_transition', `The provider is ${status}, not flagged.`);
    }
    return {
      status: 'published',
      rejectionReason: null,
      firstSecret: formatSigningSecret(identity.randomBytes(SECRET_BYTES)),
    };
  });
}

/** The operator's take-down: for good, with a reason that the owner reads. */
export function archiveListing(
  { listings }: { listings: Listings },
  ref: string,
  reason: string,
): Promise<Listing> {
  return changed(listings, ref, ({ status }) => {
    if (status === 'archived') {
      throw new Refusal('listing_archived', 'The listing is archived already.');
    }
    return { status: 'archived', rejectionReason: reason };
  });
}
