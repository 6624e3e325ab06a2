import { recorded } from '../audit/sql.ts';
import type { Engine } from '../database/engine.ts';
import type { Sealing } from '../database/sealing.ts';
import { type Actor, OPERATOR, type Reader } from '../market/caller.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import {
  claimDeliveries,
  dueWebhooks,
  findDelivery,
  giveBackDeliveries,
  giveBackDelivery,
  hasWebhooks,
  nextSettled,
  overdueMs,
  queueDeliveries,
  skipSettled,
  webhooksLagMs,
} from './sql-deliveries.ts';
import {
  changeWebhook,
  deleteWebhook,
  findWebhook,
  findWebhookSecrets,
  insertWebhook,
  listAttempts,
  listWebhooks,
  pruneWebhooks,
  restartWebhookWaits,
  recordAttempt,
  rotateWebhookSecret,
  type SealedSecrets,
  toWebhook,
} from './sql.ts';
import type {
  ClaimedDelivery,
  Delivery,
  DueWebhook,
  EndedAttempt,
  ExceptWebhooks,
  NewWebhook,
  QueuedDeliveries,
  RotatedSecret,
  SettledForWebhooks,
  Webhook,
  WebhookAttempt,
  WebhookChange,
  WebhookRef,
} from './webhook.ts';

/** The host by which people know a webhook. */
const hostOf = ({ url }: { url: string }) => new URL(url).host;

const insertRecorded = recorded(insertWebhook, (row, { webhook: { id, accountId } }) =>
  row === 'too-many'
    ? undefined
    : { action: 'webhook.create', accountId, subject: id, details: { host: hostOf(row) } },
);

const changeRecorded = recorded(
  changeWebhook,
  (row, { ref: { id, accountId }, change: { url, filter, events, state } }) =>
    row && {
      action: 'webhook.update',
      accountId,
      subject: id,
      details: {
        host: hostOf(row),
        fields: [...(url === undefined ? [] : ['/url']), ...(filter ? ['/filter'] : [])],
        events,
        state,
      },
    },
);

const deleteRecorded = recorded(
  deleteWebhook,
  (row, { id, accountId }) =>
    row && { action: 'webhook.delete', accountId, subject: id, details: { host: hostOf(row) } },
);

const rotateRecorded = recorded(
  rotateWebhookSecret,
  (row, { ref: { id, accountId }, gracePeriodMs }) =>
    row && {
      action: 'webhook.rotate-secret',
      accountId,
      subject: id,
      details: { host: hostOf(row), gracePeriodSeconds: gracePeriodMs / 1000 },
    },
);

