import type { ApiPromise } from '../api-promise.ts';
import { listOf, type List } from '../list.ts';
import type { ListedSale, SalesListQuery, SellerOrder } from '../records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

export type Sales = ReturnType<typeof sales>;

/** The orders of all your listings, as their seller. */
export function sales({ call }: Transport) {
  return {
    /** One of your sales in full, by the id of the order. */
    get(id: string, options: RequestOptions = {}): ApiPromise<SellerOrder> {
      return call('getSale', options, { id });
    },

    /**
     * Newest first, with the buyer's pseudonym; with `view: 'summary'` without inputs and results,
     * which may be large.
     */
    list<Query extends SalesListQuery = object>(
      query?: Query,
      options: RequestOptions = {},
    ): List<ListedSale<Query>> {
      const list = listOf(
        (after) => call('listSales', options, { query: { ...query, ...after } }),
        options.signal,
      );
      // The query decides which of the two records the marketplace sends.
      return list as List<ListedSale<Query>>;
    },
  };
}
