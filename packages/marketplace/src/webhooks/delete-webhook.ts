import { actorFields, type Caller } from '../market/caller.ts';
import type { Log } from '../market/log.ts';
import { notFound } from '../market/refusal.ts';
import type { WebhookStore } from './webhook-store.ts';
import { webhookRef } from './own-webhook.ts';

/** Deletes a webhook of the caller, with what was still to be sent to it. */
export async function deleteWebhook(
  { webhooks, log }: { webhooks: Pick<WebhookStore, 'delete'>; log: Pick<Log, 'info'> },
  caller: Caller,
  id: string,
): Promise<void> {
  const ref = webhookRef(caller, id);
  if (!(await webhooks.delete(ref))) throw notFound('Webhook');
  log.info({ webhookId: ref.id, ...actorFields(caller) }, 'webhook deleted');
}
