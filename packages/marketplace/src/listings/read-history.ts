import type { Caller } from '../market/caller.ts';
import type { HistoryStore, ListedHistoryEntry } from './history.ts';
import { PAGE_BYTES, type PageItems, type PageRequest } from '../market/page.ts';
import type { Reader } from '../market/reader.ts';
import type { ListingStore } from '../server/store-domain-store.ts';
import { ownListing } from './own-listing.ts';
import { findPublishedListing, type FindPublishedDeps } from '../catalogue/search.ts';

export interface ReadHistoryDeps {
  listings: Pick<ListingStore, 'find'>;
  history: Pick<HistoryStore, 'list'>;
}

/** The changes to one of the caller's listings. */
export async function listHistory(
  deps: ReadHistoryDeps,
  caller: Caller,
  ref: string,
  page: PageRequest,
  reader: Reader,
): Promise<PageItems<ListedHistoryEntry>> {
  const { id: listingId } = await ownListing(deps, caller, ref);
  const filter = { listingId, publicOnly: false };
  return deps.history.list(filter, { ...page, maxBytes: PAGE_BYTES }, reader);
}

/** The changes to a listing since it was published, for buyers. */
export async function listPublishedHistory(
  deps: ReadHistoryDeps & FindPublishedDeps,
  ref: string,
  page: PageRequest,
  reader: Reader,
): Promise<PageItems<ListedHistoryEntry>> {
  const { id: listingId } = await findPublishedListing(deps, ref, reader);
  const filter = { listingId, publicOnly: true };
  return deps.history.list(filter, { ...page, maxBytes: PAGE_BYTES }, reader);
}
