import type { ListingCounts, ListingStatus, OwnListing } from '@mkt/client';
import type { StateChange } from '../../data/listings.ts';

const CHANGES: Readonly<Record<ListingStatus, readonly StateChange[]>> = {
  draft: ['submit'],
  pending_review: [],
  flagged: ['submit'],
  published: ['pause', 'archive'],
  paused: ['resume', 'archive'],
  archived: [],
};

/** What can be done with a listing in a state (docs/sell/listings.md#states). */
export const stateChanges = (status: ListingStatus): readonly StateChange[] => CHANGES[status];

/** It gets a signing secret when it is first published. */
export const hasSecret = (status: ListingStatus): boolean =>
  status === 'published' || status === 'paused';

/** Whether its content can be changed (docs/sell/listings.md#changes). */
export const canEdit = (status: ListingStatus): boolean =>
  status !== 'pending_review' && status !== 'archived';

/** One that may have been published has orders: it is archived instead. */
export const canDelete = (status: ListingStatus): boolean =>
  status === 'draft' || status === 'flagged';

/** The states that the list can be limited to, in the order of a listing's life. */
export const STATES: readonly { value: ListingStatus; label: string }[] = [
  { value: 'published', label: 'Published' },
  { value: 'pending_review', label: 'In review' },
  { value: 'flagged', label: 'Flagged' },
  { value: 'paused', label: 'Paused' },
  { value: 'draft', label: 'Draft' },
  { value: 'archived', label: 'Archived' },
];

export const SORTS = [
  { value: 'attention', label: 'Attention first' },
  { value: 'calls', label: 'Most calls' },
  { value: 'success', label: 'Lowest success rate' },
  { value: 'title', label: 'Title' },
] as const;

export type ListSort = (typeof SORTS)[number]['value'];

/** The order of a URL; the listings that need their seller come first unless it names another one. */
export const readSort = (params: URLSearchParams): ListSort =>
  SORTS.find(({ value }) => value === params.get('sort'))?.value ?? 'attention';

export interface ListFilter {
  /** What its title, slug, category or tags contain. */
  text: string;
  state: ListingStatus | undefined;
}

/** The filter of a URL. Anyone can edit one, so an unknown state is ignored. */
export const readFilter = (params: URLSearchParams): ListFilter => ({
  text: params.get('q') ?? '',
  state: STATES.find(({ value }) => value === params.get('state'))?.value,
});

/** Whether every word of the text is in what the listing is called. */
export function isMatch(
  { text, state }: ListFilter,
  { title, slug, category, tags, status }: OwnListing,
): boolean {
  if (state !== undefined && state !== status) return false;
  const names = [title, slug, category ?? '', ...(tags ?? [])].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => names.includes(word));
}

type Counts = Pick<ListingCounts, 'calls' | 'completed'>;

/** The share of calls that completed; `null` without a call. */
const successRate = (counts: Counts | undefined): number | null =>
  counts === undefined || counts.calls === 0 ? null : counts.completed / counts.calls;

const RANKS: Readonly<Record<ListingStatus, number>> = {
  flagged: 0,
  published: 2,
  pending_review: 3,
  draft: 4,
  paused: 5,
  archived: 6,
};
const UNHEALTHY = 1;

const attentionRank = ({ status, health }: OwnListing): number =>
  status === 'published' && health.status === 'unhealthy' ? UNHEALTHY : RANKS[status];

/** What a listing is sorted by, ascending; at `attention` those on sale with the lowest success rate. */
const KEYS: Readonly<
  Record<Exclude<ListSort, 'title'>, (listing: OwnListing, counts?: Counts) => readonly number[]>
> = {
  attention: (listing, counts) => [attentionRank(listing), successRate(counts) ?? 1],
  calls: () => [],
  success: (_, counts) => [successRate(counts) ?? Number.MAX_VALUE],
};

/** Sorts the listings of a seller; of two that are equal, the one with more calls comes first. */
export function sorted(
  listings: readonly OwnListing[],
  counts: ReadonlyMap<string, Counts>,
  sort: ListSort,
): OwnListing[] {
  if (sort === 'title') return listings.toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
  const keyOf = (listing: OwnListing) => {
    const own = counts.get(listing.id);
    return [...KEYS[sort](listing, own), -(own?.calls ?? 0)];
  };
  const keys = new Map(listings.map((listing) => [listing.id, keyOf(listing)]));
  const compare = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
  };
  return listings.toSorted((a, b) => compare(keys.get(a.id) ?? [], keys.get(b.id) ?? []));
}

const NEW_MS = 30 * 24 * 3_600_000;

/** Whether a listing was created in the last 30 days. */
export const isNew = (createdAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) < NEW_MS;
