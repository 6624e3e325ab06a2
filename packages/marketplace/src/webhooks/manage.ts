import { checkUrl, type UrlPolicy } from '@mkt/conformance';
import {
  type CreateWebhookRequest,
  LIMITS,
  type UpdateWebhookRequest,
  type WebhookFilterInput,
  type WebhookState,
} from '@mkt/protocol';
import { makeSecret } from '../listings/secrets.ts';
import { actorFields, type Caller, type Reader } from '../market/caller.ts';
import { isUuid } from '../market/ids.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import { invalidField, notFound, Refusal } from '../market/refusal.ts';
import { isVisibleTo } from '../orders/activation.ts';
import { CHALLENGE_TYPE, type WebhookOutcome } from '../sellers/webhook-sender.ts';
import type { App } from '../server/context.ts';
import { bodyOf } from './deliver.ts';
import {
  type Challenged,
  type Delivery,
  type EndedAttempt,
  EVERY_ORDER,
  hostOf,
  type RotatedSecret,
  type Webhook,
  type WebhookAttempt,
  type WebhookFilter,
  type WebhookRef,
  webhookState,
} from './webhook.ts';

/** The id of a webhook and its owner; refuses what cannot be an id. */
function webhookRef({ accountId }: Caller, id: string): WebhookRef {
  if (!isUuid(id)) throw notFound('Webhook');
  return { id, accountId };
}

/** A webhook of the caller. */
export async function ownWebhook(
  { store: { webhooks } }: App,
  caller: Caller,
  id: string,
): Promise<Webhook> {
  const webhook = await webhooks.find(webhookRef(caller, id));
  if (!webhook) throw notFound('Webhook');
  return webhook;
}

/** The id of a key of the account, even of a revoked one: its last orders may still settle. */
async function ownKeyId({ store: { apiKeys } }: App, accountId: string, id: string) {
  const key = await apiKeys.find(id.toLowerCase());
  if (key?.accountId !== accountId)
    throw invalidField('/filter/keyId', 'is not the id of one of your API keys');
  return key.id;
}

/** The id of a listing that the account can see. */
async function listingIdOf({ store: { orders } }: App, accountId: string, ref: string) {
  const target = await orders.target(ref);
  if (!target || !isVisibleTo(target, accountId)) {
    throw invalidField('/filter/listingId', 'is not the id or slug of a listing');
  }
  return target.listingId;
}

/**
 * The filter that a request sets for a webhook, given the one that it has. A listing that it already
 * has stays, even if it is no longer visible.
 */
async function readWebhookFilter(
  app: App,
  accountId: string,
  input: WebhookFilterInput | null | undefined,
  base: WebhookFilter,
): Promise<WebhookFilter> {
  if (input === undefined) return base;
  if (input === null) return EVERY_ORDER;
  const { keyId = base.keyId, listingId = base.listingId, orderState = base.orderState } = input;
  const isKept = listingId === null || listingId === base.listingId;
  return {
    keyId: keyId === null ? null : await ownKeyId(app, accountId, keyId),
    listingId: isKept ? listingId : await listingIdOf(app, accountId, listingId),
    orderState,
  };
}

const TEST_TYPE = 'webhook.test';
const CHALLENGE_BYTES = 24;

/** Without `sent`, no challenge was sent, or the process stopped before the response. */
type ChallengeResult = Challenged & {
  sent: SentRequest | undefined;
  retryAfterMs: number;
};

/** A request that has ended. */
type SentRequest = Pick<EndedAttempt, 'message' | 'outcome'>;

/**
 * Asks whether a URL wants to receive requests: it must return a random text. Until then it is sent
 * nothing else, so that no one can direct requests at a server that has not agreed
 * (docs/buy/webhooks.md#confirm-the-url). Challenges that a host does not answer are limited as well: for
 * each account, and for all accounts together.
 */
