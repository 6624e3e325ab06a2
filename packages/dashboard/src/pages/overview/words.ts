import type { ApiKey, ListingCounts, OrderStats, OwnListing, Webhook } from '@mkt/client';
import { FAILURE_KINDS } from '@mkt/protocol';
import { asSentence } from '../../data/errors.ts';
import { failuresInWords, shareInWords } from '../../data/stats-words.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { dateOf, formatMoney, formatUptime, GOOD_UPTIME } from '../../ui/text.ts';
import { reasonOf } from '../../ui/review-reason.ts';

/** Something that its reader should do something about. */
export interface AttentionItem {
  id: string;
  tone: 'bad' | 'warn';
  icon: IconName;
  /** Both may quote what people have typed. */
  sentence: string;
  detail: string;
  action: { label: string; href: string };
}

const MIN_FAILED = 3;
const FAILED_SHARE = 0.1;
const RECENT_HOURS = 2;

function ofListing(listing: OwnListing): AttentionItem[] {
  const { id, slug, title, status, health } = listing;
  const about = { id, action: { label: 'Open the listing', href: `/selling/${id}` } };
  const reason = asSentence(reasonOf(listing) ?? '');
  if (status === 'flagged') {
    return [
      {
        id,
        action: { label: 'See what failed', href: `/selling/${id}` },
        tone: 'bad',
        icon: 'flag',
        sentence: `${title} was flagged by the review`,
        detail: `${reason} Buyers cannot see the listing.`.trim(),
      },
    ];
  }
  if (status === 'paused' && reason !== '') {
    const sentence = `${title} was paused by the marketplace`;
    return [{ ...about, tone: 'bad', icon: 'pause', sentence, detail: reason }];
  }
  if (status === 'published' && health.status === 'unhealthy') {
    return [
      {
        ...about,
        tone: 'bad',
        icon: 'warn',
        sentence: `${title} is unhealthy`,
        detail: 'Its health checks are failing. Buyers see this, and calls are still sent to it.',
        action: { label: 'See the checks', href: `/listings/${slug}?tab=health` },
      },
    ];
  }
  return [];
}

/** Listings that were down for a while and are up again, in one line: what hit all of them is one cause. */
function ofOutages(listings: readonly OwnListing[]): AttentionItem[] {
  const { down } = healthOf(listings);
  const [worst, ...others] = down.filter(
    ({ health }) => health.status === 'healthy' && (health.uptime24h ?? 1) < GOOD_UPTIME,
  );
  if (!worst) return [];
  const what = others.length === 0 ? worst.title : `${others.length + 1} listings`;
  const up = formatUptime(worst.health.uptime24h ?? 0);
  const which = others.length === 0 ? 'It' : worst.title;
  return [
    {
      id: 'outages',
      tone: 'warn',
      icon: 'warn',
      sentence: `${what} ${others.length === 0 ? 'was' : 'were'} down for a while in the last 24 hours`,
      detail: `${which} passed ${up} of its health checks, and is healthy now. Buyers see the uptime.`,
      action: { label: 'See when', href: `/listings/${worst.slug}?tab=health` },
    },
  ];
}

type Sold = Pick<ListingCounts, 'listingId' | 'slug' | 'title' | 'calls' | 'completed' | 'failed'>;

/** Of fewer calls, a share says nothing. */
const MIN_CALLS = 20;

