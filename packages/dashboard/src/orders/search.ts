import type { Order } from '@mkt/client';
import type { ListingName } from '../data/listings.ts';
import { isPartOf, partOfId } from '../data/find-orders.ts';
import { readId, readMember } from '../data/order-filter.ts';

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
      .slice(0, MOST)
      .map(({ slug, title }) => ({ kind: 'listing' as const, slug, title })),
    ...(keys ?? [])
      .filter(({ name }) => has(name))
      .slice(0, MOST)
      .map(({ id, name }) => ({ kind: 'key' as const, id, name })),
  ];
}
