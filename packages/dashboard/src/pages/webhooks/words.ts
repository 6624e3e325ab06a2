import type { Webhook, WebhookAttempt } from '@mkt/client';
import { relativeTime } from '../../ui/text.ts';

/** Which settled orders a webhook receives, as a form has it. */
export type Which = 'all' | 'completed' | 'failed';

export const WHICH: readonly { value: Which; label: string }[] = [
  { value: 'all', label: 'Every order' },
  { value: 'completed', label: 'Only completed orders' },
  { value: 'failed', label: 'Only failed orders' },
];

export const whichOf = ({ filter }: Webhook): Which => filter.orderState ?? 'all';

/** The condition as a request has it. */
export const filterOf = (which: Which) => ({ orderState: which === 'all' ? null : which });

/** `Completed orders of one listing`. */
export function receives({ filter: { orderState, listingId, keyId } }: Webhook): string {
  const orders =
    orderState === null
      ? 'Every order'
      : `${orderState === 'failed' ? 'Failed' : 'Completed'} orders`;
  const listing = listingId === null ? '' : ' of one listing';
  const key = keyId === null ? '' : ' placed with one API key';
  return `${orders}${listing}${key}`;
}

/** The state that is shown: one that fails is not merely active. */
export function stateOf({ state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>): string {
  if (state === 'pending') return 'not-confirmed';
  return state === 'active' && failingSince !== null ? 'failing' : state;
}

/** The last is the most urgent; other states are not. */
const URGENCY: readonly string[] = ['not-confirmed', 'failing', 'disabled'];

/** What needs attention first, and otherwise in the order in which they came. */
export const mostUrgentFirst = (webhooks: readonly Webhook[]): Webhook[] =>
  webhooks.toSorted((a, b) => URGENCY.indexOf(stateOf(b)) - URGENCY.indexOf(stateOf(a)));

/** How the newest attempts went, as in `2 of the last 20 failed`; empty if nothing was sent. */
export function recentText({ recentAttempts: { succeeded, failed } }: Webhook): string {
  const all = succeeded + failed;
  if (all === 0) return '';
  if (all === 1) return failed === 1 ? '1 attempt, failed' : '1 attempt, succeeded';
  if (failed === 0) return `The last ${all} succeeded`;
  return failed === all ? `The last ${all} failed` : `${failed} of the last ${all} failed`;
}

/** The server's reason is for programs that change the state; people have a button. */
const FAILED_TOO_LONG = /^No delivery has succeeded for (\d+) days\. (?:The last one got (.+)\.)?/;

/** Why a webhook is disabled: a heading, and what the last request got, if that is known. */
export function disabledWords({ disabledReason }: Pick<Webhook, 'disabledReason'>): {
  title: string;
  /** In a list, below the state. */
  why: string;
  last: string;
} {
  if (disabledReason === null) return { title: 'Disabled', why: '', last: '' };
  const [isKnown, days, last] = FAILED_TOO_LONG.exec(disabledReason) ?? [];
  if (!isKnown) {
    return { title: 'Disabled by the marketplace', why: disabledReason, last: disabledReason };
  }
  return {
    title: `Disabled: every delivery failed for ${days} days`,
    why: `every delivery failed for ${days} days`,
    last: last === undefined ? '' : `The last one got ${last}.`,
  };
}

const COUNTED = 100;

/** `3 deliveries`; undefined without any. The server counts up to 100. */
export function waitingText({ waiting }: Webhook): string | undefined {
  if (waiting === 0) return undefined;
  if (waiting >= COUNTED) return `${COUNTED}+ deliveries`;
  return waiting === 1 ? '1 delivery' : `${waiting} deliveries`;
}

/** The clocks of browsers and servers differ by a few seconds. */
const SOON_MS = 5_000;

/** `Next attempt in 4 min; 3 deliveries are queued.` */
export function nextAttemptText(webhook: Webhook, nowMs: number): string {
  const { nextAttemptAt, waiting } = webhook;
  if (nextAttemptAt === null)
    return 'Nothing is queued: your next settled order is the next attempt.';
  const atMs = Date.parse(nextAttemptAt);
  const when = atMs - nowMs > SOON_MS ? relativeTime(atMs, nowMs) : 'any moment now';
  return `Next attempt ${when}; ${waitingText(webhook)} ${waiting === 1 ? 'is' : 'are'} queued.`;
}

const KEPT_MS = 7 * 24 * 3_600_000;

/** Why a list of attempts is empty, in the list of webhooks too. */
export function emptyText(onlyFailed: boolean, createdAt: string, nowMs: number): string {
  const isOld = nowMs - Date.parse(createdAt) > KEPT_MS;
  if (onlyFailed)
    return isOld ? 'No attempt has failed in the last 7 days' : 'No attempt has failed';
  return isOld ? 'Nothing sent in the last 7 days' : 'Only the challenge has been sent';
}

const MESSAGES = {
  'order.settled': 'Order settled',
  'webhook.challenge': 'Challenge',
  'webhook.test': 'Test',
} as const;

export const messageOf = ({ type }: Pick<WebhookAttempt, 'type'>): string => MESSAGES[type];

/** `204`, or why there was no response. */
export const resultText = ({ status, error }: WebhookAttempt): string =>
  error ?? `${status ?? ''}`.trim();

/** `buyer.example.com/webhooks`: people know it without the scheme. */
export const shownUrl = (url: string): string => url.replace(/^https:\/\//, '');

/** What is sent when an order settles (docs/buy/webhooks.md), shortened. */
export const EXAMPLE = {
  type: 'order.settled',
  timestamp: '2026-09-12T09:00:00.123Z',
  data: {
    id: '01993b41-2e00-7b64-8c1f-3a9d5e7f0c12',
    listing: { slug: 'text-insights', title: 'Text insights' },
    orderState: 'completed',
    price: { amount: 0.02, currency: 'USD', unit: 'call' },
    charged: true,
    durationMs: 112,
  },
};

/** Code that receives: respond to the challenge, verify, then act. */
export const SNIPPET = `import { verifyWebhook } from '@mkt/client/verify-webhook';

// A Fetch handler: Next.js, Hono, Workers, Bun, Deno
export async function POST(request) {
  const body = await request.text();
  const message = await verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET);
  if (message.type === 'webhook.challenge') return new Response(message.challenge);
  if (message.type === 'order.settled') console.log(message.data.id, message.data.orderState);
  return new Response(null, { status: 204 });
}`;
