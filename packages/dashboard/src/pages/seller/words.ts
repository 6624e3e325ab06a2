import type { CatalogueSummary } from '@mkt/client';
import { COUNTED_CALLS, dateOf, successText } from '../../ui/text.ts';

type Sold = Pick<CatalogueSummary, 'quality' | 'createdAt' | 'health'>;

export const SORTS = [
  { value: 'used', label: 'Most used' },
  { value: 'reliable', label: 'Most reliable' },
  { value: 'newest', label: 'Newest' },
] as const;

export type SellerSort = (typeof SORTS)[number]['value'];

export const isSellerSort = (sort: string | null): sort is SellerSort =>
  SORTS.some(({ value }) => value === sort);

/** What a listing is sorted by; a listing with too little data comes last. */
const RANKS: Readonly<Record<SellerSort, (listing: Sold) => number>> = {
  used: ({ quality }) => quality?.calls ?? -1,
  reliable: ({ quality }) => quality?.successRate ?? -1,
  newest: ({ createdAt }) => Date.parse(createdAt),
};

export const sorted = <T extends Sold>(listings: readonly T[], sort: SellerSort): readonly T[] =>
  listings.toSorted(
    (a, b) => RANKS[sort](b) - RANKS[sort](a) || Date.parse(b.createdAt) - Date.parse(a.createdAt),
  );

interface Figure {
  name: string;
  value: string;
  note?: string;
}

const COUNT = new Intl.NumberFormat('en-US');

/** What is known of a seller from all of its listings. */
export function figuresOf(listings: readonly Sold[]): readonly Figure[] {
  const known = listings.flatMap(({ quality }) => quality ?? []);
  const calls = known.reduce((sum, quality) => sum + quality.calls, 0);
  const completed = known.reduce((sum, { calls: of, successRate }) => sum + of * successRate, 0);
  const healthy = listings.filter(({ health }) => health.status === 'healthy').length;
  const [first] = listings.map(({ createdAt }) => createdAt).toSorted();
  return [
    { name: 'Listings', value: COUNT.format(listings.length) },
    { name: 'Healthy now', value: `${healthy} of ${listings.length}` },
    {
      name: 'Calls in the rating, 7 days',
      value: calls === 0 ? '–' : COUNT.format(calls),
      note: COUNTED_CALLS,
    },
    {
      name: 'Success rate, 7 days',
      value: calls === 0 ? '–' : successText({ successRate: completed / calls }),
    },
    { name: 'Oldest listing', value: first === undefined ? '–' : dateOf(first) },
  ];
}
