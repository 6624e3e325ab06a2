import { apiPromise, type ApiPromise } from '../api-promise.ts';
import { listOf, type List } from '../list.ts';
import type {
  CatalogueHistoryEntry,
  CatalogueListing,
  CataloguePage,
  CatalogueQuery,
  CatalogueSummary,
  CategoryCount,
  HealthReport,
  ListQuery,
  SellerProfile,
} from '../records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

export type Catalogue = ReturnType<typeof catalogue>;

/** A summary; with `include: 'contract'` the full record. */
export type CatalogueItem<Query> = Query extends { include: 'contract' }
  ? CatalogueListing
  : 'include' extends keyof Query
    ? CatalogueSummary | ('contract' extends Query['include'] ? CatalogueListing : never)
    : CatalogueSummary;

/** The public catalogue; no API key is needed. */
export function catalogue({ call }: Transport) {
  return {
    /** Searches the published listings; without a `query`, lists them all. */
    search<Query extends CatalogueQuery = object>(
      query?: Query,
      options: RequestOptions = {},
    ): List<CatalogueItem<Query>, CataloguePage<CatalogueItem<Query>>> {
      const list = listOf(
        (after) => call('searchListings', options, { query: { ...query, ...after } }),
        options.signal,
      );
      // The query decides which of the two records the marketplace sends.
      return list as List<CatalogueItem<Query>, CataloguePage<CatalogueItem<Query>>>;
    },

    /** A published listing, by id or slug; or a paused one, as its `listingState` says. */
    listing(id: string, options: RequestOptions = {}): ApiPromise<CatalogueListing> {
      return call('getPublishedListing', options, { id });
    },

    /** The changes to a published listing, newest first, and what each means for you. */
    listingHistory(
      id: string,
      query: ListQuery = {},
      options: RequestOptions = {},
    ): List<CatalogueHistoryEntry> {
      return listOf(
        (after) => call('listPublishedHistory', options, { id, query: { ...query, ...after } }),
        options.signal,
      );
    },

    /** The current health of a published listing, and the probes of the last 7 days. */
    listingHealth(id: string, options: RequestOptions = {}): ApiPromise<HealthReport> {
      return call('getPublishedHealth', options, { id });
    },

    /** The profile of a seller, by the `seller.id` of a listing, and a page of its listings. */
    seller(
      id: string,
      query: ListQuery = {},
      options: RequestOptions = {},
    ): ApiPromise<SellerProfile> {
      return call('getSeller', options, { id, query });
    },

    /** The categories in use, with their number of listings. */
    categories(options: RequestOptions = {}): ApiPromise<CategoryCount[]> {
      return apiPromise(async () => {
        const { data, response } = await call('listCategories', options).withResponse();
        return { data: data.data, response };
      });
    },
  };
}
