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

/** `12 listings`; `24+ listings` while there are more. */
export const countText = (count: number, hasMore: boolean): string =>
  `${count}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'listing' : 'listings'}`;

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