async function challengeWebhook(
  app: App,
  { id: webhookId, accountId }: Pick<Webhook, 'id' | 'accountId'>,
  url: string,
  secrets: readonly string[],
): Promise<ChallengeResult> {
  const { identity, webhookSender: sender, ending: signal } = app;
  const { ofAccount, ofAll } = app.challenges;
  const host = hostOf(url);
  const name = `${accountId} ${host}`;
  const retryAfterMs = Math.max(ofAccount.waitMs(name), ofAll.waitMs(host));
  if (retryAfterMs > 0) {
    const seconds = Math.ceil(retryAfterMs / 1_000);
    const error = `Too many challenges to ${host} were not answered. Send a test in ${seconds} s to try again`;
    return { url, error, sent: undefined, retryAfterMs };
  }
  ofAccount.take(name);
  ofAll.take(host);
  const challenge = Buffer.from(identity.randomBytes(CHALLENGE_BYTES)).toString('base64url');
  const timestamp = new Date(app.clock.now()).toISOString();
  const id = identity.id();
  const body = JSON.stringify({ type: CHALLENGE_TYPE, timestamp, challenge, data: { webhookId } });
  const outcome = await sender.send({ id, url, body, secrets, challenge, signal });
  if (!outcome) {
    const error = 'The server is shutting down. Send a test to try again';
    return { url, error, sent: undefined, retryAfterMs: 0 };
  }
  if (outcome.error === null) {
    ofAccount.giveBack(name);
    ofAll.giveBack(host);
  }
  const sent: SentRequest = { message: { id, type: CHALLENGE_TYPE, orderId: null, body }, outcome };
  return { url, error: outcome.error, sent, retryAfterMs: 0 };
}

/** Judges a URL by its text, as a seller's; its addresses are checked at each connection. */
function checkWebhookUrl(url: string, policy: UrlPolicy): void {
  const checked = checkUrl(url, policy);
  if (checked.ok) return;
  throw new Refusal('url_not_allowed', `url ${checked.message}.`, {
    details: [{ path: '/url', message: checked.message, keyword: 'url_not_allowed' }],
  });
}

/** Each value once, in the order of their first occurrence. */
const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/**
 * Creates a webhook and sends a challenge to its URL. Once that is answered, the orders that settle from
 * then on are delivered.
 */
export async function createWebhook(
  app: App,
  caller: Caller,
  { url, events = ['order.settled'], filter: wanted }: CreateWebhookRequest,
): Promise<{ webhook: Webhook; secret: string }> {
  const {
    store: { webhooks },
    shares: { webhooks: maxWebhooks },
    identity,
    urlPolicy,
    log,
  } = app;
  checkWebhookUrl(url, urlPolicy);
  const { accountId } = caller;
  const filter = await readWebhookFilter(app, accountId, wanted, EVERY_ORDER);
  const secret = makeSecret(identity);
  const about = { id: identity.id(), accountId, url, events: distinct(events), filter, secret };
  const webhook = await webhooks.insert(about, maxWebhooks, caller.actor);
  if (webhook === 'too-many') {
    throw new Refusal(
      'quota_exceeded',
      `The account has ${maxWebhooks} webhooks; delete one to create another.`,
      { limit: 'webhooks' },
    );
  }
  log.info({ webhookId: webhook.id, ...actorFields(caller) }, 'webhook created');
  const challenged = await challengeWebhook(app, webhook, url, [secret]);
  const confirmed = await webhooks.change({ id: webhook.id, accountId }, { challenged });
  return { webhook: confirmed ?? webhook, secret };
}

/**
 * Only the marketplace makes a webhook `pending` or `disabled`. The current state is allowed too, so that
 * a record can be read, edited and sent back.
 */
function checkState({ state: from }: Webhook, to: WebhookState | undefined): void {
  if (to === undefined || to === from || to === 'active' || to === 'paused') return;
  throw new Refusal('invalid_state_transition', `A webhook cannot be set to ${to}.`, {
    from,
    to,
    allowed: ['active', 'paused'],
  });
}

