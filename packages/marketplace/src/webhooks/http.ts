import type {
  Delivery as DeliveryBody,
  Webhook as WebhookBody,
  WebhookAttempt as WebhookAttemptBody,
} from '@mkt/protocol';
import { pageRequest } from '../http/request-head.ts';
import { iso, isoOrNull, pageResponse } from '../http/respond.ts';
import type { Handlers } from '../http/route.ts';
import { presentWebhookSecret } from '../listings/present.ts';
import { byId } from '../market/ids.ts';
import type { App } from '../server/context.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookAttempts,
  ownDelivery,
  ownWebhook,
  rotateWebhookSecret,
  sendDelivery,
  testWebhook,
  updateWebhook,
} from './manage.ts';
import type { Delivery, Webhook, WebhookAttempt } from './webhook.ts';

const LIST = 'webhooks';

const presentAttempt = (attempt: WebhookAttempt): WebhookAttemptBody => ({
  id: attempt.id,
  deliveryId: attempt.deliveryId,
  type: attempt.type,
  orderId: attempt.orderId,
  at: iso(attempt.atMs),
  status: attempt.status,
  error: attempt.error,
  durationMs: attempt.durationMs,
  nextAttemptAt: isoOrNull(attempt.nextAttemptAtMs),
});

const presentWebhook = (webhook: Webhook): WebhookBody => ({
  id: webhook.id,
  url: webhook.url,
  events: [...webhook.events],
  filter: webhook.filter,
  state: webhook.state,
  pendingReason: webhook.pendingReason,
  disabledReason: webhook.disabledReason,
  failingSince: isoOrNull(webhook.failingSinceMs),
  previousSecretExpiresAt: isoOrNull(webhook.previousExpiresAtMs),
  waiting: webhook.waiting,
  nextAttemptAt: isoOrNull(webhook.nextAttemptAtMs),
  recentAttempts: webhook.recent,
  lastAttempt: webhook.lastAttempt && presentAttempt(webhook.lastAttempt),
  createdAt: iso(webhook.createdAtMs),
});

/** Each request also has a time and a signature of its own. */
const headersOf = (id: string) => ({
  'content-type': 'application/json',
  'user-agent': 'mkt-marketplace',
  'webhook-id': id,
});

const presentDelivery = (
  webhookId: string,
  { id, type, orderId, nextAttemptAtMs, attempts }: Delivery,
  body: string | null,
): DeliveryBody => ({
  id,
  webhookId,
  type,
  orderId,
  headers: headersOf(id),
  body,
  nextAttemptAt: isoOrNull(nextAttemptAtMs),
  attempts: attempts.map(({ response, ...attempt }) => ({ ...presentAttempt(attempt), response })),
});

export function webhookHandlers(app: App) {
  return {
    async listWebhooks({ caller, query, reader }) {
      const page = pageRequest(LIST, query);
      const webhooks = await app.store.webhooks.list(caller.accountId, page, reader);
      return pageResponse(LIST, webhooks, byId, (each) => JSON.stringify(presentWebhook(each)));
    },
    async createWebhook({ caller, body }) {
      const { webhook, secret } = await createWebhook(app, caller, body);
      const headers = { Location: `/v1/webhooks/${webhook.id}` };
      return { status: 201, json: { ...presentWebhook(webhook), secret }, headers };
    },
    async getWebhook({ caller, params: { id } }) {
      return { status: 200, json: presentWebhook(await ownWebhook(app, caller, id)) };
    },
    async updateWebhook({ caller, params: { id }, body, takeOutbound }) {
      const webhook = await updateWebhook(app, caller, id, body, takeOutbound);
      return { status: 200, json: presentWebhook(webhook) };
    },
    async deleteWebhook({ caller, params: { id } }) {
      await deleteWebhook(app, caller, id);
      return { status: 204 };
    },
    rotateWebhookSecret: async ({ caller, params: { id }, body }) =>
      presentWebhookSecret(await rotateWebhookSecret(app, caller, id, body.gracePeriodSeconds)),
    async testWebhook({ caller, params: { id } }) {
      return { status: 200, json: presentAttempt(await testWebhook(app, caller, id)) };
    },
    async listWebhookAttempts({ caller, params: { id }, query, reader }) {
      const { outcome, ...paging } = query;
      const list = `webhook-attempts:${outcome ?? 'all'}:${id}`;
      const page = { ...pageRequest(list, paging), onlyFailed: outcome === 'failed' };
      const attempts = await listWebhookAttempts(app, caller, id, page, reader);
      const keyOf = ({ id: attempt, number }: WebhookAttempt) => ({ key: number, id: attempt });
      return pageResponse(list, attempts, keyOf, (each) => JSON.stringify(presentAttempt(each)));
    },
    async getDelivery({ caller, params: { id } }) {
      const { webhookId, delivery, body } = await ownDelivery(app, caller, id);
      return { status: 200, json: presentDelivery(webhookId, delivery, body) };
    },
    async sendDelivery({ caller, params: { id } }) {
      return { status: 200, json: presentAttempt(await sendDelivery(app, caller, id)) };
    },
  } satisfies Partial<Handlers>;
}
