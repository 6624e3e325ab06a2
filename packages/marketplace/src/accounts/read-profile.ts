import type { Caller } from '../market/caller.ts';
import type { ListedListing } from '../listings/listing.ts';
import { PAGE_BYTES, type PageItems, type PageRequest } from '../market/page.ts';
import type { Profile } from './profile.ts';
import type { Reader } from '../market/reader.ts';
import { notFound } from '../market/refusal.ts';
import type { ProfileStore } from '../server/store-domain-store.ts';
import { isUuid } from '../market/ids.ts';

/** The caller's own profile. */
export const readProfile = (
  { profiles }: { profiles: Pick<ProfileStore, 'find'> },
  caller: Caller,
): Promise<Profile> => profiles.find(caller.accountId);

export interface SellerPage {
  profile: Profile;
  listings: PageItems<ListedListing>;
}

/** A seller as buyers see it, with a page of its published listings, newest first. */
export async function readSeller(
  { profiles }: { profiles: Pick<ProfileStore, 'seller'> },
  sellerId: string,
  page: PageRequest,
  reader: Reader,
): Promise<SellerPage> {
  const found = isUuid(sellerId)
    ? await profiles.seller(sellerId, { ...page, maxBytes: PAGE_BYTES }, reader)
    : undefined;
  if (!found) throw notFound('Seller');
  return found;
}