/** Challenges the URL if the webhook is to receive requests and the URL is not confirmed. */
async function askIfNeeded(
  app: App,
  webhook: Webhook,
  { url = webhook.url, state }: UpdateWebhookRequest,
  takeOutbound: () => Promise<void>,
): Promise<Challenged | undefined> {
  const isConfirmed = webhook.isConfirmed && url === webhook.url;
  const isAsked = state === 'active' || url !== webhook.url;
  if (!isAsked || webhookState(webhook.state, state, isConfirmed) !== 'pending') return undefined;
  await takeOutbound();
  const secrets = await app.store.webhooks.secrets(webhook.id);
  if (!secrets) throw notFound('Webhook');
  return challengeWebhook(app, webhook, url, secrets);
}

/**
 * Changes a webhook; `active` also enables a disabled one (docs/buy/webhooks.md#pause-disable-delete). A new
 * URL is challenged before it replaces the old one, so that no order is missed if it answers.
 * `takeOutbound` is called before anything that calls a URL.
 */
export async function updateWebhook(
  app: App,
  caller: Caller,
  id: string,
  request: UpdateWebhookRequest,
  takeOutbound: () => Promise<void>,
): Promise<Webhook> {
  const { url, events, filter: wanted, state } = request;
  if (url !== undefined) checkWebhookUrl(url, app.urlPolicy);
  const webhook = await ownWebhook(app, caller, id);
  checkState(webhook, state);
  const filter = await readWebhookFilter(app, caller.accountId, wanted, webhook.filter);
  const challenged = await askIfNeeded(app, webhook, request, takeOutbound);
  const change = {
    url,
    events: events && distinct(events),
    filter: wanted === undefined ? undefined : filter,
    state: state === webhook.state ? undefined : state,
    challenged,
  };
  const changed = await app.store.webhooks.change(webhookRef(caller, id), change, caller.actor);
  if (!changed) throw notFound('Webhook');
  return changed;
}

/** Creates a new secret; the previous one also signs during the grace period. */
export async function rotateWebhookSecret(
  { store: { webhooks }, identity, log }: App,
  caller: Caller,
  id: string,
  gracePeriodSeconds: number = LIMITS.secretGraceSeconds,
): Promise<RotatedSecret> {
  const ref = webhookRef(caller, id);
  const gracePeriodMs = gracePeriodSeconds * 1000;
  const rotated = await webhooks.rotate(ref, makeSecret(identity), gracePeriodMs, caller.actor);
  if (!rotated) throw notFound('Webhook');
  const about = { webhookId: ref.id, gracePeriodSeconds, ...actorFields(caller) };
  log.info(about, 'secret of a webhook rotated');
  return rotated;
}

/** Deletes a webhook of the caller, with what was still to be sent to it. */
export async function deleteWebhook(
  { store: { webhooks }, log }: App,
  caller: Caller,
  id: string,
): Promise<void> {
  const ref = webhookRef(caller, id);
  if (!(await webhooks.delete(ref, caller.actor))) throw notFound('Webhook');
  log.info({ webhookId: ref.id, ...actorFields(caller) }, 'webhook deleted');
}

const BUSY_SECONDS = 5;
const tooBusy = (message: string) =>
  new Refusal('overloaded', message, { retryAfterSeconds: BUSY_SECONDS });

/** Challenges the URL again; if it responds, a pending webhook becomes active. */
async function askAgain(
  app: App,
  webhook: Webhook,
  secrets: readonly string[],
): Promise<SentRequest> {
  const { sent, ...challenged } = await challengeWebhook(app, webhook, webhook.url, secrets);
  await app.store.webhooks.change(webhook, { challenged });
  if (sent) return sent;
  if (challenged.retryAfterMs === 0) throw tooBusy(`${challenged.error}.`);
  throw new Refusal('rate_limited', `${challenged.error}.`, {
    retryAfterSeconds: Math.ceil(challenged.retryAfterMs / 1_000),
  });
}

/** Sends a request that a person has asked for. */
async function sendNow(
  app: App,
  message: Omit<Parameters<App['webhookSender']['send']>[0], 'signal'>,
): Promise<WebhookOutcome> {
  const outcome = await app.webhookSender.send({ ...message, signal: app.ending });
  if (!outcome) throw tooBusy('The server is shutting down. Try again in a few seconds.');
  app.outcomes.webhooks.add(outcome.kind);
  return outcome;
}

