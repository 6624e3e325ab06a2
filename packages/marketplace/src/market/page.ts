import { LIMITS } from '@mkt/protocol';
import { Refusal } from './refusal.ts';

/** The sort key of the last item of a page, and its id. */
export interface Keyset {
  key: number;
  id: string;
}

export interface PageRequest {
  limit: number;
  after: Keyset | null;
}

/** The items of one page as the store found them: no more than may fit, and whether more follow. */
export interface PageItems<Item> {
  items: Item[];
  more: boolean;
}

/** The maximum size of a page as JSON. A page always has at least one item. */
export const PAGE_BYTES = LIMITS.pageBytes;

/** A request that also bounds memory: the store stops reading when the items cannot fit as JSON. */
export interface BoundedPageRequest extends PageRequest {
  maxBytes: number;
}

/**
 * The items that may fit, from up to `limit + 1` rows: the extra row only shows that there are
 * more.
 */
export function pageItemsOf<Row>(
  rows: readonly Row[],
  { limit, maxBytes }: Pick<BoundedPageRequest, 'limit' | 'maxBytes'>,
  bytesOf: (row: Row) => number,
): PageItems<Row> {
  const candidates = rows.slice(0, limit);
  const items = candidates.slice(0, countFitting(candidates.map(bytesOf), maxBytes));
  return { items, more: items.length < rows.length };
}

/** How many items fit, counted from the first: at least one, if there is one. */
export function countFitting(bytesOf: readonly number[], maxBytes: number): number {
  let total = 0;
  const tooMany = bytesOf.findIndex((bytes) => (total += bytes) > maxBytes);
  return tooMany === -1 ? bytesOf.length : Math.max(1, tooMany);
}

export function invalidCursor(): Refusal {
  return new Refusal(
    'invalid_cursor',
    'The cursor is not from this list. Start again without a cursor.',
    {
      details: [
        {
          path: '/cursor',
          message: 'must be the nextCursor of an earlier page of this list',
          keyword: 'cursor',
        },
      ],
    },
  );
}
