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

/**
 * What a list found from where a page begins: no more items than may fit on it, and whether others
 * follow them.
 */
export interface Stretch<Item> {
  items: Item[];
  more: boolean;
}

/** A page ends early where it would be longer than this as JSON. One item is always shown. */
export const PAGE_BYTES = 1024 * 1024;

/** What a page may hold while it is being read: as little as its items can weigh as JSON. */
export interface WeighedPage extends PageRequest {
  maxBytes: number;
}

/** The items from `limit + 1` rows that may fit: the row too many only tells that there is more. */
export function stretchOf<Row>(
  rows: readonly Row[],
  { limit, maxBytes }: Pick<WeighedPage, 'limit' | 'maxBytes'>,
  bytesOf: (row: Row) => number,
): Stretch<Row> {
  const candidates = rows.slice(0, limit);
  const items = candidates.slice(0, fitting(candidates.map(bytesOf), maxBytes));
  return { items, more: items.length < rows.length };
}

/** How many of the items fit a page, from the first on: at least one, if there is one. */
export function fitting(bytesOf: readonly number[], maxBytes: number): number {
  let total = 0;
  const tooMany = bytesOf.findIndex((bytes) => (total += bytes) > maxBytes);
  return tooMany === -1 ? bytesOf.length : Math.max(1, tooMany);
}

export function invalidCursor(): Refusal {
  return new Refusal('invalid_cursor', 'The cursor is not from this list.', {
    details: [{ path: '/cursor', message: 'must be a nextCursor of this list', keyword: 'cursor' }],
  });
}
