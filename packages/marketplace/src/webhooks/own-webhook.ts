import type { Caller } from '../market/caller.ts';
import { notFound } from '../market/refusal.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookRef, WebhookStore } from './webhook-store.ts';
import { isUuid } from '../market/ids.ts';

/** The name of a webhook of the caller; refuses what cannot be one. */
export function webhookRef({ accountId }: Caller, id: string): WebhookRef {
  if (!isUuid(id)) throw notFound('Webhook');
  return { id: id.toLowerCase(), accountId };
}

/** A webhook of the caller. */
export async function ownWebhook(
  { webhooks }: { webhooks: Pick<WebhookStore, 'find'> },
  caller: Caller,
  id: string,
): Promise<Webhook> {
  const webhook = await webhooks.find(webhookRef(caller, id));
  if (!webhook) throw notFound('Webhook');
  return webhook;
}
