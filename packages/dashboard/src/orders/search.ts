import type { Order } from '@mkt/client';
import type { ListingName } from '../data/listings.ts';
import { isPartOf, partOfId } from '../data/find-orders.ts';
import { NO_KEY, readId, readMember } from '../data/order-filter.ts';
import type { OrderFilter } from '../data/paged-orders.ts';
import type { Listed } from './order-list-settings.ts';
import type { Problem } from './problem-words.ts';

/** What a list of orders can be narrowed to by a text. */
export interface Searchable {
  /** Orders that may have been meant by a part of their id. */
  orders: readonly { id: string }[];
  listings: readonly ListingName[];
  /** The keys that orders may have been placed with; undefined where orders have none. */
  keys: readonly { id: string; name: string }[] | undefined;
  /** Whether orders are found by their metadata. */
  hasMetadata: boolean;
}

/** What a text may mean. */
export type Found =
  | { kind: 'order'; id: string }
  | { kind: 'metadata'; metadata: Order['metadata'] }
  | { kind: 'listing'; slug: string; title: string }
  | { kind: 'key'; id: string; name: string };

/** So that the choices fit below the field. */
const MOST = 6;

/** What a text may mean: the id of an order or a part of one, metadata as in `job=nightly`, a listing or a key. */
export function findByText(
  text: string,
  { orders, listings, keys, hasMetadata }: Searchable,
  most = MOST,
): Found[] {
  const wanted = text.trim().toLowerCase();
  const has = (...names: readonly string[]) =>
    names.some((name) => name.toLowerCase().includes(wanted));
  const id = readId(text);
  if (id !== undefined) return [{ kind: 'order', id }];
  const part = partOfId(text);
  const member = hasMetadata ? readMember(text.trim()) : undefined;
  return [
    ...orders
      .filter((order) => part !== undefined && isPartOf(part, order.id))
      .map((order) => ({ kind: 'order' as const, id: order.id })),
    ...(member ? [{ kind: 'metadata' as const, metadata: Object.fromEntries([member]) }] : []),
    ...listings
      .filter(({ slug, title }) => has(slug, title))
      .slice(0, most)
      .map(({ slug, title }) => ({ kind: 'listing' as const, slug, title })),
    ...(keys ?? [])
      .filter(({ name }) => has(name))
      .slice(0, most)
      .map(({ id, name }) => ({ kind: 'key' as const, id, name })),
  ];
}

function isMeant(found: Found, order: Listed): boolean {
  switch (found.kind) {
    case 'order':
      return order.id === found.id;
    case 'listing':
      return order.listing.slug === found.slug;
    case 'key':
      return 'keyId' in order && (order.keyId ?? NO_KEY) === found.id;
    case 'metadata':
      return (
        'metadata' in order &&
        Object.entries(found.metadata).every(([name, text]) => order.metadata[name] === text)
      );
  }
}

/** Whether a text, such as a status or a word of the message, is in what went wrong with an order. */
export function isProblem(text: string, problem: Problem | undefined): boolean {
  const wanted = text.trim().toLowerCase();
  return [problem?.reason, problem?.detail].some((words) => words?.toLowerCase().includes(wanted));
}

/** The orders that a text may mean. */
export const ordersMeant = <Row extends Listed>(
  found: readonly Found[],
  orders: readonly Row[],
): Row[] => orders.filter((order) => found.some((each) => isMeant(each, order)));

/** What the API is asked for if a text means one thing: the list is filtered as a whole, not only what is loaded. */
export function narrowedTo(found: Found | undefined, filter: OrderFilter): OrderFilter {
  if (found?.kind === 'listing') return { ...filter, listingId: filter.listingId ?? found.slug };
  if (found?.kind === 'key') return { ...filter, keyId: filter.keyId ?? found.id };
  if (found?.kind === 'metadata') {
    return { ...filter, metadata: { ...found.metadata, ...filter.metadata } };
  }
  return filter;
}
