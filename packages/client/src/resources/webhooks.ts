import { apiPromise, type ApiPromise } from '../api-promise.ts';
import { listOf, type List } from '../list.ts';
import type {
  CreatedWebhook,
  CreateWebhookRequest,
  Delivery,
  ListQuery,
  UpdateWebhookRequest,
  Webhook,
  WebhookAttempt,
  WebhookAttemptListQuery,
  WebhookSecret,
} from '../records.ts';
import type { RequestOptions } from '../options.ts';
import type { Transport } from '../transport.ts';
import { rotation, type RotationOptions } from './listings.ts';

export type Webhooks = ReturnType<typeof webhooks>;

/** Your addresses that receive settled orders; `verifyWebhook` verifies what arrives there. */
export function webhooks({ call }: Transport) {
  return {
    list(query: ListQuery = {}, options: RequestOptions = {}): List<Webhook> {
      return listOf(
        (after) => call('listWebhooks', options, { query: { ...query, ...after } }),
        options.signal,
      );
    },

    /**
     * No later response contains the `secret`. The URL gets a challenge at once; until it has answered,
     * the `state` is `pending`, and `test` sends the challenge again.
     */
    create(body: CreateWebhookRequest, options: RequestOptions = {}): ApiPromise<CreatedWebhook> {
      return call('createWebhook', options, { body });
    },

    get(id: string, options: RequestOptions = {}): ApiPromise<Webhook> {
      return call('getWebhook', options, { id });
    },

    /**
     * Changes the given fields; `state: 'active'` resumes a paused or disabled webhook. A new URL must
     * answer the challenge first.
     */
    update(
      id: string,
      body: UpdateWebhookRequest,
      options: RequestOptions = {},
    ): ApiPromise<Webhook> {
      return call('updateWebhook', options, { id, body });
    },

    delete(id: string, options: RequestOptions = {}): ApiPromise<void> {
      return call('deleteWebhook', options, { id });
    },

    /** Replaces the secret. During the grace period requests are signed with both. */
    rotateSecret(id: string, options: RotationOptions = {}): ApiPromise<WebhookSecret> {
      return apiPromise(async () => {
        const { body, rest } = rotation(options);
        return await call('rotateWebhookSecret', rest, { id, body }).withResponse();
      });
    },

    /**
     * Sends one request, and returns how it went, after 15 s at most: the challenge if the URL has not
     * answered it, otherwise a test.
     */
    test(id: string, options: RequestOptions = {}): ApiPromise<WebhookAttempt> {
      return call('testWebhook', options, { id });
    },

    /** The requests of the last 7 days, newest first; with `outcome: 'failed'` only those that failed. */
    attempts(
      id: string,
      query: WebhookAttemptListQuery = {},
      options: RequestOptions = {},
    ): List<WebhookAttempt> {
      return listOf(
        (after) => call('listWebhookAttempts', options, { id, query: { ...query, ...after } }),
        options.signal,
      );
    },

    /** What an attempt sent (its `deliveryId`), with the newest attempts and what the receiver returned. */
    delivery(id: string, options: RequestOptions = {}): ApiPromise<Delivery> {
      return call('getDelivery', options, { id });
    },

    /** Sends a delivery again, under the same `webhook-id`, and returns how it went, after 15 s at most. */
    sendAgain(id: string, options: RequestOptions = {}): ApiPromise<WebhookAttempt> {
      return call('sendDelivery', options, { id });
    },
  };
}