export function webhookStore({ read, list, write, writeOnce }: Engine, sealing: Sealing) {
  const opened = (id: string, { sealed, previous }: SealedSecrets): readonly string[] =>
    [sealed, ...(previous === null ? [] : [previous])].map((each) => sealing.open(each, id));
  return {
    /** The new webhook is `pending`. `too-many`: the account already has `max` webhooks. */
    async insert(
      { secret, ...webhook }: NewWebhook,
      max: number,
      by?: Actor,
    ): Promise<Webhook | 'too-many'> {
      const sealed = sealing.seal(secret, webhook.id);
      const args = { webhook: { ...webhook, sealed }, max };
      const row = await write(insertRecorded, { args, by });
      return row === 'too-many' ? row : toWebhook(row);
    },
    async find(ref: WebhookRef): Promise<Webhook | undefined> {
      const row = await read(findWebhook, ref);
      return row && toWebhook(row);
    },
    /** Newest first. */
    list: (
      accountId: string,
      page: BoundedPageRequest,
      reader: Reader,
    ): Promise<PageItems<Webhook>> => list(listWebhooks, { accountId, page }, reader),
    /** Without `by`, the marketplace changes it. */
    async change(ref: WebhookRef, change: WebhookChange, by?: Actor): Promise<Webhook | undefined> {
      const row = await write(changeRecorded, { args: { ref, change }, by });
      return row && toWebhook(row);
    },
    delete: async (ref: WebhookRef, by?: Actor): Promise<boolean> =>
      (await write(deleteRecorded, { args: ref, by })) !== undefined,
    async rotate(
      ref: WebhookRef,
      secret: string,
      gracePeriodMs: number,
      by?: Actor,
    ): Promise<RotatedSecret | undefined> {
      const sealed = sealing.seal(secret, ref.id);
      const row = await write(rotateRecorded, { args: { ref, sealed, gracePeriodMs }, by });
      return (
        row && {
          current: sealing.open(row.sealed, row.id),
          createdAtMs: row.secret_created_at,
          previousExpiresAtMs: row.previous_expires_at,
        }
      );
    },
    /** The secrets that sign now, newest first. */
    async secrets(id: string): Promise<readonly string[] | undefined> {
      const secrets = await read(findWebhookSecrets, id);
      return secrets && opened(id, secrets);
    },
    /** Newest first. */
    attempts: (
      webhookId: string,
      page: BoundedPageRequest & { onlyFailed: boolean },
      reader: Reader,
    ): Promise<PageItems<WebhookAttempt>> =>
      list(listAttempts, { webhookId, page, onlyFailed: page.onlyFailed }, reader),
    /** What was sent to a webhook of the account in the last 7 days. */
    delivery: (ref: WebhookRef): Promise<{ webhookId: string; delivery: Delivery } | undefined> =>
      read(findDelivery, ref),
    /** How long ago the oldest order settled whose deliveries are not stored yet; 0 if there is none. */
    lagMs: (): Promise<number> => read(webhooksLagMs, undefined),
    /** How long the oldest overdue delivery has been due; 0 if none is. */
    overdueMs: (): Promise<number> => read(overdueMs, undefined),
    /** Whether there is a webhook, of any account. */
    hasAny: (): Promise<boolean> => read(hasWebhooks, undefined),
    /** Moves the position in the log of settled orders to its end, if there is no webhook. */
    async skipSettled(): Promise<void> {
      await writeOnce(skipSettled, undefined);
    },
    /** What the log has after the position; undefined if nothing. */
    nextSettled: (): Promise<SettledForWebhooks | undefined> =>
      list(nextSettled, undefined, OPERATOR),
    /**
     * Stores the deliveries and moves the position, in one transaction; false, and nothing is stored, if
     * another process has moved it.
     */
    queue: (settled: QueuedDeliveries): Promise<boolean> => write(queueDeliveries, settled),
    /** Active webhooks of accounts that are not suspended, longest due first. */
    due: (limit: number, except: ExceptWebhooks): Promise<DueWebhook[]> =>
      read(dueWebhooks, { limit, except }),
    /** Claims deliveries that are due, oldest first: no other process sends them during the lease. */
    async claim(webhookId: string, limit: number): Promise<ClaimedDelivery[]> {
      const claimed = await write(claimDeliveries, { webhookId, limit });
      return claimed.map(({ sealed, previous, ...delivery }) => ({
        ...delivery,
        secrets: opened(webhookId, { sealed, previous }),
      }));
    },
    /**
     * Stores an attempt; after a failure, schedules the next one or gives up, and disables a webhook
     * that has failed for too long.
     */
    record: (
      attempt: EndedAttempt,
    ): Promise<{ attempt: WebhookAttempt; disabled: boolean } | undefined> =>
      write(recordAttempt, attempt),
    /** Makes a delivery due again that was claimed and not sent, or was cut off when the process ended. */
    giveBack: (delivery: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'claim'>): Promise<void> =>
      write(giveBackDelivery, delivery),
    /** The same for every claimed delivery. Only when no other process uses the database. */
    giveAllBack: (): Promise<void> => write(giveBackDeliveries, undefined),
    /** After the clock was set: nothing waits longer than it would have. */
    restartWaits: (): Promise<void> => write(restartWebhookWaits, undefined),
    /** Deletes old deliveries and attempts, and what deleted webhooks left. Resolves with their number. */
    prune: (limit: number): Promise<number> => write(pruneWebhooks, limit),
  };
}

export type WebhookStore = ReturnType<typeof webhookStore>;
