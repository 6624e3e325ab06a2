import type { Listing, ListQuery, Preview, UpdateListingRequest } from '@mkt/protocol';
import { listOf, type List } from '../list.ts';
import type { RequestOptions, Transport } from '../transport.ts';

export type OwnListings = ReturnType<typeof listings>;

/** Your own listings, in any state. Those of others are in `marketplace`. */
export function listings({ call }: Transport) {
  /** Changes content or state. A change of what is sold is reviewed before it counts. */
  async function update(
    id: string,
    changes: UpdateListingRequest,
    options: RequestOptions = {},
  ): Promise<Listing> {
    return (await call('updateListing', { ...options, id, body: changes })).data;
  }
  return {
    update,

    list(query: ListQuery = {}, options: RequestOptions = {}): List<Listing> {
      return listOf(
        (cursor) => call('listListings', { ...options, query: { ...query, ...cursor } }),
        options.signal,
      );
    },

    async get(id: string, options: RequestOptions = {}): Promise<Listing> {
      return (await call('getListing', { ...options, id })).data;
    },

    /** What an import of the service at this address would create; nothing is saved. */
    async preview(serviceUrl: string, options: RequestOptions = {}): Promise<Preview> {
      return (await call('previewService', { ...options, body: { serviceUrl } })).data;
    },

    /** Imports the service at this address: `/contract` is appended. It is reviewed at once. */
    async importFromService(serviceUrl: string, options: RequestOptions = {}): Promise<Listing> {
      return (await call('importService', { ...options, body: { serviceUrl } })).data;
    },

    /** Takes a published listing off the market until it is resumed. */
    async pause(id: string, options: RequestOptions = {}): Promise<Listing> {
      return await update(id, { listingState: 'paused' }, options);
    },

    async resume(id: string, options: RequestOptions = {}): Promise<Listing> {
      return await update(id, { listingState: 'published' }, options);
    },

    /** Takes it off for good: there is no way back. */
    async archive(id: string, options: RequestOptions = {}): Promise<Listing> {
      return await update(id, { listingState: 'archived' }, options);
    },
  };
}
