import type { UrlPolicy } from '@mkt/conformance';
import type { UpdateWebhookRequest } from '@mkt/protocol';
import type { Clock } from '../domain/clock.ts';
import type { Identity } from '../domain/identity.ts';
import { WEBHOOK_LIMITS } from '../domain/limits.ts';
import type { Log } from '../domain/log.ts';
import type { Outcomes } from '../domain/outcomes.ts';
import type { WebhookSender } from '../domain/webhook-sender.ts';
import type { OrderStore } from '../domain/order-store.ts';
import type { ApiKeyStore } from '../domain/store.ts';
import type { WebhookStore } from '../domain/webhook-store.ts';
import type { Caller } from '../domain/caller.ts';
import { createShare } from '../concurrency/counter.ts';
import { createPace } from '../concurrency/pace.ts';
import { createWebhook } from '../flows/create-webhook.ts';
import { deleteWebhook } from '../flows/delete-webhook.ts';
import { createDeliverer } from '../flows/deliver-webhooks.ts';
import { listWebhookAttempts } from '../flows/list-webhook-attempts.ts';
import { ownWebhook } from '../flows/own-webhook.ts';
import { createDeliveryQueue } from '../flows/queue-deliveries.ts';
import { rotateWebhookSecret } from '../flows/rotate-webhook-secret.ts';
import { testWebhook } from '../flows/test-webhook.ts';
import { updateWebhook } from '../flows/update-webhook.ts';
import { orderSummaryText } from '../http/present-order.ts';
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
