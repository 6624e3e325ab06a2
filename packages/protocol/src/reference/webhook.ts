import type { Reference } from './entry.ts';
import type { OrderSettled } from '../generated/wire-types.ts';
import {
  ATTEMPT,
  DELIVERY_ID,
  ORDER,
  TEST_ATTEMPT,
  WEBHOOK,
  WEBHOOK_ID,
  WEBHOOK_URL,
} from './weather.ts';

const SECRET = 'whsec_RXhhbXBsZUV4YW1wbGVFeGFtcGxlRXhhbXBsZUV4YW0=';

const { requestBody: _, result: __, ...settled } = ORDER;

/** What a webhook receives. */
export const SETTLED_MESSAGE: OrderSettled = {
  type: 'order.settled',
  timestamp: ORDER.completedAt ?? '',
  data: settled,
};

export const WEBHOOKS = {
  listWebhooks: {
    description: 'Lists the webhooks of your account, newest first.',
    query: { limit: 20 },
    response: { data: [WEBHOOK], nextCursor: null },
  },
  createWebhook: {
    description:
      'Creates a webhook: the marketplace sends a request to its URL whenever one of your orders settles, or, with a `filter`, only for the orders of one key or listing, or only for those that completed or failed. First it asks the URL for its consent, with a request of the type `webhook.challenge`: the body of the response must be the text of `challenge`. Until then, `state` is `pending`, nothing else is sent, and `pendingReason` says why; `POST /v1/webhooks/{id}/test` asks again. Requests are signed as Standard Webhooks prescribes; store the `secret`, which only this response and a rotation contain. The URL must be https on a public address. An account can have 20 webhooks.',
    request: { url: WEBHOOK_URL, events: ['order.settled'], filter: { orderState: 'failed' } },
    response: { ...WEBHOOK, secret: SECRET },
  },
  getWebhook: {
    description: 'Returns a webhook of your account.',
    path: { id: WEBHOOK_ID },
    response: WEBHOOK,
  },
  updateWebhook: {
    description:
      'Changes only the given fields and, within `filter`, only the given conditions. While `state` is `paused`, nothing is sent, and orders that settle are not delivered later. `active` resumes a paused webhook and enables a disabled one. A new `url` gets the challenge before it replaces the old one; if it does not respond correctly, the webhook becomes `pending`.',
    path: { id: WEBHOOK_ID },
    request: { state: 'paused' },
    response: { ...WEBHOOK, state: 'paused' },
  },
  deleteWebhook: {
    description: 'Deletes a webhook and everything that was still to be sent to it.',
    path: { id: WEBHOOK_ID },
  },
  rotateWebhookSecret: {
    description:
      'Replaces the secret of a webhook. During the grace period, a day by default, requests carry a signature of each of the two secrets.',
    path: { id: WEBHOOK_ID },
    request: { gracePeriodSeconds: 86_400 },
    response: {
      secret: SECRET,
      createdAt: '2026-09-12T10:00:00.000Z',
      previousExpiresAt: '2026-09-13T10:00:00.000Z',
    },
  },
  testWebhook: {
    description:
      'Sends one request to the URL, whatever the state of the webhook, and returns the attempt once it has ended, after 15 s at most: the challenge if the URL has not answered it, which makes a pending webhook active, otherwise a request of the type `webhook.test`. A failed test is not repeated and does not count towards disabling the webhook.',
    path: { id: WEBHOOK_ID },
    request: {},
    response: TEST_ATTEMPT,
  },
  listWebhookAttempts: {
    description:
      'Lists the attempts of the last 7 days to deliver to a webhook, at most 10,000, newest first. `error` says why an attempt failed, `nextAttemptAt` when it is repeated. `GET /v1/deliveries/{id}` shows what was sent and returned.',
    path: { id: WEBHOOK_ID },
    query: { limit: 20 },
    response: { data: [ATTEMPT, TEST_ATTEMPT], nextCursor: null },
  },
  getDelivery: {
    description:
      'Returns a message that was sent to one of your webhooks in the last 7 days: its body and headers, without the signatures, and its newest attempts with what the receiver returned.',
    path: { id: DELIVERY_ID },
    response: {
      id: DELIVERY_ID,
      webhookId: WEBHOOK_ID,
      type: 'order.settled',
      orderId: ORDER.id,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'mkt-marketplace',
        'webhook-id': DELIVERY_ID,
      },
      body: JSON.stringify(SETTLED_MESSAGE),
      nextAttemptAt: ATTEMPT.nextAttemptAt,
      attempts: [{ ...ATTEMPT, response: 'The database is being upgraded.' }],
    },
  },
  sendDelivery: {
    description:
      'Sends a message of the last 7 days again, to the present URL of the webhook and whatever its state, under the same `webhook-id`, and returns the attempt once it has ended, after 15 s at most. A success ends the retries; a failure changes nothing. The URL must have answered the challenge, which is not sent again itself.',
    path: { id: DELIVERY_ID },
    request: {},
    response: { ...ATTEMPT, status: 204, error: null, nextAttemptAt: null },
  },
} satisfies Partial<Reference>;