async function sendTest(
  app: App,
  { id: webhookId, url }: Webhook,
  secrets: readonly string[],
): Promise<SentRequest> {
  const id = app.identity.id();
  const timestamp = new Date(app.clock.now()).toISOString();
  const body = JSON.stringify({ type: TEST_TYPE, timestamp, data: { webhookId } });
  const outcome = await sendNow(app, { id, url, body, secrets });
  return { message: { id, type: TEST_TYPE, orderId: null, body }, outcome };
}

/** Sends at most a few such requests of an account at a time, with the secrets that sign now. */
async function sendAndRecord(
  app: App,
  webhook: Webhook,
  send: (
    secrets: readonly string[],
  ) => Promise<SentRequest & Partial<Pick<EndedAttempt, 'delivery'>>>,
): Promise<WebhookAttempt> {
  const { webhooks } = app.store;
  const release = app.webhookTests.tryTake(webhook.accountId);
  if (!release)
    throw tooBusy('Other tests of your webhooks are running. Try again when they have ended.');
  try {
    const secrets = await webhooks.secrets(webhook.id);
    if (!secrets) throw notFound('Webhook');
    const ended = { id: app.identity.id(), webhookId: webhook.id };
    const recorded = await webhooks.record({ ...ended, delivery: null, ...(await send(secrets)) });
    if (!recorded) throw notFound('Webhook');
    return recorded.attempt;
  } finally {
    release();
  }
}

/**
 * Sends one request to a webhook in any state, and resolves once it has ended: a challenge if its URL is
 * not confirmed, otherwise a test.
 */
export async function testWebhook(app: App, caller: Caller, id: string): Promise<WebhookAttempt> {
  const webhook = await ownWebhook(app, caller, id);
  const request = webhook.isConfirmed ? sendTest : askAgain;
  return sendAndRecord(app, webhook, (secrets) => request(app, webhook, secrets));
}

/** What was sent to a webhook of the caller, and how. */
export async function ownDelivery(
  { store: { webhooks } }: App,
  { accountId }: Caller,
  id: string,
): Promise<{ webhookId: string; delivery: Delivery; body: string | null }> {
  const found = isUuid(id) ? await webhooks.delivery({ id, accountId }) : undefined;
  if (!found) throw notFound('Delivery');
  const { order, storedBody } = found.delivery;
  return { ...found, body: order ? bodyOf(order) : storedBody };
}

/**
 * Sends a delivery again, under the same `webhook-id`, whatever the state of the webhook, and resolves once
 * the request has ended. A success ends the retries; a failure changes nothing.
 */
export async function sendDelivery(app: App, caller: Caller, id: string): Promise<WebhookAttempt> {
  const { webhookId, delivery, body } = await ownDelivery(app, caller, id);
  const { type, orderId, order } = delivery;
  if (type === CHALLENGE_TYPE) {
    throw new Refusal('invalid_request', 'A challenge is not sent again. Send a test instead.');
  }
  if (body === null) throw notFound('Order');
  const webhook = await ownWebhook(app, caller, webhookId);
  if (!webhook.isConfirmed) {
    throw new Refusal(
      'invalid_state_transition',
      'The URL has not answered the challenge. Send a test first.',
      { from: webhook.state, to: 'active', allowed: ['active', 'paused'] },
    );
  }
  const { url } = webhook;
  return sendAndRecord(app, webhook, async (secrets) => {
    const trace = order?.trace ?? null;
    const outcome = await sendNow(app, { id, url, body, secrets, trace });
    const isOrder = type === 'order.settled';
    const message = { id, type, orderId, body: isOrder ? null : body };
    return { message, delivery: isOrder ? { claim: null, url } : null, outcome };
  });
}

/** The requests to a webhook of the caller, newest first. */
export async function listWebhookAttempts(
  app: App,
  caller: Caller,
  id: string,
  page: BoundedPageRequest & { onlyFailed: boolean },
  reader: Reader,
): Promise<PageItems<WebhookAttempt>> {
  const {
    store: { webhooks },
  } = app;
  const webhook = await ownWebhook(app, caller, id);
  return webhooks.attempts(webhook.id, page, reader);
}