/** Listings of which more than a tenth of a week's calls failed. */
function ofSales({ listingId, slug, title, calls, completed, failed }: Sold): AttentionItem[] {
  if (calls < MIN_CALLS || failed < calls * FAILED_SHARE || slug === null) return [];
  return [
    {
      id: `${listingId} sales`,
      tone: 'warn',
      icon: 'warn',
      sentence: `${title ?? slug} succeeds in ${shareInWords(completed, calls)} of its calls`,
      detail: `${failed} of ${calls} calls of the last 7 days failed. Failed calls are not charged.`,
      action: {
        label: 'See what failed',
        href: `/sales?${new URLSearchParams({ tab: 'calls', listing: slug, state: 'failed', period: '7d' })}`,
      },
    },
  ];
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

function ofWebhook({ id, url, state, disabledReason, failingSince }: Webhook): AttentionItem[] {
  const about = {
    id,
    icon: 'webhook',
    action: { label: 'See the attempts', href: `/webhooks/${id}` },
  } as const;
  const name = `The webhook to ${new URL(url).host}`;
  if (state === 'disabled') {
    // The reason ends with what programs do; people have a button.
    const reason = asSentence(disabledReason ?? '').replace(/ ?Set state to .*$/, '');
    const detail = `${reason} Nothing is sent to it.`.trim();
    return [{ ...about, tone: 'bad', sentence: `${name} is disabled`, detail }];
  }
  if (state === 'active' && failingSince !== null) {
    const detail = `Since ${dateOf(failingSince)}. After five days without a success, it is disabled.`;
    return [{ ...about, tone: 'bad', sentence: `${name} is failing`, detail }];
  }
  if (state === 'pending') {
    const action = { ...about.action, label: 'Confirm it' };
    const detail = 'Nothing is sent to it until its server has answered the challenge.';
    return [{ ...about, action, tone: 'warn', sentence: `${name} is not confirmed`, detail }];
  }
  return [];
}

/** What is left of a limit when it is nearly spent. */
const NEARLY_SPENT = 0.1;
const LEFT_IN = { none: '', day: ' today', month: ' this month' } as const;

const DAY_MS = 24 * 3_600_000;
const EXPIRES_WITHIN_MS = 7 * DAY_MS;
/** Keys made for less are meant to end. */
const LONG_LIVED_MS = 14 * DAY_MS;

function ofKey(key: ApiKey, nowMs: number): AttentionItem[] {
  const { id, name, budget, remaining, createdAt, expiresAt, lastUsedAt } = key;
  const about = { tone: 'warn', icon: 'key' } as const;
  const actionOf = (label: string) => ({ label, href: '/keys' });
  const items: AttentionItem[] = [];
  const leftMs = expiresAt === null ? Infinity : Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return [];
  if (budget && remaining?.amount === 0) {
    const until = remaining.resetsAt === null ? '' : ` until ${dateOf(remaining.resetsAt)}`;
    items.push({
      ...about,
      id: `${id} budget`,
      action: actionOf('Change the budget'),
      sentence: `The budget of the API key “${name}” is used up`,
      detail: `Its orders are refused${until}.`,
    });
  }
  const { limit, currency, period } = budget ?? { limit: null, currency: null, period: 'none' };
  if (
    limit !== null &&
    currency !== null &&
    remaining &&
    remaining.amount > 0 &&
    remaining.amount <= limit * NEARLY_SPENT
  ) {
    const [left, all] = [remaining.amount, limit].map((amount) =>
      formatMoney({ amount, currency }),
    );
    items.push({
      ...about,
      id: `${id} budget`,
      action: actionOf('Raise the limit'),
      sentence: `The API key “${name}” has ${left} left${LEFT_IN[period]}`,
      detail: `Of a budget of ${all}. Once it is used up, orders with the key are refused.`,
    });
  }
  const livesMs = leftMs + nowMs - Date.parse(createdAt);
  if (leftMs < EXPIRES_WITHIN_MS && livesMs > LONG_LIVED_MS && lastUsedAt !== null) {
    items.push({
      ...about,
      id: `${id} expiry`,
      action: actionOf('Replace the key'),
      sentence: `The API key “${name}” expires on ${dateOf(expiresAt ?? '')}`,
      detail: 'Programs that use it will stop working then (401). Replace it with a new key.',
    });
  }
  return items;
}

/** What may need attention. The statistics are by hour. */
interface Known {
  listings: readonly OwnListing[];
  sold?: readonly Hour[] | undefined;
  /** What each listing sold in 7 days. */
  sales?: readonly Sold[] | undefined;
  bought?: readonly Hour[] | undefined;
  webhooks?: readonly Webhook[];
  keys?: readonly ApiKey[];
}

/** What needs attention, the worst first. */
export const attentionItems = (
  { listings, sold, sales = [], bought, webhooks = [], keys = [] }: Known,
  nowMs: number,
): AttentionItem[] => [
  ...listings.filter(({ status }) => status === 'flagged').flatMap(ofListing),
  ...listings.filter(({ status }) => status !== 'flagged').flatMap(ofListing),
  ...ofOutages(listings),
  ...webhooks.flatMap(ofWebhook),
  ...ofFailures(sold, 'calls to your listings', {
    label: 'Show failed sales',
    href: '/sales?tab=calls&state=failed',
  }),
  ...ofFailures(bought, 'calls that you bought', {
    label: 'Show failed orders',
    href: '/orders?state=failed&period=24h',
  }),
  ...sales.flatMap(ofSales),
  ...keys.flatMap((key) => ofKey(key, nowMs)),
];

interface Health {
  /** How many of them have been checked. */
  checked: number;
  /** Those that are unhealthy or were down: unhealthy ones first, then those that were up the least. */
  down: OwnListing[];
}

/** How the listings are that buyers can call. */
export function healthOf(listings: readonly OwnListing[]): Health {
  const isUnhealthy = ({ health }: OwnListing) => Number(health.status === 'unhealthy');
  const upOf = ({ health }: OwnListing) => health.uptime24h ?? 0;
  const checked = listings.filter(
    ({ status, health }) => status === 'published' && health.uptime24h !== null,
  );
  return {
    checked: checked.length,
    down: checked
      .filter((listing) => isUnhealthy(listing) || upOf(listing) < 1)
      .toSorted(
        (a, b) =>
          isUnhealthy(b) - isUnhealthy(a) || upOf(a) - upOf(b) || a.title.localeCompare(b.title),
      ),
  };
}
