import type { CatalogueStore } from '../domain/store.ts';
import {
  sortOf,
  type findPublishedListing,
  type searchListings,
} from '../flows/search-listings.ts';
import type { Bound } from './bound.ts';
import { pageBody, pageRequest } from './cursor.ts';
import { presentCatalogueListing } from './present-listing.ts';
import type { Handlers } from './route.ts';

export interface MarketplaceVerbs {
  searchListings: Bound<typeof searchListings>;
  findPublishedListing: Bound<typeof findPublishedListing>;
  categories: CatalogueStore['categories'];
}

type MarketplaceHandlers = Pick<
  Handlers,
  'searchListings' | 'getPublishedListing' | 'listCategories'
>;

/** The catalogue, open to everybody. */
export function marketplaceHandlers(verbs: MarketplaceVerbs): MarketplaceHandlers {
  return {
    async searchListings({ query }) {
      const list = `catalogue:${sortOf(query)}`;
      const page = await verbs.searchListings(query, pageRequest(list, query));
      return { status: 200, json: pageBody(list, page, presentCatalogueListing) };
    },
    async getPublishedListing({ id }) {
      return { status: 200, json: presentCatalogueListing(await verbs.findPublishedListing(id)) };
    },
    async listCategories() {
      return { status: 200, json: { data: await verbs.categories() } };
    },
  };
}
