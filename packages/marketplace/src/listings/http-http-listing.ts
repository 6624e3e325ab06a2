import type { ListingStore } from '../server/store-domain-store.ts';
import { PAGE_BYTES } from '../market/page.ts';
import type { importService } from './import-service.ts';
import type { ownListing } from './own-listing.ts';
import type { previewService } from './preview-service.ts';
import type { updateListing } from './update.ts';
import { pageRequest } from '../http/cursor.ts';
import { withExactSchemas } from '../http/exact-body.ts';
import { pageResponse } from '../http/list-page.ts';
import { listingText, previewText, recordText } from './present.ts';
import { changedListing, presentListing, presentPreview } from './present-listing.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import { byId } from '../market/ids.ts';

export interface ListingUseCases {
  previewService: UseCase<typeof previewService>;
  importService: UseCase<typeof importService>;
  updateListing: (
    ...given: [...Parameters<UseCase<typeof updateListing>>, takeOutbound: () => Promise<void>]
  ) => ReturnType<typeof updateListing>;
  ownListing: UseCase<typeof ownListing>;
  listListings: ListingStore['list'];
}

type ListingHandlers = Pick<
  Handlers,
  'previewService' | 'importService' | 'listListings' | 'getListing' | 'updateListing'
>;

const LISTINGS = 'listings';

export function listingHandlers(useCases: ListingUseCases): ListingHandlers {
  return {
    async previewService({ caller, body }) {
      const preview = await useCases.previewService(caller, body);
      return { status: 200, text: previewText(presentPreview(preview)) };
    },
    async importService({ caller, body }) {
      const created = await useCases.importService(caller, body);
      return {
        status: 201,
        text: recordText(changedListing(created)),
        headers: { Location: `/v1/listings/${created.listing.id}` },
      };
    },
    async listListings({ caller, query, reader }) {
      const page = { ...pageRequest(LISTINGS, query), maxBytes: PAGE_BYTES };
      const listings = await useCases.listListings(caller.accountId, page, reader);
      return pageResponse(LISTINGS, listings, byId, listingText);
    },
    async getListing({ caller, params: { id } }) {
      const listing = await useCases.ownListing(caller, id);
      return { status: 200, text: recordText(presentListing(listing)) };
    },
    async updateListing({ caller, params: { id }, body, document, takeOutbound }) {
      const patch = withExactSchemas(body, document);
      const updated = await useCases.updateListing(caller, id, patch, takeOutbound);
      return { status: 200, text: recordText(changedListing(updated)) };
    },
  };
}
