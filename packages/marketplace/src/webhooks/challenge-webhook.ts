import type { Pace } from '../structures/pace.ts';
import type { Clock } from '../market/outside.ts';
import type { Identity } from '../market/identity.ts';
import { hostOf, type Challenged, type Webhook } from './webhook.ts';
import { CHALLENGE_TYPE, type WebhookOutcome, type WebhookSender } from '../sellers/webhook-sender-domain-webhook-sender.ts';

const CHALLENGE_BYTES = 24;

export interface ChallengeWebhookDeps {
  sender: WebhookSender;
  identity: Pick<Identity, 'id' | 'randomBytes'>;
  clock: Pick<Clock, 'now'>;
  /** Challenges that were not answered, by account and host, and by host. */
  challenges: { ofAccount: Pace; ofAll: Pace };
  signal: AbortSignal;
}

/** Without an outcome, no challenge was sent, or the process stopped before its answer. */
export type ChallengeResult = Challenged & {
  outcome: WebhookOutcome | undefined;
  retryAfterMs: number;
};

/**
 * Asks whether a URL wants to receive requests: it must return a random text. Until then it is sent
 * nothing else, so that no one can direct requests at a server that has not agreed
 * (docs/webhooks.md#confirm-the-url). Challenges that a host does not answer are limited as well: for
 * each account, and for all accounts together.
 */
export async function challengeWebhook(
  deps: ChallengeWebhookDeps,
  { id: webhookId, accountId }: Pick<Webhook, 'id' | 'accountId'>,
  url: string,
  secrets: readonly string[],
): Promise<ChallengeResult> {
  const { identity, sender, signal } = deps;
  const { ofAccount, ofAll } = deps.challenges;
  const host = hostOf(url);
  const name = `${accountId} ${host}`;
  const retryAfterMs = Math.max(ofAccount.waitMs(name), ofAll.waitMs(host));
  if (retryAfterMs > 0) {
    const seconds = Math.ceil(retryAfterMs / 1_000);
    const error = `Too many challenges to ${host} were not answered. Send a test in ${seconds} s to try again`;
    return { url, error, outcome: undefined, retryAfterMs };
  }
  ofAccount.take(name);
  ofAll.take(host);
  const challenge = Buffer.from(identity.randomBytes(CHALLENGE_BYTES)).toString('base64url');
  const timestamp = new Date(deps.clock.now()).toISOString();
  const message = { type: CHALLENGE_TYPE, timestamp, challenge, data: { webhookId } };
  const body = JSON.stringify(message);
  const outcome = await sender.send({ id: identity.id(), url, body, secrets, challenge, signal });
  if (!outcome) {
    const error = 'The server is shutting down. Send a test to try again';
    return { url, error, outcome: undefined, retryAfterMs: 0 };
  }
  if (outcome.error === null) {
    ofAccount.giveBack(name);
    ofAll.giveBack(host);
  }
  return { url, error: outcome.error, outcome, retryAfterMs: 0 };
}
