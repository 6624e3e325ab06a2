import { checkUrl, type UrlPolicy } from '@mkt/conformance';
import type { CreateWebhookRequest } from '@mkt/protocol';
import { actorFields, type Caller } from '../domain/caller.ts';
import type { Identity } from '../domain/identity.ts';
import type { Log } from '../domain/log.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Webhook } from '../domain/webhook.ts';
import type { WebhookStore } from '../domain/webhook-store.ts';
import { makeSecret } from './make-secret.ts';

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

export interface CreateWebhookDeps {
  webhooks: Pick<WebhookStore, 'insert'>;
  identity: Pick<Identity, 'id' | 'randomBytes'>;
  urlPolicy: UrlPolicy;
  maxWebhooks: number;
  log: Pick<Log, 'info'>;
}

/** Creates a webhook, which is told of the orders that settle from now on. */
export async function createWebhook(
  { webhooks, identity, urlPolicy, maxWebhooks, log }: CreateWebhookDeps,
  caller: Caller,
  { url, events = ['order.settled'] }: CreateWebhookRequest,
): Promise<{ webhook: Webhook; secret: string }> {
  checkWebhookUrl(url, urlPolicy);
  const { accountId } = caller;
  const secret = makeSecret(identity);
  const about = { id: identity.id(), accountId, url, events: distinct(events), secret };
  const webhook = await webhooks.insert(about, maxWebhooks);
  if (webhook === 'too-many') {
    throw new Refusal(
      'quota_exceeded',
      `The account has ${maxWebhooks} webhooks; delete one to create another.`,
      { limit: 'webhooks' },
    );
  }
  log.info({ webhookId: webhook.id, ...actorFields(caller) }, 'webhook created');
  return { webhook, secret };
}
