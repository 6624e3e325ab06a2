import type { ListingStore } from '../domain/store.ts';
import { byId } from '../domain/store.ts';
import { pageOf } from '../domain/page.ts';
import type { importService } from '../flows/import-service.ts';
import type { ownListing } from '../flows/own-listing.ts';
import type { previewService } from '../flows/preview-service.ts';
import type { updateListing } from '../flows/update-listing.ts';
import type { Bound } from './bound.ts';
import { pageBody, pageRequest } from './cursor.ts';
import { changedListing, presentListing, presentPreview } from './present-listing.ts';
import type { Handlers } from './route.ts';

export interface ListingVerbs {
  previewService: Bound<typeof previewService>;
  importService: Bound<typeof importService>;
  updateListing: (
    ...given: [...Parameters<Bound<typeof updateListing>>, takeOutbound: () => Promise<void>]
  ) => ReturnType<typeof updateListing>;
  ownListing: Bound<typeof ownListing>;
  listListings: ListingStore['list'];
}

type ListingHandlers = Pick<
  Handlers,
  'previewService' | 'importService' | 'listListings' | 'getListing' | 'updateListing'
>;

const LIST = 'listings';

export function listingHandlers(verbs: ListingVerbs): ListingHandlers {
  return {
    async previewService({ caller, body }) {
      const preview = await verbs.previewService(caller, body);
      return { status: 200, json: presentPreview(preview) };
    },
    async importService({ caller, body }) {
      const created = await verbs.importService(caller, body);
      return {
        status: 201,
        json: changedListing(created),
        headers: { Location: `/v1/listings/${created.listing.id}` },
      };
    },
    async listListings({ caller, query }) {
      const page = pageRequest(LIST, query);
      const rows = await verbs.listListings(caller.accountId, page);
      return { status: 200, json: pageBody(LIST, pageOf(rows, page.limit, byId), presentListing) };
    },
    async getListing({ caller, id }) {
      return { status: 200, json: presentListing(await verbs.ownListing(caller, id)) };
    },
    async updateListing({ caller, id, body, takeOutbound }) {
      const updated = await verbs.updateListing(caller, id, body, takeOutbound);
      return { status: 200, json: changedListing(updated) };
    },
  };
}
