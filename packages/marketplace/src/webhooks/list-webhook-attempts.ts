import type { Caller } from '../market/caller.ts';
import { PAGE_BYTES, type PageItems, type PageRequest } from '../market/page.ts';
import type { Reader } from '../market/reader.ts';
import type { WebhookAttempt } from './webhook.ts';
import type { WebhookStore } from './webhook-store.ts';
import { ownWebhook } from './own-webhook.ts';

/** The requests to a webhook of the caller, newest first. */
export async function listWebhookAttempts(
  { webhooks }: { webhooks: Pick<WebhookStore, 'find' | 'attempts'> },
  caller: Caller,
  id: string,
  page: PageRequest,
  reader: Reader,
): Promise<PageItems<WebhookAttempt>> {
  const webhook = await ownWebhook({ webhooks }, caller, id);
  return webhooks.attempts(webhook.id, { ...page, maxBytes: PAGE_BYTES }, reader);
}
