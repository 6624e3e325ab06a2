import type { Webhook as WebhookBody, WebhookAttempt as WebhookAttemptBody } from '@mkt/protocol';
import { PAGE_BYTES } from '../market/page.ts';
import type { Webhook, WebhookAttempt, WebhookStore } from './webhook.ts';
import type {
  createWebhook,
  deleteWebhook,
  listWebhookAttempts,
  ownWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './manage.ts';
import { pageRequest } from '../http/query.ts';
import { iso, isoOrNull, pageResponse } from '../http/respond.ts';
import { presentWebhookSecret } from '../listings/present.ts';
import type { Handlers, UseCase } from '../http/route.ts';
import { byId } from '../market/ids.ts';

export interface WebhookUseCases {
  createWebhook: UseCase<typeof createWebhook>;
  listWebhooks: WebhookStore['list'];
  ownWebhook: UseCase<typeof ownWebhook>;
  updateWebhook(
    ...given: [...Parameters<UseCase<typeof updateWebhook>>, takeOutbound: () => Promise<void>]
  ): ReturnType<typeof updateWebhook>;
  deleteWebhook: UseCase<typeof deleteWebhook>;
  rotateWebhookSecret: UseCase<typeof rotateWebhookSecret>;
  testWebhook: UseCase<typeof testWebhook>;
  listWebhookAttempts: UseCase<typeof listWebhookAttempts>;
}

type WebhookHandlers = Pick<
  Handlers,
  | 'listWebhooks'
  | 'createWebhook'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'
  | 'listWebhookAttempts'
>;

const LIST = 'webhooks';

const presentWebhook = (webhook: Webhook): WebhookBody => ({
  id: webhook.id,
  url: webhook.url,
  events: [...webhook.events],
  filter: webhook.filter,
  state: webhook.state,
  pendingReason: webhook.pendingReason,
  disabledReason: webhook.disabledReason,
  createdAt: iso(webhook.createdAtMs),
});

const presentAttempt = (attempt: WebhookAttempt): WebhookAttemptBody => ({
  id: attempt.id,
  orderId: attempt.orderId,
  at: iso(attempt.atMs),
  status: attempt.status,
  error: attempt.error,
  durationMs: attempt.durationMs,
  nextAttemptAt: isoOrNull(attempt.nextAttemptAtMs),
});

export function webhookHandlers(useCases: WebhookUseCases): WebhookHandlers {
  return {
    async listWebhooks({ caller, query, reader }) {
      const page = { ...pageRequest(LIST, query), maxBytes: PAGE_BYTES };
      const webhooks = await useCases.listWebhooks(caller.accountId, page, reader);
      return pageResponse(LIST, webhooks, byId, (each) => JSON.stringify(presentWebhook(each)));
    },
    async createWebhook({ caller, body }) {
      const { webhook, secret } = await useCases.createWebhook(caller, body);
      const headers = { Location: `/v1/webhooks/${webhook.id}` };
      return { status: 201, json: { ...presentWebhook(webhook), secret }, headers };
    },
    async getWebhook({ caller, params: { id } }) {
      return { status: 200, json: presentWebhook(await useCases.ownWebhook(caller, id)) };
    },
    async updateWebhook({ caller, params: { id }, body, takeOutbound }) {
      const webhook = await useCases.updateWebhook(caller, id, body, takeOutbound);
      return { status: 200, json: presentWebhook(webhook) };
    },
    async deleteWebhook({ caller, params: { id } }) {
      await useCases.deleteWebhook(caller, id);
      return { status: 204 };
    },
    rotateWebhookSecret: async ({ caller, params: { id }, body }) =>
      presentWebhookSecret(await useCases.rotateWebhookSecret(caller, id, body.gracePeriodSeconds)),
    async testWebhook({ caller, params: { id } }) {
      return { status: 200, json: presentAttempt(await useCases.testWebhook(caller, id)) };
    },
    async listWebhookAttempts({ caller, params: { id }, query, reader }) {
      const list = `webhook-attempts:${id}`;
      const page = pageRequest(list, query);
      const attempts = await useCases.listWebhookAttempts(caller, id, page, reader);
      const keyOf = ({ id: attempt, number }: WebhookAttempt) => ({ key: number, id: attempt });
      return pageResponse(list, attempts, keyOf, (each) => JSON.stringify(presentAttempt(each)));
    },
  };
}
