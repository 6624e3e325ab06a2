import { MAX_CLAIM_AGE_MS, WEBHOOK_LIMITS } from '../market/limits.ts';
import { pause } from '../market/outside.ts';
import { orderSummaryText } from '../orders/http.ts';
import type { Order } from '../orders/order.ts';
import type { App } from '../server/context.ts';
import { createBoundedMap } from '../structures/collections.ts';
import { createCounter, createPace } from '../structures/counters.ts';
import { type ClaimedDelivery, type DueWebhook, hostOf } from './webhook.ts';

/** How often the position in the log is moved while there is no webhook. */
const SKIP_EVERY_MS = 30_000;

/**
 * Follows the log of settled orders, and stores a delivery for each webhook that was active when an
 * order settled. The deliveries and the position are stored in one transaction, so each order has
 * exactly one delivery for each webhook, whichever process crashes when.
 */
export function createDeliveryQueue({ store: { webhooks }, identity, clock, ending: signal }: App) {
  let skippedAtMs = -Infinity;

  /** Without any webhook there is nothing to read, but the first one must not read the past. */
  async function skip(): Promise<void> {
    if (clock.monotonic() - skippedAtMs < SKIP_EVERY_MS) return;
    skippedAtMs = clock.monotonic();
    await webhooks.skipSettled();
  }

  return async function queueDeliveries(): Promise<void> {
    if (!(await webhooks.hasAny())) return skip();
    while (!signal.aborted) {
      const startedMs = clock.monotonic();
      const settled = await webhooks.nextSettled();
      if (!settled) return;
      const deliveries = settled.deliveries.map((each) => ({ id: identity.id(), ...each }));
      const queued = await webhooks.queue({ from: settled.from, to: settled.to, deliveries });
      // Another process is ahead, or the rest is left to the next run.
      if (!queued || settled.isLast) return;
      // Orders get at least half of the time.
      const tookMs = clock.monotonic() - startedMs;
      if (tookMs > 0) await pause(clock, tookMs, signal);
    }
  };
}

const { atOnce: AT_ONCE, perAccount: PER_ACCOUNT, perHost: PER_HOST } = WEBHOOK_LIMITS;
/** Due webhooks that are looked at together. */
const DUE = 256;
const POLL_MS = 1_000;
const SECOND_MS = 1_000;
/** Accounts whose last turn is known; others come first. */
const MAX_TURNS = 10_000;

interface HostShare {
  left: number;
}

/** The body of a delivery. It is made from the order, because a settled order never changes. */
export function bodyOf(order: Order): string {
  const timestamp = new Date(order.completedAtMs ?? 0).toISOString();
  return `{"type":"order.settled","timestamp":"${timestamp}","data":${orderSummaryText(order, 'buyer')}}`;
}

/**
 * Sends the deliveries that are due (docs/buy/webhooks.md). A receiver that hangs occupies only its
 * account's places; free places go to the accounts with the fewest requests in flight. A host gets only so
 * many requests a second from all accounts, which take turns. The returned function resolves when
 * nothing is due or in flight; if an earlier run is still going on, it only makes that run look again.
 */
