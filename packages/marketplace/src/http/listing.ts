import type { ListingStore } from '../domain/store.ts';
import { PAGE_BYTES } from '../domain/page.ts';
import type { importService } from '../flows/import-service.ts';
import type { ownListing } from '../flows/own-listing.ts';
import type { previewService } from '../flows/preview-service.ts';
import type { updateListing } from '../flows/update-listing.ts';
import { pageRequest } from './cursor.ts';
import { withExactSchemas } from './exact-body.ts';
import { pageResponse } from './list-page.ts';
import { listingText, previewText, recordText } from './listing-text.ts';
import { changedListing, presentListing, presentPreview } from './present-listing.ts';
import type { Handlers, UseCase } from './route.ts';
import { byId } from '../domain/ids.ts';

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
