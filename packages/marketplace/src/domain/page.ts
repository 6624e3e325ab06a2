import { Refusal } from './refusal.ts';

/** One page of a list, newest first. */
export interface Page<Item> {
  items: Item[];
  /** Where the next page starts; null on the last. */
  next: Keyset | null;
}

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
 * An order may weigh over 1 MiB, and a page holds up to a hundred: it ends early where its bodies and
 * results would be more than this together. One order is always shown.
 */
export const ORDER_PAGE_BYTES = 4 * 1024 * 1024;

/** How many of the items fit a page, from the first on: at least one, if there is one. */
export function fitting(bytesOf: readonly number[], maxBytes: number): number {
  let total = 0;
  const tooMany = bytesOf.findIndex((bytes) => (total += bytes) > maxBytes);
  return tooMany === -1 ? bytesOf.length : Math.max(1, tooMany);
}

/** A page from `limit + 1` rows: the one too many only tells that there is more. */
export function pageOf<Item>(
  rows: readonly Item[],
  limit: number,
  keyOf: (item: Item) => Keyset,
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? keyOf(last) : null };
}

export function invalidCursor(): Refusal {
  return new Refusal('invalid_cursor', 'The cursor is not one that this list gave.', {
    details: [{ path: '/cursor', message: 'is not a cursor of this list', keyword: 'cursor' }],
  });
}
