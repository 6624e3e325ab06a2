import type { CatalogueSummary } from '@mkt/client';
import { type Outage, outageTimes, timeDown } from '../../data/outages.ts';
import {
  capitalised,
  COUNTING,
  dateOf,
  formatPrice,
  successText,
  upperFirst,
} from '../../ui/text.ts';

type Sold = Pick<CatalogueSummary, 'slug' | 'quality' | 'createdAt' | 'health' | 'category'>;
type Offered = Pick<CatalogueSummary, 'category' | 'price'>;

export const SORTS = [
  { value: 'used', label: 'Most used' },
  { value: 'reliable', label: 'Most reliable' },
  { value: 'newest', label: 'Newest' },
] as const;

export type SellerSort = (typeof SORTS)[number]['value'];

export const isSellerSort = (sort: string | null): sort is SellerSort =>
  SORTS.some(({ value }) => value === sort);

/** What a listing is sorted by; a listing with too little data comes last, and of those the newest. */
const RANKS: Readonly<Record<SellerSort, (listing: Sold) => number>> = {
  used: ({ quality, createdAt }) => quality?.calls ?? -Date.parse(createdAt),
  reliable: ({ quality }) => quality?.successRate ?? -1,
  newest: ({ createdAt }) => Date.parse(createdAt),
};

export const sorted = <T extends Sold>(listings: readonly T[], sort: SellerSort): readonly T[] =>
  listings.toSorted(
    (a, b) => RANKS[sort](b) - RANKS[sort](a) || Date.parse(b.createdAt) - Date.parse(a.createdAt),
  );

/** The categories in which a seller sells, the one with most listings first. */
export function categoriesOf(listings: readonly Pick<Sold, 'category'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { category } of listings) {
    if (category !== null) counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([category]) => category);
}

const COUNT = new Intl.NumberFormat('en-US');
const AND = new Intl.ListFormat('en-GB');
/** In one sentence. */
const MOST_CATEGORIES = 3;

/** `AI` and `data`, within a sentence. */
function categoryInWords(category: string): string {
  const name = capitalised(category);
  return name === name.toUpperCase() ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** `, from free to $0.05 per call`; nothing for prices that cannot be compared. */
function pricesInWords(listings: readonly Offered[]): string {
  const paid = listings.map(({ price }) => price).filter(({ amount }) => amount > 0);
  if (paid.length === 0) return ', free';
  const [kinds, units] = [
    new Set(paid.map(({ currency }) => currency)),
    new Set(paid.map(({ unit }) => unit)),
  ];
  if (kinds.size > 1 || units.size > 1) return '';
  const [lowest, highest] = listings
    .map(({ price }) => price)
    .toSorted((a, b) => a.amount - b.amount)
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .map((price) => formatPrice(price).replace('Free', 'free'));
  const range =
    highest === undefined || highest === lowest ? `for ${lowest}` : `from ${lowest} to ${highest}`;
  return `, ${range} per ${paid[0]?.unit}`;
}

/** `6 services in AI, data and tools, from free to $0.05 per call`: what a seller does, from all of its listings. */
export function summaryOf(listings: readonly Offered[]): string {
  const names = categoriesOf(listings).map(categoryInWords);
  const shown =
    names.length > MOST_CATEGORIES ? [...names.slice(0, MOST_CATEGORIES), 'more'] : names;
  const within = shown.length === 0 ? '' : ` in ${AND.format(shown)}`;
  const many = listings.length === 1 ? '1 service' : `${COUNT.format(listings.length)} services`;
  return many + within + pricesInWords(listings);
}

/** `FT` for Fjord Tools: what stands for a seller at a glance; nothing for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return [first, last].map((word) => /./u.exec(word)?.[0].toUpperCase() ?? '').join('');
}

interface Figure {
  name: string;
  value: string;
  note?: string;
  /** Where the note leads. */
  href?: string;
}

/** `all healthy now`, `4 healthy now, 1 without a health check`. */
function healthInWords(listings: readonly Sold[]): string {
  const countOf = (...states: Sold['health']['status'][]) =>
    listings.filter(({ health }) => states.includes(health.status)).length;
  const healthy = countOf('healthy');
  if (healthy === listings.length) return 'all healthy now';
  const unhealthy = countOf('unhealthy');
  const unchecked = countOf('unknown', 'not_configured');
  return [
    ...(healthy > 0 ? [`${healthy} healthy now`] : []),
    ...(unhealthy > 0 ? [`${unhealthy} unhealthy`] : []),
    ...(unchecked > 0 ? [`${unchecked} without a health check`] : []),
  ].join(', ');
}

/** The outages of several listings with overlapping ones merged, newest first. */
function merged(outages: readonly Outage[]): Outage[] {
  const groups: Outage[] = [];
  for (const outage of outages.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const { fromMs, toMs = Infinity, checks } = outage;
    const last = groups[0];
    const endMs = last ? (last.toMs ?? Infinity) : -Infinity;
    if (!last || fromMs > endMs) {
      groups.unshift(outage);
      continue;
    }
    const latestMs = Math.max(endMs, toMs);
    groups[0] = {
      ...last,
      toMs: latestMs === Infinity ? undefined : latestMs,
      checks: last.checks + checks,
    };
  }
  return groups;
}

/** For how long any of the listings was down in the last day, or since when one is. */
function downFigure(
  listings: readonly Sold[],
  outages: ReadonlyMap<string, readonly Outage[]>,
  nowMs: number,
): Figure {
  const name = 'Down, 24 hours';
  const uptimes = listings.flatMap(({ health: { uptime24h } }) => uptime24h ?? []);
  if (uptimes.length === 0) return { name, value: '–', note: 'no health checks yet' };
  const failed = uptimes.filter((uptime) => uptime < 1).length;
  if (failed === 0) return { name, value: 'None', note: 'all health checks succeeded' };
  const all = merged([...outages.values()].flat());
  const [newest] = all;
  const note = `${failed} of ${COUNT.format(listings.length)} listings`;
  if (!newest) return { name, value: '…', note };
  return newest.toMs === undefined
    ? { name, value: 'Down now', note: upperFirst(outageTimes(newest, nowMs)) }
    : { name, value: timeDown(all), note };
}

/** The figures of a seller, from all of its listings (at least one) and their outages. */
export function figuresOf(
  listings: readonly Sold[],
  outages: ReadonlyMap<string, readonly Outage[]>,
  nowMs: number,
): readonly Figure[] {
  const known = listings.flatMap(({ quality }) => quality ?? []);
  const calls = known.reduce((sum, quality) => sum + quality.calls, 0);
  const completed = known.reduce((sum, { calls: of, successRate }) => sum + of * successRate, 0);
  const since = listings.map(({ createdAt }) => createdAt).toSorted();
  const [first = '', newest = ''] = [since[0], since.at(-1)];
  return [
    {
      name: 'Success rate, 7 days',
      value: calls === 0 ? '–' : successText({ successRate: completed / calls }),
      note: calls === 0 ? 'too few calls yet' : `of ${COUNT.format(calls)} counted calls`,
      href: COUNTING,
    },
    {
      name: 'Listings',
      value: COUNT.format(listings.length),
      note: healthInWords(listings),
    },
    downFigure(listings, outages, nowMs),
    {
      name: 'Selling since',
      value: dateOf(first),
      note: listings.length > 1 ? `newest ${dateOf(newest)}` : 'with one listing',
    },
  ];
}
