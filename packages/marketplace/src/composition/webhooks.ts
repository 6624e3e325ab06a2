import type { UrlPolicy } from '@mkt/conformance';
import type { Clock } from '../domain/clock.ts';
import type { Identity } from '../domain/identity.ts';
import { WEBHOOK_LIMITS } from '../domain/limits.ts';
import type { Log } from '../domain/log.ts';
import type { Outcomes } from '../domain/outcomes.ts';
import type { WebhookSender } from '../domain/webhook-sender.ts';
import type { WebhookStore } from '../domain/webhook-store.ts';
import { createShare } from '../concurrency/counter.ts';
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

export interface WebhookParts {
  webhooks: WebhookStore;
  sender: WebhookSender;
  identity: Identity;
  urlPolicy: UrlPolicy;
  maxWebhooks: number;
  outcomes: Outcomes;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

/** Binds the use cases of webhooks, and the chore that delivers. */
export function bindWebhooks(parts: WebhookParts) {
  const { webhooks } = parts;
  const queue = createDeliveryQueue(parts);
  const deliver = createDeliverer({
    ...parts,
    orderText: (order) => orderSummaryText(order, 'buyer'),
  });
  return {
    useCases: {
      createWebhook: bind(createWebhook, parts),
      listWebhooks: webhooks.list,
      ownWebhook: bind(ownWebhook, { webhooks }),
      updateWebhook: bind(updateWebhook, parts),
      deleteWebhook: bind(deleteWebhook, parts),
      rotateWebhookSecret: bind(rotateWebhookSecret, parts),
      testWebhook: bind(testWebhook, {
        ...parts,
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
