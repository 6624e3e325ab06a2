import type { WebhookStore } from '../webhooks/webhook-store.ts';
import type { Engine } from '../database/engine.ts';
import {
  changeWebhook,
  deleteWebhook,
  findWebhook,
  findWebhookSecrets,
  insertWebhook,
  listWebhooks,
  rotateWebhookSecret,
  toWebhook,
  type SealedSecrets,
} from '../webhooks/sql.ts';
import { listAttempts, pruneWebhooks, recordAttempt } from '../webhooks/webhook-attempt.ts';
import {
  claimDeliveries,
  dueWebhooks,
  giveBackDeliveries,
  giveBackDelivery,
  hasWebhooks,
  nextSettled,
  queueDeliveries,
  skipSettled,
} from '../webhooks/sql-deliveries.ts';
import type { Sealing } from '../database/sealing.ts';
import { OPERATOR } from '../market/reader.ts';

/** The part of the store for webhooks. Each secret is sealed for its webhook. */
export function createWebhookStore(
  { read, list, write, writeOnce }: Engine,
  sealing: Sealing,
): WebhookStore {
  const opened = (id: string, { sealed, previous }: SealedSecrets): readonly string[] =>
    [sealed, ...(previous === null ? [] : [previous])].map((each) => sealing.open(each, id));
  return {
    async insert({ secret, ...webhook }, max) {
      const sealed = sealing.seal(secret, webhook.id);
      const row = await write(insertWebhook, { webhook: { ...webhook, sealed }, max });
      return row === 'too-many' ? row : toWebhook(row);
    },
    async find(ref) {
      const row = await read(findWebhook, ref);
      return row && toWebhook(row);
    },
    list: (accountId, page, reader) => list(listWebhooks, { accountId, page }, reader),
    async change(ref, change) {
      const row = await write(changeWebhook, { ref, change });
      return row && toWebhook(row);
    },
    delete: (ref) => writeOnce(deleteWebhook, ref),
    async rotate(ref, secret, gracePeriodMs) {
      const sealed = sealing.seal(secret, ref.id);
      const row = await write(rotateWebhookSecret, { ref, sealed, gracePeriodMs });
      return (
        row && {
          current: sealing.open(row.sealed, row.id),
          createdAtMs: row.secret_created_at,
          previousExpiresAtMs: row.previous_expires_at,
        }
      );
    },
    async secrets(id) {
      const secrets = await read(findWebhookSecrets, id);
      return secrets && opened(id, secrets);
    },
    attempts: (webhookId, page, reader) => list(listAttempts, { webhookId, page }, reader),
    hasAny: () => read(hasWebhooks, undefined),
    async skipSettled() {
      await writeOnce(skipSettled, undefined);
    },
    nextSettled: () => list(nextSettled, undefined, OPERATOR),
    queue: (settled) => write(queueDeliveries, settled),
    due: (limit, except) => read(dueWebhooks, { limit, except }),
    async claim(webhookId, limit) {
      const claimed = await write(claimDeliveries, { webhookId, limit });
      return claimed.map(({ sealed, previous, ...delivery }) => ({
        ...delivery,
        secrets: opened(webhookId, { sealed, previous }),
      }));
    },
    record: (attempt) => write(recordAttempt, attempt),
    giveBack: (delivery) => write(giveBackDelivery, delivery),
    giveAllBack: () => write(giveBackDeliveries, undefined),
    prune: (limit) => write(pruneWebhooks, limit),
  };
}
