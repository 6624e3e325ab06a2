import type { MarketEvent } from '@mkt/client';

/**
 * What every event may change, by the first member of a query's key. The loaded pages of a list
 * (`order-pages`, `sales-pages`) are not among them: the newest page is read again in their place.
 */
const NOUNS: Readonly<Record<MarketEvent['type'], readonly string[]>> = {
  // An order changes what is left of the budget of its key.
  'order.updated': ['orders', 'api-keys'],
  'sale.updated': ['sales'],
  'listing.updated': ['providers', 'published-listings'],
  resync: ['orders', 'sales', 'providers', 'published-listings', 'api-keys', 'sessions'],
};

/** Whether a query with this key may show what an event announces. */
export function isChanged(queryKey: readonly unknown[], { type, id }: MarketEvent): boolean {
  const [noun, part, shownId] = queryKey;
  if (typeof noun !== 'string' || !NOUNS[type].includes(noun)) return false;
  // Other orders have not changed. Listings are known by their slugs too.
  const isOne = (noun === 'orders' || noun === 'sales') && part === 'one';
  return !(isOne && id !== null && shownId !== id);
}
