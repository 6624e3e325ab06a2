import type { Keyset } from '../domain/page.ts';
import type { CatalogueStore, FoundListing } from '../domain/store.ts';
import {
  currencyOf,
  sortOf,
  type findPublishedListing,
  type searchListings,
} from '../flows/search-listings.ts';
import type { Bound } from './bound.ts';
import { pageRequest } from './cursor.ts';
import { answerPage } from './list-page.ts';
import { catalogueText } from './listing-text.ts';
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

const keyOf = ({ listing, key }: FoundListing): Keyset => ({ key, id: listing.id });

/** The catalogue, open to everybody. */
export function marketplaceHandlers(verbs: MarketplaceVerbs): MarketplaceHandlers {
  return {
    async searchListings({ query, reader }) {
      // A cursor is a place in one order, and among the prices of one currency.
      const list = ['catalogue', sortOf(query), currencyOf(query)].filter(Boolean).join(':');
      const found = await verbs.searchListings(query, pageRequest(list, query), reader);
      return answerPage(list, found, keyOf, ({ listing }) => catalogueText(listing));
    },
    async getPublishedListing({ id }) {
      return { status: 200, json: presentCatalogueListing(await verbs.findPublishedListing(id)) };
    },
    async listCategories() {
      return { status: 200, json: { data: await verbs.categories() } };
    },
  };
}
