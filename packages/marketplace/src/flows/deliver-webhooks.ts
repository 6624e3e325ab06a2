import { createCounter } from '../concurrency/counter.ts';
import type { Clock } from '../domain/clock.ts';
import type { Identity } from '../domain/identity.ts';
import { WEBHOOK_LIMITS } from '../domain/limits.ts';
import type { Log } from '../domain/log.ts';
import type { Order } from '../domain/order.ts';
import type { Outcomes } from '../domain/outcomes.ts';
import {
  FAILING_DAYS,
  MAX_DELIVERY_CLAIM_AGE_MS,
  type ClaimedDelivery,
} from '../domain/webhook.ts';
import type { WebhookSender } from '../domain/webhook-sender.ts';
import type { DueWebhook, WebhookStore } from '../domain/webhook-store.ts';

const { atOnce: AT_ONCE, perAccount: PER_ACCOUNT, perWebhook: PER_WEBHOOK } = WEBHOOK_LIMITS;
/** Due webhooks that are looked at together. */
const DUE = 256;
const POLL_MS = 1_000;

export interface DeliverWebhooksDeps {
  webhooks: Pick<WebhookStore, 'due' | 'claim' | 'record' | 'giveBack'>;
  sender: WebhookSender;
  identity: Pick<Identity, 'id'>;
  clock: Pick<Clock, 'monotonic' | 'after'>;
  outcomes: Pick<Outcomes, 'webhooks'>;
  log: Pick<Log, 'warn' | 'error'>;
  /** An order as JSON text, without its input and its result. */
  orderText(order: Order): string;
  /** Aborted when the process gives up its requests. */
  signal: AbortSignal;
}

/** The body of a delivery: the same for every attempt, because a settled order never changes. */
function bodyOf(order: Order, orderText: (order: Order) => string): string {
  const timestamp = new Date(order.completedAtMs ?? 0).toISOString();
  return `{"type":"order.settled","timestamp":"${timestamp}","data":${orderText(order)}}`;
}

/**
 * Sends the deliveries that are due (docs/webhooks.md). A receiver that hangs occupies places of its
 * own account; free places go to the accounts with the fewest requests in flight. The returned
 * function resolves when nothing is due or in flight; while an earlier run goes on, it only tells
 * that one to look again.
 */
export function createDeliverer(deps: DeliverWebhooksDeps): () => Promise<void> {
  const { webhooks, clock, signal } = deps;
  const byAccount = createCounter();
  const byWebhook = createCounter();
  /** Webhooks that fail, and have a request in flight. */
  const failing = new Set<string>();
  let total = 0;
  let running = false;
  let again = false;
  let wake = () => undefined as void;

  function count({ accountId, webhookId }: ClaimedDelivery, step: 1 | -1): void {
    total += step;
    byAccount.add(accountId, step);
    byWebhook.add(webhookId, step);
    if (byWebhook.get(webhookId) === 0) failing.delete(webhookId);
  }

  function lookAgain(): void {
    again = true;
    wake();
  }

  async function sendOne(delivery: ClaimedDelivery, claimedAtMs: number): Promise<void> {
    const { id, webhookId, order, claim, url, secrets } = delivery;
    // This process was paused: another one may have claimed the delivery since.
    if (clock.monotonic() - claimedAtMs > MAX_DELIVERY_CLAIM_AGE_MS) return;
    const body = bodyOf(order, deps.orderText);
    const outcome = await deps.sender.send({ id, url, body, secrets, signal });
    if (!outcome) return webhooks.giveBack(delivery);
    deps.outcomes.webhooks.add(outcome.kind);
    const recorded = await webhooks.record({
      id: deps.identity.id(),
      webhookId,
      orderId: order.id,
      delivery: { id, claim },
      outcome,
    });
    if (!recorded?.disabled) return;
    const about = { webhookId, accountId: delivery.accountId, error: outcome.error };
    deps.log.warn(about, `webhook disabled after failing for ${FAILING_DAYS} days`);
  }

  async function send(delivery: ClaimedDelivery, claimedAtMs: number): Promise<void> {
    count(delivery, 1);
    try {
      await sendOne(delivery, claimedAtMs);
    } catch (err) {
      // It is due again when its lease ends.
      deps.log.error({ err, webhookId: delivery.webhookId }, 'a delivery could not be recorded');
    } finally {
      count(delivery, -1);
      lookAgain();
    }
  }

  const placesOf = (webhook: DueWebhook) =>
    Math.min(
      AT_ONCE - total,
      PER_ACCOUNT - byAccount.get(webhook.accountId),
      (webhook.failing ? 1 : PER_WEBHOOK) - byWebhook.get(webhook.id),
    );

  const full = (counts: ReadonlyMap<string, number>, max: number) =>
    [...counts].filter(([, n]) => n >= max).map(([name]) => name);

  /** Claims what is due while there are places, and starts to send it. */
  async function claimDue(): Promise<void> {
    if (total >= AT_ONCE) return;
    const due = await webhooks.due(DUE, {
      accounts: full(byAccount.counts, PER_ACCOUNT),
      webhooks: [...full(byWebhook.counts, PER_WEBHOOK), ...failing],
    });
    const fair = due.toSorted((a, b) => byAccount.get(a.accountId) - byAccount.get(b.accountId));
    const share = Math.max(1, Math.floor((AT_ONCE - total) / Math.max(1, due.length)));
    for (const webhook of fair) {
      const places = Math.min(share, placesOf(webhook));
      if (places <= 0 || signal.aborted) continue;
      const claimedAtMs = clock.monotonic();
      const claimed = await webhooks.claim(webhook.id, places);
      if (webhook.failing && claimed.length > 0) failing.add(webhook.id);
      for (const delivery of claimed) void send(delivery, claimedAtMs);
      // There may be more than its share.
      if (claimed.length === places && !webhook.failing) again = true;
    }
  }

  const onClaimError = (err: unknown) =>
    deps.log.error({ err }, 'deliveries could not be claimed; tried again in a second');

  /** Resolves when a request has ended, or the next retries may be due. */
  function changed(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(POLL_MS, () => resolve());
      wake = () => {
        cancel();
        resolve();
      };
      if (again) wake();
    });
  }

  const isBusy = () => total > 0;

  async function run(): Promise<void> {
    do {
      again = false;
      if (!signal.aborted) await claimDue().catch(onClaimError);
      if (isBusy()) await changed();
    } while (isBusy() || (again && !signal.aborted));
  }

  return async function deliverWebhooks() {
    if (running) {
      lookAgain();
      return;
    }
    running = true;
    try {
      await run();
    } finally {
      running = false;
    }
  };
}
