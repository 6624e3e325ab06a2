import type { Caller } from '../domain/caller.ts';
import type { Clock } from '../domain/clock.ts';
import type { Share } from '../concurrency/counter.ts';
import type { Identity } from '../domain/identity.ts';
import type { Outcomes } from '../domain/outcomes.ts';
import { notFound, Refusal } from '../domain/refusal.ts';
import type { WebhookAttempt } from '../domain/webhook.ts';
import type { WebhookSender } from '../domain/webhook-sender.ts';
import type { WebhookStore } from '../domain/webhook-store.ts';
import { ownWebhook } from './own-webhook.ts';

export interface TestWebhookDeps {
  webhooks: Pick<WebhookStore, 'find' | 'secrets' | 'record'>;
  sender: WebhookSender;
  identity: Pick<Identity, 'id'>;
  clock: Pick<Clock, 'now'>;
  outcomes: Pick<Outcomes, 'webhooks'>;
  /** Simultaneous tests of one account. */
  tests: Share;
  signal: AbortSignal;
}

const BUSY_SECONDS = 5;
const tooBusy = (message: string) =>
  new Refusal('overloaded', message, { retryAfterSeconds: BUSY_SECONDS });

/** Sends one request to a webhook in any state, and resolves once it has ended. */
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
    const timestamp = new Date(deps.clock.now()).toISOString();
    const message = { type: 'webhook.test', timestamp, data: { webhookId: webhook.id } };
    const body = JSON.stringify(message);
    const { sender, signal, identity } = deps;
    const sent = { id: identity.id(), url: webhook.url, body, secrets, signal };
    const outcome = await sender.send(sent);
    if (!outcome) throw tooBusy('The server is shutting down. Try again in a few seconds.');
    deps.outcomes.webhooks.add(outcome.kind);
    const ended = { webhookId: webhook.id, orderId: null, delivery: null, outcome };
    const recorded = await deps.webhooks.record({ id: identity.id(), ...ended });
    if (!recorded) throw notFound('Webhook');
    return recorded.attempt;
  } finally {
    release();
  }
}
