import type { UrlPolicy } from '@mkt/conformance';
import type { UpdateWebhookRequest } from '@mkt/protocol';
import type { Clock } from '../market/outside.ts';
import type { Identity } from '../market/identity.ts';
import { WEBHOOK_LIMITS } from '../market/limits.ts';
import type { Log } from '../market/log.ts';
import type { Outcomes } from '../market/outcomes.ts';
import type { WebhookSender } from '../sellers/webhook-sender-domain-webhook-sender.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { ApiKeyStore } from './store-domain-store.ts';
import type { WebhookStore } from '../webhooks/webhook-store.ts';
import type { Caller } from '../market/caller.ts';
import { createShare } from '../structures/counters.ts';
import { createPace } from '../structures/pace.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { createDeliverer } from '../webhooks/deliver.ts';
import { listWebhookAttempts } from '../webhooks/list-webhook-attempts.ts';
import { ownWebhook } from '../webhooks/own-webhook.ts';
import { createDeliveryQueue } from '../webhooks/queue-deliveries.ts';
import { rotateWebhookSecret } from '../webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../webhooks/manage.ts';
import { updateWebhook } from '../webhooks/update-webhook.ts';
import { orderSummaryText } from '../orders/present-order.ts';
import { bind } from './bind.ts';

const SECOND_MS = 1_000;

export interface WebhookParts {
  webhooks: WebhookStore;
  apiKeys: ApiKeyStore;
  orders: OrderStore;
  sender: WebhookSender;
  identity: Identity;
  urlPolicy: UrlPolicy;
  maxWebhooks: number;
  /** Requests of this process to the webhooks of one host. */
  requestsPerSecondAndHost: number;
  outcomes: Outcomes;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

/** Binds the use cases of webhooks, and the chore that delivers. */
export function bindWebhooks(parts: WebhookParts) {
  const { webhooks } = parts;
  const queue = createDeliveryQueue(parts);
  const { requestsPerSecondAndHost: perSecond } = parts;
  const now = parts.clock.monotonic;
  const challenges = {
    ofAccount: createPace({ ...WEBHOOK_LIMITS.challengesOfAccount, now }),
    ofAll: createPace({ ...WEBHOOK_LIMITS.challengesOfAll, now }),
  };
  const asking = { ...parts, challenges };
  const deliver = createDeliverer({
    ...parts,
    hosts: createPace({ burst: perSecond, everyMs: SECOND_MS / perSecond, now }),
    orderText: (order) => orderSummaryText(order, 'buyer'),
  });
  return {
    useCases: {
      createWebhook: bind(createWebhook, asking),
      listWebhooks: webhooks.list,
      ownWebhook: bind(ownWebhook, { webhooks }),
      updateWebhook: (
        caller: Caller,
        id: string,
        request: UpdateWebhookRequest,
        takeOutbound: () => Promise<void>,
      ) => updateWebhook({ ...asking, takeOutbound }, caller, id, request),
      deleteWebhook: bind(deleteWebhook, parts),
      rotateWebhookSecret: bind(rotateWebhookSecret, parts),
      testWebhook: bind(testWebhook, {
        ...asking,
        tests: createShare(WEBHOOK_LIMITS.testsPerAccount),
      }),
      listWebhookAttempts: bind(listWebhookAttempts, { webhooks }),
    },
    async deliverWebhooks(): Promise<void> {
      await queue();
      await deliver();
    },
  };
}
