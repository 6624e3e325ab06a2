import type { Caller } from '../domain/caller.ts';
import type { ListedListing } from '../domain/listing.ts';
import { PAGE_BYTES, type PageItems, type PageRequest } from '../domain/page.ts';
import type { Profile } from '../domain/profile.ts';
import type { Reader } from '../domain/reader.ts';
import { notFound } from '../domain/refusal.ts';
import type { ProfileStore } from '../domain/store.ts';
import { isUuid } from '../domain/ids.ts';

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
