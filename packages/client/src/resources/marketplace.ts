import type { CatalogueListing, CatalogueQuery, CategoryCount } from '@mkt/protocol';
import { listOf, type List } from '../list.ts';
import type { RequestOptions, Transport } from '../transport.ts';

export type Marketplace = ReturnType<typeof marketplace>;

/** The public catalogue; no key is needed. */
export function marketplace({ call }: Transport) {
  return {
    listings(query: CatalogueQuery = {}, options: RequestOptions = {}): List<CatalogueListing> {
      return listOf(
        (cursor) => call('searchListings', { ...options, query: { ...query, ...cursor } }),
        options.signal,
      );
    },

    /** By id or slug; also a paused one, whose `listingState` says so. */
    async listing(id: string, options: RequestOptions = {}): Promise<CatalogueListing> {
      return (await call('getPublishedListing', { ...options, id })).data;
    },

    /** The categories in use, with their number of listings. */
    async categories(options: RequestOptions = {}): Promise<CategoryCount[]> {
      return (await call('listCategories', options)).data.data;
    },
  };
}
