import type { Caller } from '../market/caller.ts';
import type { Share } from '../structures/counters.ts';
import type { Outcomes } from '../market/outcomes.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import type { Webhook, WebhookAttempt } from './webhook.ts';
import type { WebhookStore } from './webhook-store.ts';
import { challengeWebhook, type ChallengeWebhookDeps } from './challenge-webhook.ts';
import { ownWebhook } from './own-webhook.ts';
import type { WebhookOutcome } from '../sellers/webhook-sender-domain-webhook-sender.ts';

export interface TestWebhookDeps extends ChallengeWebhookDeps {
  webhooks: Pick<WebhookStore, 'find' | 'secrets' | 'change' | 'record'>;
  outcomes: Pick<Outcomes, 'webhooks'>;
  /** Simultaneous tests of one account. */
  tests: Share;
}

const BUSY_SECONDS = 5;
const tooBusy = (message: string) =>
  new Refusal('overloaded', message, { retryAfterSeconds: BUSY_SECONDS });

/** Asks the URL again; if it answers, a pending webhook becomes active. */
async function askAgain(
  deps: TestWebhookDeps,
  webhook: Webhook,
  secrets: readonly string[],
): Promise<WebhookOutcome> {
  const { outcome, ...challenged } = await challengeWebhook(deps, webhook, webhook.url, secrets);
  await deps.webhooks.change(webhook, { challenged });
  if (outcome) return outcome;
  if (challenged.retryAfterMs === 0) throw tooBusy(`${challenged.error}.`);
  throw new Refusal('rate_limited', `${challenged.error}.`, {
    retryAfterSeconds: Math.ceil(challenged.retryAfterMs / 1_000),
  });
}

async function sendTest(
  deps: TestWebhookDeps,
  { id: webhookId, url }: Webhook,
  secrets: readonly string[],
): Promise<WebhookOutcome> {
  const { sender, signal, identity, clock } = deps;
  const timestamp = new Date(clock.now()).toISOString();
  const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { webhookId } });
  const outcome = await sender.send({ id: identity.id(), url, body, secrets, signal });
  if (!outcome) throw tooBusy('The server is shutting down. Try again in a few seconds.');
  deps.outcomes.webhooks.add(outcome.kind);
  return outcome;
}

/**
 * Sends one request to a webhook in any state, and resolves once it has ended: a challenge if its URL is
 * not confirmed, otherwise a test.
 */
export async function testWebhook(
  deps: TestWebhookDeps,
  caller: Caller,
  id: string,
): Promise<WebhookAttempt> {
  const webhook = await ownWebhook(deps, caller, id);
  const release = deps.tests.tryTake(caller.accountId);
  if (!release)
    throw tooBusy('Other tests of your webhooks are running. Try again when they have ended.');
  try {
    const secrets = await deps.webhooks.secrets(webhook.id);
    if (!secrets) throw notFound('Webhook');
    const request = webhook.isConfirmed ? sendTest : askAgain;
    const outcome = await request(deps, webhook, secrets);
    const ended = { webhookId: webhook.id, orderId: null, delivery: null, outcome };
    const recorded = await deps.webhooks.record({ id: deps.identity.id(), ...ended });
    if (!recorded) throw notFound('Webhook');
    return recorded.attempt;
  } finally {
    release();
  }
}