export function createDeliverer(app: App): () => Promise<void> {
  const {
    store: { webhooks },
    clock,
    ending: signal,
  } = app;
  const byAccount = createCounter();
  const byWebhook = createCounter();
  const byHost = createCounter();
  const { webhookRequestsPerHost: perSecond } = app.shares;
  /** How many requests a second the webhooks of one host get, over all accounts. */
  const hostPace = createPace({
    burst: perSecond,
    everyMs: SECOND_MS / perSecond,
    now: clock.monotonic,
  });
  /** Due webhooks that must wait because their host gets no more requests now, with that host. */
  const held = new Map<string, string>();
  /** When accounts had their last turn. */
  const turns = createBoundedMap<number>({ max: MAX_TURNS });
  let turn = 0;
  /** How many requests at a time webhooks may get that have one in flight. */
  const placesInFlight = new Map<string, number>();
  let total = 0;
  let running = false;
  let again = false;
  let wake = () => undefined as void;

  function count({ accountId, webhookId, url }: ClaimedDelivery, step: 1 | -1): void {
    total += step;
    byAccount.add(accountId, step);
    byWebhook.add(webhookId, step);
    byHost.add(hostOf(url), step);
    if (byWebhook.get(webhookId) === 0) placesInFlight.delete(webhookId);
  }

  function lookAgain(): void {
    again = true;
    wake();
  }

  async function sendOne(delivery: ClaimedDelivery, claimedAtMs: number): Promise<void> {
    const { id, webhookId, order, claim, url, secrets } = delivery;
    // This process was paused: another one may have claimed the delivery since.
    if (clock.monotonic() - claimedAtMs > MAX_CLAIM_AGE_MS) return;
    const body = bodyOf(order);
    const span = app.tracing?.step('deliver', order.trace, order);
    const trace = span ? span.trace : order.trace;
    const outcome = await app.webhookSender.send({ id, url, body, secrets, trace, signal });
    span?.end(outcome?.kind === 'success' ? undefined : (outcome?.kind ?? 'aborted'), {
      'http.request.method': 'POST',
      'server.address': hostOf(url),
      ...(outcome?.status ? { 'http.response.status_code': outcome.status } : {}),
    });
    if (!outcome) return webhooks.giveBack(delivery);
    app.outcomes.webhooks.add(outcome.kind);
    const recorded = await webhooks.record({
      id: app.identity.id(),
      webhookId,
      message: { id, type: 'order.settled', orderId: order.id, body: null },
      delivery: { claim, url },
      outcome,
    });
    if (!recorded?.disabled) return;
    const about = { webhookId, accountId: delivery.accountId, error: outcome.error };
    app.log.warn(about, 'webhook disabled');
  }

  async function send(delivery: ClaimedDelivery, claimedAtMs: number): Promise<void> {
    count(delivery, 1);
    try {
      await sendOne(delivery, claimedAtMs);
    } catch (err) {
      // It is due again when its lease ends.
      app.log.error({ err, webhookId: delivery.webhookId }, 'a delivery could not be recorded');
    } finally {
      count(delivery, -1);
      lookAgain();
    }
  }

  const placesOf = ({ id, accountId, url, places }: DueWebhook) =>
    Math.min(
      AT_ONCE - total,
      PER_ACCOUNT - byAccount.get(accountId),
      places - byWebhook.get(id),
      PER_HOST - byHost.get(hostOf(url)),
      hostPace.left(hostOf(url)),
    );

  const isHostFull = (host: string) => hostPace.left(host) <= 0 || byHost.get(host) >= PER_HOST;

  const fullWebhooks = () =>
    [...placesInFlight].filter(([id, places]) => byWebhook.get(id) >= places).map(([id]) => id);

  const fullAccounts = () =>
    [...byAccount.counts].filter(([, n]) => n >= PER_ACCOUNT).map(([name]) => name);

  /** The accounts with the fewest requests in flight first, then those that have waited longest. */
  const inTurn = (due: readonly DueWebhook[]) =>
    due.toSorted(
      (a, b) =>
        byAccount.get(a.accountId) - byAccount.get(b.accountId) ||
        (turns.get(a.accountId) ?? 0) - (turns.get(b.accountId) ?? 0),
    );

  /** What each account may send to each host in this round: hosts allow only so many requests. */
  function sharesOfHosts(due: readonly DueWebhook[]): (webhook: DueWebhook) => HostShare {
    const shares = new Map<string, HostShare>();
    const dueByHost = Map.groupBy(due, ({ url }) => hostOf(url));
    for (const [host, ofHost] of dueByHost) {
      const accounts = new Set(ofHost.map(({ accountId }) => accountId));
      const left = Math.max(1, Math.floor(hostPace.left(host) / accounts.size));
      for (const accountId of accounts) shares.set(`${accountId} ${host}`, { left });
    }
    return ({ accountId, url }) => shares.get(`${accountId} ${hostOf(url)}`) ?? { left: 0 };
  }

  /** Claims what is due while there are places, and starts to send it. */
  async function claimDue(): Promise<void> {
    if (total >= AT_ONCE) return;
    for (const [id, host] of held) if (!isHostFull(host)) held.delete(id);
    const heldBefore = held.size;
    const due = await webhooks.due(DUE, {
      accounts: fullAccounts(),
      webhooks: [...fullWebhooks(), ...held.keys()],
    });
    const shareOf = sharesOfHosts(due);
    const share = Math.max(1, Math.floor((AT_ONCE - total) / Math.max(1, due.length)));
    for (const webhook of inTurn(due)) {
      const host = hostOf(webhook.url);
      const ofHost = shareOf(webhook);
      const places = Math.min(share, placesOf(webhook), ofHost.left);
      if (isHostFull(host)) held.set(webhook.id, host);
      if (places <= 0 || signal.aborted) continue;
      const claimedAtMs = clock.monotonic();
      const claimed = await webhooks.claim(webhook.id, places);
      if (claimed.length > 0) {
        placesInFlight.set(webhook.id, webhook.places);
        turns.set(webhook.accountId, ++turn);
      }
      ofHost.left -= claimed.length;
      hostPace.take(host, claimed.length);
      for (const delivery of claimed) void send(delivery, claimedAtMs);
      // There may be more than its share.
      if (claimed.length === places && webhook.places > 1) again = true;
    }
    // Webhooks of a host that is at its limit must not hide those of other hosts.
    if (due.length === DUE && held.size > heldBefore) again = true;
  }

  const onClaimError = (err: unknown) =>
    app.log.error({ err }, 'deliveries could not be claimed; tried again in a second');

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
