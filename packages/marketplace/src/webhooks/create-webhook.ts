import { checkUrl, type UrlPolicy } from '@mkt/conformance';
import type { CreateWebhookRequest } from '@mkt/protocol';
import { actorFields, type Caller } from '../market/caller.ts';
import type { Log } from '../market/log.ts';
import { Refusal } from '../market/refusal.ts';
import { EVERY_ORDER, type Webhook } from './webhook.ts';
import type { WebhookStore } from './webhook-store.ts';
import { challengeWebhook, type ChallengeWebhookDeps } from './challenge-webhook.ts';
import { makeSecret } from '../listings/make-secret.ts';
import { readWebhookFilter, type ReadWebhookFilterDeps } from './read-webhook-filter.ts';

/** Judges a URL by its text, as a seller's; its addresses are checked at each connection. */
export function checkWebhookUrl(url: string, policy: UrlPolicy): void {
  const checked = checkUrl(url, policy);
  if (checked.ok) return;
  throw new Refusal('url_not_allowed', `url ${checked.message}.`, {
    details: [{ path: '/url', message: checked.message, keyword: 'url_not_allowed' }],
  });
}

/** Without repetitions, in the order of the first ones. */
export const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

export interface CreateWebhookDeps extends ChallengeWebhookDeps, ReadWebhookFilterDeps {
  webhooks: Pick<WebhookStore, 'insert' | 'change'>;
  urlPolicy: UrlPolicy;
  maxWebhooks: number;
  log: Pick<Log, 'info'>;
}

/**
 * Creates a webhook and sends a challenge to its URL. Once that is answered, the orders that settle from
 * then on are delivered.
 */
export async function createWebhook(
  deps: CreateWebhookDeps,
  caller: Caller,
  { url, events = ['order.settled'], filter: wanted }: CreateWebhookRequest,
): Promise<{ webhook: Webhook; secret: string }> {
  const { webhooks, identity, urlPolicy, maxWebhooks, log } = deps;
  checkWebhookUrl(url, urlPolicy);
  const { accountId } = caller;
  const filter = await readWebhookFilter(deps, accountId, wanted, EVERY_ORDER);
  const secret = makeSecret(identity);
  const about = { id: identity.id(), accountId, url, events: distinct(events), filter, secret };
  const webhook = await webhooks.insert(about, maxWebhooks);
  if (webhook === 'too-many') {
    throw new Refusal(
      'quota_exceeded',
      `The account has ${maxWebhooks} webhooks; delete one to create another.`,
      { limit: 'webhooks' },
    );
  }
  log.info({ webhookId: webhook.id, ...actorFields(caller) }, 'webhook created');
  const challenged = await challengeWebhook(deps, webhook, url, [secret]);
  const confirmed = await webhooks.change({ id: webhook.id, accountId }, { challenged });
  return { webhook: confirmed ?? webhook, secret };
}
