import type { Caller } from '../domain/caller.ts';
import { PAGE_BYTES, type PageItems, type PageRequest } from '../domain/page.ts';
import type { Reader } from '../domain/reader.ts';
import type { WebhookAttempt } from '../domain/webhook.ts';
import type { WebhookStore } from '../domain/webhook-store.ts';
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
