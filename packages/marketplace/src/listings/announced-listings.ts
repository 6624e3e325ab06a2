import type { EventFeed } from '../events/event.ts';
import type { ListingStore } from '../server/store-domain-store.ts';

/** The store of listings, which also tells the owner's event streams of what it stores. */
export function announcedListings(
  listings: ListingStore,
  feed: Pick<EventFeed, 'listingUpdated'>,
): ListingStore {
  return {
    ...listings,
    async insert(listing, hook) {
      const inserted = await listings.insert(listing, hook);
      if (typeof inserted === 'object') feed.listingUpdated(inserted);
      return inserted;
    },
    async change(change, hook) {
      const changed = await listings.change(change, hook);
      if (changed !== 'conflict') feed.listingUpdated(changed);
      return changed;
    },
  };
}
