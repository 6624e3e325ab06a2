import { apiPromise, type ApiPromise } from '../api-promise.ts';
import { listOf, type List } from '../list.ts';
import type {
  CatalogueListing,
  CatalogueQuery,
  CatalogueSummary,
  CategoryCount,
} from '../records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

export type Marketplace = ReturnType<typeof marketplace>;

/** A summary; with `include: 'contract'` the full record. */
export type CatalogueItem<Query> = Query extends { include: 'contract' }
  ? CatalogueListing
  : 'include' extends keyof Query
    ? CatalogueSummary | ('contract' extends Query['include'] ? CatalogueListing : never)
    : CatalogueSummary;

/** The public catalogue; no API key is needed. */
export function marketplace({ call }: Transport) {
  return {
    /** Searches the published listings. */
    listings<Query extends CatalogueQuery = object>(
      query?: Query,
      options: RequestOptions = {},
    ): List<CatalogueItem<Query>> {
      const list = listOf(
        (after) => call('searchListings', options, { query: { ...query, ...after } }),
        options.signal,
      );
      // The query decides which of the two records the marketplace sends.
      return list as List<CatalogueItem<Query>>;
    },

    /** One listing, by id or slug, even a paused one (`listingState` says so). */
    listing(id: string, options: RequestOptions = {}): ApiPromise<CatalogueListing> {
      return call('getPublishedListing', options, { id });
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
