import type { ApiKey, ListingCounts, OrderStats, OwnListing, Webhook } from '@mkt/client';
import { FAILURE_KINDS } from '@mkt/protocol';
import { asSentence } from '../../data/errors.ts';
import { type Outage, outageTimes } from '../../data/outages.ts';
import { failuresInWords, shareInWords } from '../../data/stats-words.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { dateOf, formatMoney } from '../../ui/text.ts';
import { reasonOf } from '../../ui/review-reason.ts';

/** Something that its reader should do something about. */
export interface AttentionItem {
  id: string;
  tone: 'bad' | 'warn' | 'mute';
  icon: IconName;
  /** Both may quote what people have typed. */
  sentence: string;
  detail: string;
  /** The end of the sentence, on one line. */
  when?: string | undefined;
  action?: { label: string; href: string };
  /** Those that it is about, if there are several. */
  listings?: readonly { title: string; href: string; note: string }[];
}

type Action = NonNullable<AttentionItem['action']>;

const MIN_FAILED = 3;
const FAILED_SHARE = 0.1;
const RECENT_HOURS = 2;

function ofListing(listing: OwnListing): AttentionItem[] {
  const { id, title, status } = listing;
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
  return [];
}

/** A listing that is or was down. */
interface Down {
  listing: OwnListing;
  outage: Outage | undefined;
}

/** Those that were down at the same time: what hit several is one cause. The newest first. */
function together(all: readonly Down[]): Down[][] {
  const groups: Down[][] = [];
  const fromOf = ({ outage }: Down) => outage?.fromMs ?? 0;
  const toOf = ({ outage }: Down) => (outage ? (outage.toMs ?? Infinity) : 0);
  for (const each of all.toSorted((a, b) => fromOf(a) - fromOf(b))) {
    const group = groups.at(-1);
    if (group && fromOf(each) <= Math.max(...group.map(toOf))) group.push(each);
    else groups.push([each]);
  }
  return groups.toReversed();
}

/** From when to when, over all of them; nothing if that is not known of one. */
function spanOf(group: readonly Down[]): Outage | undefined {
  const outages = group.flatMap(({ outage }) => outage ?? []);
  const [first] = outages;
  if (!first || outages.length < group.length) return undefined;
  const ends = outages.flatMap(({ toMs }) => toMs ?? []);
  return {
    ...first,
    fromMs: Math.min(...outages.map(({ fromMs }) => fromMs)),
    toMs: ends.length < outages.length ? undefined : Math.max(...ends),
  };
}

/** Listings that are down, or were and are up again, in one line for all that it hit at once. */
function outageItem(group: readonly Down[], nowMs: number): AttentionItem[] {
  const [first] = group;
  if (!first) return [];
  const isDown = first.listing.health.status === 'unhealthy';
  const isOne = group.length === 1;
  const span = spanOf(group);
  const what = isOne ? first.listing.title : `${group.length} listings`;
  const when = span && outageTimes(span, nowMs);
  const [is, was, has] = isOne ? ['is', 'was', 'has'] : ['are', 'were', 'have'];
  const verb = isDown ? (when ? `${has} been` : is) : was;
  return [
    {
      id: `outage ${isDown} ${first.listing.id}`,
      tone: isDown ? 'bad' : 'mute',
      icon: isDown ? 'warn' : 'pulse',
      sentence: `${what} ${verb} down${when || isDown ? '' : ' in the last 24 hours'}`,
      when,
      detail: isDown
        ? `${isOne ? 'Its' : 'Their'} health checks are failing. Buyers see this, and calls are still sent.`
        : 'Healthy now. Buyers see it under Health.',
      ...(isOne
        ? { action: { label: 'See the checks', href: healthPage(first.listing) } }
        : {
            listings: group.map(({ listing, outage }) => ({
              title: listing.title,
              href: healthPage(listing),
              note: outage ? outageTimes(outage, nowMs) : '',
            })),
          }),
    },
  ];
}

const healthPage = ({ slug }: OwnListing) => `/listings/${slug}?tab=health`;

function ofOutages(
  listings: readonly OwnListing[],
  outages: ReadonlyMap<string, Outage>,
  nowMs: number,
): AttentionItem[] {
  const all = downOf(listings).map((listing) => ({ listing, outage: outages.get(listing.id) }));
  const isDown = ({ listing }: Down) => listing.health.status === 'unhealthy';
  return [
    ...outageItem(all.filter(isDown), nowMs),
    ...together(all.filter((each) => !isDown(each))).flatMap((group) => outageItem(group, nowMs)),
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
  action: Action,
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
  // With a limit of 0 it is for free listings.
  if (budget && budget.limit !== 0 && remaining?.amount === 0) {
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
  /** The newest outage of those that were down, by listing. */
  outages?: ReadonlyMap<string, Outage>;
  sold?: readonly Hour[] | undefined;
  /** What each listing sold in 7 days. */
  sales?: readonly Sold[] | undefined;
  bought?: readonly Hour[] | undefined;
  webhooks?: readonly Webhook[];
  keys?: readonly ApiKey[];
}

/** What needs attention, the worst first. */
export const attentionItems = (
  { listings, outages = new Map(), sold, sales = [], bought, webhooks = [], keys = [] }: Known,
  nowMs: number,
): AttentionItem[] => [
  ...listings.filter(({ status }) => status === 'flagged').flatMap(ofListing),
  ...listings.filter(({ status }) => status !== 'flagged').flatMap(ofListing),
  ...ofOutages(listings, outages, nowMs),
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

/** Below this uptime, buyers notice. */
const GOOD_UPTIME = 0.99;

/** The listings on sale that are unhealthy, or were down for so long that buyers notice: the worst first. */
export function downOf(listings: readonly OwnListing[]): OwnListing[] {
  const isUnhealthy = ({ health }: OwnListing) => Number(health.status === 'unhealthy');
  const upOf = ({ health }: OwnListing) => health.uptime24h ?? 1;
  return listings
    .filter(({ status }) => status === 'published')
    .filter((listing) => isUnhealthy(listing) || upOf(listing) < GOOD_UPTIME)
    .toSorted(
      (a, b) =>
        isUnhealthy(b) - isUnhealthy(a) || upOf(a) - upOf(b) || a.title.localeCompare(b.title),
    );
}
