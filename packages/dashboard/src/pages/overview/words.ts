import type { ListingStats, OrderStats, OwnListing, SalesStats } from '@mkt/client';
import { FAILURE_KINDS } from '@mkt/protocol';
import { failuresInWords } from '../../data/stats-words.ts';
import type { IconName } from '../../ui/Icon.tsx';

/** Something that its reader should do something about. */
export interface AttentionItem {
  id: string;
  tone: 'bad' | 'warn';
  icon: IconName;
  /** A listing's slug, which begins the sentence. */
  listing?: string;
  sentence: string;
  /** May be a stranger's text, or quote one. */
  detail: string;
  action: { label: string; href: string };
}

const MIN_FAILED = 3;
const FAILED_SHARE = 0.1;
const RECENT_HOURS = 2;

/** A reason as a sentence: `reachability: expected 200` has neither a capital nor a full stop. */
function asSentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const isEnded = /[.!?]$/.test(trimmed);
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${isEnded ? '' : '.'}`;
}

function ofListing({
  id,
  slug,
  status,
  health,
  reviewRejectionReason,
}: OwnListing): AttentionItem[] {
  const about = { id, listing: slug, action: { label: 'Open it', href: `/selling/${id}` } };
  const reason = asSentence(reviewRejectionReason ?? '');
  if (status === 'flagged') {
    return [
      {
        ...about,
        tone: 'bad',
        icon: 'flag',
        sentence: 'was flagged by the review',
        detail: `${reason} Buyers cannot see the listing.`.trim(),
      },
    ];
  }
  if (status === 'paused' && reason !== '') {
    const sentence = 'was paused by the marketplace';
    return [{ ...about, tone: 'bad', icon: 'pause', sentence, detail: reason }];
  }
  if (status === 'published' && health.status === 'unhealthy') {
    return [
      {
        ...about,
        tone: 'bad',
        icon: 'warn',
        sentence: 'is unhealthy',
        detail: 'Its health checks fail. Buyers see this; calls still go through.',
        action: { label: 'Open health', href: `/listings/${slug}?tab=health` },
      },
    ];
  }
  return [];
}

type Hour = Pick<OrderStats['data'][number], 'calls' | 'failed' | 'failures'>;

/** Adds up the last hours: the present one has only begun. */
function recentOf(data: readonly Hour[]): Hour {
  const recent = data.slice(-RECENT_HOURS);
  const failures: Hour['failures'] = {};
  for (const kind of FAILURE_KINDS) {
    const count = recent.reduce((total, hour) => total + (hour.failures[kind] ?? 0), 0);
    if (count > 0) failures[kind] = count;
  }
  const sum = (of: 'calls' | 'failed') => recent.reduce((total, hour) => total + hour[of], 0);
  return { calls: sum('calls'), failed: sum('failed'), failures };
}

function ofFailures(
  data: readonly Hour[] | undefined,
  what: string,
  action: AttentionItem['action'],
): AttentionItem[] {
  const { calls, failed, failures } = recentOf(data ?? []);
  if (failed < MIN_FAILED || failed < calls * FAILED_SHARE) return [];
  return [
    {
      id: action.href,
      tone: 'warn',
      icon: 'clock',
      sentence: `${failed} of ${calls} ${what} failed in the last two hours`,
      detail: `${failuresInWords(failures)}. Failed calls are not charged.`,
      action,
    },
  ];
}

/** What needs attention, the worst first. The statistics are by hour. */
export const attentionItems = (
  listings: readonly OwnListing[],
  sold: Pick<SalesStats, 'data'> | undefined,
  bought: Pick<OrderStats, 'data'> | undefined,
): AttentionItem[] => [
  ...listings.filter(({ status }) => status === 'flagged').flatMap(ofListing),
  ...listings.filter(({ status }) => status !== 'flagged').flatMap(ofListing),
  ...ofFailures(sold?.data, 'calls to your listings', {
    label: 'Show failed sales',
    href: '/sales?state=failed',
  }),
  ...ofFailures(bought?.data, 'calls that you bought', {
    label: 'Show failed orders',
    href: '/orders?state=failed&period=24h',
  }),
];

/** Published listings: unhealthy ones first, then those that were up the least, then those without a check. */
export function byHealth(listings: readonly OwnListing[]): OwnListing[] {
  const rankOf = ({ health: { status, uptime24h } }: OwnListing) =>
    (status === 'unhealthy' ? -2 : 0) + (uptime24h ?? 2);
  return listings
    .filter(({ status }) => status === 'published')
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.slug.localeCompare(b.slug));
}

interface RevenueRow {
  listingId: string;
  /** `null` if the listing no longer exists. */
  slug: string | null;
  calls: number;
  money: OrderStats['totals']['spend'][number];
  /** Of the highest revenue in the same currency, 0 to 1; `null` if there is no other to compare. */
  share: number | null;
}

/** What listings earned, the highest first within each currency: currencies are never compared. */
export function revenueRows(listings: ListingStats['data']): RevenueRow[] {
  const rows = listings.flatMap(({ listingId, slug, calls, revenue }) =>
    revenue.map((money) => ({ listingId, slug, calls, money })),
  );
  const byCurrency = Map.groupBy(
    rows.filter(({ money }) => money.amount > 0),
    ({ money }) => money.currency,
  );
  const groups = [...byCurrency.values()].toSorted((a, b) => b.length - a.length);
  return groups.flatMap((group) => {
    const most = Math.max(...group.map(({ money }) => money.amount));
    return group
      .toSorted((a, b) => b.money.amount - a.money.amount)
      .map((row) => ({ ...row, share: group.length === 1 ? null : row.money.amount / most }));
  });
}
