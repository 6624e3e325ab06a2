import {
  ApiError,
  type CatalogueListing,
  type HealthProbe,
  type Order,
  type OrderSummary,
} from '@mkt/client';
import { downInWords, outageTimes, recentOutages } from '../../data/outages.ts';
import { reasonInShort } from '../../orders/problem-words.ts';
import {
  type Amount,
  COUNTED_CALLS,
  COUNTING,
  formatDuration,
  formatMoney,
  MEDIAN_MEANS,
  P95_MEANS,
  successText,
  upperFirst,
} from '../../ui/text.ts';
import { valueAsWritten } from '../../ui/json-lines.ts';

/** A seller's example for a `JsonView`; one that is not JSON is shown as a text. */
export function exampleOf(json: string): { value: unknown; text?: string } {
  try {
    return { value: valueAsWritten(json), text: json };
  } catch {
    return { value: json };
  }
}

export interface Figure {
  name: string;
  value: string;
  /** What it counts, or why there is none. */
  note?: string | undefined;
  /** Where the note leads: what it says more about. */
  href?: string;
}

const COUNT = new Intl.NumberFormat('en-US');
const NONE = '–';
const UPTIME = 'Uptime, 24 hours';
const CHECKS = 'Health checks';

/** For how long a listing was down in the last day, and when; its uptime if it never was. */
function uptimeFigure(
  uptime24h: number | null,
  history: readonly HealthProbe[],
  nowMs: number,
): Figure {
  if (uptime24h === null) return { name: UPTIME, value: NONE, note: 'no health checks yet' };
  const outages = recentOutages(history);
  const [last, ...others] = outages;
  if (uptime24h < 1 && !last) return { name: CHECKS, value: 'Some failed', note: 'in 24 hours' };
  if (!last) {
    return { name: UPTIME, value: '100%', note: 'of health checks succeeded' };
  }
  const more = others.length === 0 ? '' : `, and ${others.length} earlier`;
  return {
    name: CHECKS,
    value: last.toMs === undefined ? 'Down now' : downInWords(outages, nowMs),
    note: `${upperFirst(outageTimes(last, nowMs))}${more}`,
    href: '?tab=health',
  };
}

/**
 * How calls of a listing ended, and whether it was there; nothing of how they ended below 20 calls. `history` are
 * its checks, if some of the last day failed.
 */
export function figuresOf(
  { quality, health: { uptime24h } }: CatalogueListing,
  nowMs: number,
  history: readonly HealthProbe[] = [],
): readonly Figure[] {
  if (!quality) return [];
  const durationOf = (ms: number | null) => (ms === null ? NONE : formatDuration(ms));
  return [
    {
      name: 'Success rate, 7 days',
      value: successText(quality),
      note: `of ${COUNT.format(quality.calls)} counted calls`,
      href: COUNTING,
    },
    uptimeFigure(uptime24h, history, nowMs),
    { name: 'Median duration, 7 days', value: durationOf(quality.p50Ms), note: MEDIAN_MEANS },
    { name: 'p95 duration, 7 days', value: durationOf(quality.p95Ms), note: P95_MEANS },
  ];
}

/** What a call means to a seller who buys it from themselves. */
export const ownCallInWords = (price: Amount): string =>
  `Your own listing: ${
    price.amount > 0
      ? `once completed, ${formatMoney(price)} counts as your spend and as your revenue`
      : 'the call is an order of yours, and a sale'
  }. Buyers’ figures leave it out.`;

/** When a call costs what the listing says, and how that is paid (docs/buy/spending.md). */
export const WHEN_CHARGED =
  'Charged only when the call completes. Charges are recorded; no payment is taken.';

/** Why there is no success rate. */
export const TOO_FEW_CALLS = `No success rate yet: it takes 20 calls in 7 days (${COUNTED_CALLS} are counted).`;

/**
 * What is said in place of figures that few calls would make up: to a buyer whose own calls failed that they did,
 * and nothing that would contradict it.
 */
