import type { UrlPolicy } from '@mkt/conformance';
import type { UpdateWebhookRequest } from '@mkt/protocol';
import type { Caller } from '../domain/caller.ts';
import { notFound } from '../domain/refusal.ts';
import type { Webhook } from '../domain/webhook.ts';
import type { WebhookStore } from '../domain/webhook-store.ts';
import { checkWebhookUrl, distinct } from './create-webhook.ts';
import { webhookRef } from './own-webhook.ts';

export interface UpdateWebhookDeps {
  webhooks: Pick<WebhookStore, 'change'>;
  urlPolicy: UrlPolicy;
}

/** Changes a webhook; `active` also enables a disabled one (docs/webhooks.md#pause-disable-delete). */
export async function updateWebhook(
  { webhooks, urlPolicy }: UpdateWebhookDeps,
  caller: Caller,
  id: string,
  { url, events, state }: UpdateWebhookRequest,
): Promise<Webhook> {
  const ref = webhookRef(caller, id);
  if (url !== undefined) checkWebhookUrl(url, urlPolicy);
  const changed = await webhooks.change(ref, {
    url,
    events: events && distinct(events),
    state,
  });
  if (!changed) throw notFound('Webhook');
  return changed;
}
