import type { UrlPolicy } from '@mkt/conformance';
import type { UpdateWebhookRequest, WebhookState } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import { webhookState, type Challenged, type Webhook } from './webhook.ts';
import type { WebhookStore } from './webhook-store.ts';
import { challengeWebhook, type ChallengeWebhookDeps } from './challenge-webhook.ts';
import { checkWebhookUrl, distinct } from './create-webhook.ts';
import { ownWebhook, webhookRef } from './own-webhook.ts';
import { readWebhookFilter, type ReadWebhookFilterDeps } from './read-webhook-filter.ts';

export interface UpdateWebhookDeps extends ChallengeWebhookDeps, ReadWebhookFilterDeps {
  webhooks: Pick<WebhookStore, 'find' | 'change' | 'secrets'>;
  urlPolicy: UrlPolicy;
  /** Counts the request against the limit of requests that call URLs of the account. */
  takeOutbound(): Promise<void>;
}

/** Only the marketplace makes a webhook `pending` or `disabled`; a record that was read can be sent back. */
function checkState({ state: from }: Webhook, to: WebhookState | undefined): void {
  if (to === undefined || to === from || to === 'active' || to === 'paused') return;
  throw new Refusal('invalid_state_transition', `A webhook cannot be set to ${to}.`, {
    from,
    to,
    allowed: ['active', 'paused'],
  });
}

/** Challenges the URL if the webhook is to receive requests and the URL is not confirmed. */
async function askIfNeeded(
  deps: UpdateWebhookDeps,
  webhook: Webhook,
  { url = webhook.url, state }: UpdateWebhookRequest,
): Promise<Challenged | undefined> {
  const isConfirmed = webhook.isConfirmed && url === webhook.url;
  const isAsked = state === 'active' || url !== webhook.url;
  if (!isAsked || webhookState(webhook.state, state, isConfirmed) !== 'pending') return undefined;
  await deps.takeOutbound();
  const secrets = await deps.webhooks.secrets(webhook.id);
  if (!secrets) throw notFound('Webhook');
  return challengeWebhook(deps, webhook, url, secrets);
}

/**
 * Changes a webhook; `active` also enables a disabled one (docs/webhooks.md#pause-disable-delete). A new
 * URL is challenged before it replaces the old one, so that no order is missed if it answers.
 */
export async function updateWebhook(
  deps: UpdateWebhookDeps,
  caller: Caller,
  id: string,
  request: UpdateWebhookRequest,
): Promise<Webhook> {
  const { url, events, filter: wanted, state } = request;
  if (url !== undefined) checkWebhookUrl(url, deps.urlPolicy);
  const webhook = await ownWebhook(deps, caller, id);
  checkState(webhook, state);
  const filter = await readWebhookFilter(deps, caller.accountId, wanted, webhook.filter);
  const challenged = await askIfNeeded(deps, webhook, request);
  const changed = await deps.webhooks.change(webhookRef(caller, id), {
    url,
    events: events && distinct(events),
    filter: wanted === undefined ? undefined : filter,
    state: state === webhook.state ? undefined : state,
    challenged,
  });
  if (!changed) throw notFound('Webhook');
  return changed;
}