export function fewCallsInWords(
  { health: { uptime24h } }: Pick<CatalogueListing, 'health'>,
  own: OwnCalls | undefined,
  nowMs: number,
  history: readonly HealthProbe[] = [],
): string {
  if (own && own.completed < own.calls) {
    const failed = own.calls - own.completed;
    return `${TOO_FEW_CALLS} ${own.name}${own.calls === 1 ? '' : `: ${failed}`} failed.`;
  }
  if (uptime24h === null) return TOO_FEW_CALLS;
  const down = downInWords(recentOutages(history), nowMs);
  if (down !== '') return `${TOO_FEW_CALLS} Health checks: ${down}.`;
  const [some, how] = uptime24h < 1 ? ['Some', 'failed'] : ['All', 'succeeded'];
  return `${TOO_FEW_CALLS} ${some} of its health checks of the last 24 hours ${how}.`;
}

/** How the last calls of the person who looks at a listing ended. */
export interface OwnCalls {
  /** `Your last 20 calls`. */
  name: string;
  calls: number;
  completed: number;
  /** What failed, the most frequent first. */
  failures: readonly { reason: string; count: number }[];
}

/** As many calls say how a service does lately. */
export const OWN_CALLS = 20;

/** Of the newest orders; nothing without one that says something about the service. */
export function ownCallsOf(orders: readonly OrderSummary[]): OwnCalls | undefined {
  const settled = orders.filter(
    (order) =>
      order.orderState === 'completed' ||
      (order.orderState === 'failed' && order.failure.kind !== 'cancelled'),
  );
  const counts = new Map<string, number>();
  for (const order of settled) {
    if (order.orderState !== 'failed') continue;
    const reason = reasonInShort(order.failure);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const failures = [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count);
  const calls = settled.length;
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  if (calls === 0) return undefined;
  const many = orders.length < OWN_CALLS ? `${calls} calls` : `last ${calls} calls`;
  return {
    name: `Your ${calls === 1 ? 'last call' : many}`,
    calls,
    completed: calls - failed,
    failures,
  };
}

/** What the figures of a listing's calls leave out; nothing if they leave out none. */
export function refusedInWords({ refused }: NonNullable<CatalogueListing['quality']>): string {
  if (refused === 0) return '';
  return refused === 1
    ? '1 input that the service refused is not counted in the figures above.'
    : `${COUNT.format(refused)} inputs that the service refused are not counted in the figures above.`;
}

const SECOND_MS = 1_000;
/** Nobody watches a button for longer. */
const LONGEST_WAIT_MS = 120_000;
/** A response has nothing but its message: what a service says of `Retry-After` is not passed on. */
const ASKED_WAIT =
  /\b(?:try|retry)(?: it)?(?: again)? (?:in|after) (?<count>\d{1,3}) ?s(?:ec(?:ond)?s?)?\b/i;

const shortWait = (ms: number | undefined): number =>
  ms !== undefined && ms <= LONGEST_WAIT_MS ? ms : 0;

/** How long a call that was refused, or failed, asks to wait before the next one; 0 if it does not. */
export function askedWaitMs(refused: unknown, order: Order | undefined): number {
  if (refused) return refused instanceof ApiError ? shortWait(refused.retryAfterMs) : 0;
  if (order?.orderState !== 'failed') return 0;
  const { sellerStatus, sellerMessage = '' } = order.failure;
  if (sellerStatus !== 503 && sellerStatus !== 429) return 0;
  return shortWait(Number(ASKED_WAIT.exec(sellerMessage)?.groups?.['count'] ?? 0) * SECOND_MS);
}

/** Who asks to wait, said once: the button counts. */
export const waitInWords = (waitMs: number, isService: boolean): string =>
  `The ${isService ? 'service' : 'marketplace'} asks you to wait ${Math.ceil(waitMs / SECOND_MS)} s. Your input is kept.`;
