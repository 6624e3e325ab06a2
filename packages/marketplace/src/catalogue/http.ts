import type { Keyset } from '../market/page.ts';
import {
  type CatalogueStore,
  currencyOf,
  type findPublishedListing,
  type FoundListing,
  type searchListings,
  sortOf,
} from './search.ts';
import type { publishedHealthReport } from '../listings/health.ts';
import { pageRequest } from '../http/query.ts';
import { pageResponse } from '../http/respond.ts';
import {
  catalogueText,
  presentCatalogueListing,
  presentHealthReport,
  recordText,
} from '../listings/present.ts';
import type { Handlers, UseCase } from '../http/route.ts';

export interface CatalogueUseCases {
  searchListings: UseCase<typeof searchListings>;
  findPublishedListing: UseCase<typeof findPublishedListing>;
  publishedHealthReport: UseCase<typeof publishedHealthReport>;
  categories: CatalogueStore['categories'];
}

type CatalogueHandlers = Pick<
  Handlers,
  'searchListings' | 'getPublishedListing' | 'getPublishedHealth' | 'listCategories'
>;

const keyOf = ({ listing, key }: FoundListing): Keyset => ({ key, id: listing.id });

/** The handlers of the public catalogue. */
export function catalogueHandlers(useCases: CatalogueUseCases): CatalogueHandlers {
  return {
    async searchListings({ query, reader }) {
      // A cursor is only valid for one sort order and one currency.
      const list = ['catalogue', sortOf(query), currencyOf(query)].filter(Boolean).join(':');
      const found = await useCases.searchListings(query, pageRequest(list, query), reader);
      const { hidden } = found;
      const textOf = ({ listing }: FoundListing) => catalogueText(listing);
      return pageResponse(list, found, keyOf, textOf, { hidden });
    },
    async getPublishedListing({ params: { id }, reader }) {
      return {
        status: 200,
        text: recordText(presentCatalogueListing(await useCases.findPublishedListing(id, reader))),
      };
    },
    async getPublishedHealth({ params: { id }, reader }) {
      const { summary, history } = await useCases.publishedHealthReport(id, reader);
      return { status: 200, json: presentHealthReport(summary, history) };
    },
    async listCategories() {
      return { status: 200, json: { data: await useCases.categories() } };
    },
  };
}
