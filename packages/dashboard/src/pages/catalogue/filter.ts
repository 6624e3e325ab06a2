import type { CatalogueFilter } from '../../data/catalogue.ts';

export const SORTS = [
  { value: 'relevance', label: 'Best match' },
  { value: 'newest', label: 'Newest' },
  { value: 'price', label: 'Cheapest' },
  { value: 'calls', label: 'Most used' },
  { value: 'quality', label: 'Best quality' },
] as const;

/** What the page shows; it is kept in the URL. */
export interface Shown {
  query: string;
  category: string | undefined;
  tag: string | undefined;
  currency: string;
  maxPrice: string;
  health: boolean;
  sort: (typeof SORTS)[number]['value'] | undefined;
}

const isSort = (sort: string | null): sort is NonNullable<Shown['sort']> =>
  SORTS.some(({ value }) => value === sort);

/** The order of the list; by default what is used most, and the best match of words. */
export const shownSort = ({ sort, query }: Shown): NonNullable<Shown['sort']> =>
  sort ?? (query.trim() === '' ? 'calls' : 'relevance');

/**
 * `12 listings`; `24+ listings` while there are more. Where prices are compared it says in which currency:
 * listings in others are left out.
 */
export function countText(
  count: number,
  hasMore: boolean,
  { currency, maxPrice, sort }: Pick<Shown, 'currency' | 'maxPrice' | 'sort'>,
): string {
  const listings = `${count}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'listing' : 'listings'}`;
  if (currency === '') return listings;
  const isCompared = maxPrice !== '' || sort === 'price';
  return `${listings} priced in ${currency}${isCompared ? '; prices in other currencies are not compared' : ''}`;
}

const DEFAULT_CURRENCY = 'USD';

/** The currency in which prices are compared until another is chosen: one that is on the page. */
export function firstCurrency(listings: readonly { price: { currency: string } }[]): string {
  const [first] = listings;
  const isUsed = listings.some(({ price }) => price.currency === DEFAULT_CURRENCY);
  return first === undefined || isUsed ? DEFAULT_CURRENCY : first.price.currency;
}

export function readShown(params: URLSearchParams): Shown {
  const sort = params.get('sort');
  return {
    query: params.get('query') ?? '',
    category: params.get('category') ?? undefined,
    tag: params.get('tag') ?? undefined,
    currency: params.get('currency') ?? '',
    maxPrice: params.get('maxPrice') ?? '',
    health: params.get('health') === 'healthy',
    sort: isSort(sort) ? sort : undefined,
  };
}

/** The URL of what is shown, without defaults. */
export function writeShown(shown: Shown): URLSearchParams {
  const { health, ...texts } = shown;
  const set = Object.entries(texts).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams([
    ...(set as [string, string][]),
    ...(health ? [['health', 'healthy']] : []),
  ]);
}

/** Prices in different currencies are not compared: without one there is neither a limit nor this order. */
export const withoutCurrency = (shown: Shown): Shown => ({
  ...shown,
  currency: '',
  maxPrice: '',
  sort: shown.sort === 'price' ? undefined : shown.sort,
});

/** The highest price in the address if it is not an amount: nothing is filtered by it. */
export const ignoredPrice = ({ maxPrice }: Shown): string | undefined =>
  maxPrice === '' || (Number.isFinite(Number(maxPrice)) && Number(maxPrice) >= 0)
    ? undefined
    : maxPrice;

/**
 * Without a currency there is neither a highest price nor sorting by price: the API never compares
 * prices in different currencies.
 */
export function filterOf(shown: Shown): CatalogueFilter {
  const { query, category, tag, currency, maxPrice, health } = shown;
  const sort = shownSort(shown);
  const hasLimit = currency !== '' && maxPrice !== '' && ignoredPrice(shown) === undefined;
  const isUnsorted = sort === 'relevance' || (sort === 'price' && currency === '');
  return {
    ...(query.trim() === '' ? {} : { query: query.trim() }),
    ...(category === undefined ? {} : { category }),
    ...(tag === undefined ? {} : { tag }),
    ...(currency === '' ? {} : { currency }),
    ...(hasLimit ? { maxPrice: Number(maxPrice) } : {}),
    ...(health ? { health: 'healthy' } : {}),
    ...(isUnsorted ? {} : { sort }),
  };
}
