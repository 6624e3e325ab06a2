import type { WebhookState } from '@mkt/protocol';
import { sql } from 'kysely';
import { WEBHOOK_LIMITS } from '../market/limits.ts';
import { pageItemsOf, type BoundedPageRequest, type PageItems } from '../market/page.ts';
import { afterAttempt, type WebhookAttempt } from './webhook.ts';
import type { EndedAttempt } from './webhook-store.ts';
import type { WebhookAttemptTable, WebhookTable } from '../database/webhook.ts';
import {
  all,
  execute,
  executeSql,
  first,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { lockWebhook, refreshDue } from './sql.ts';
import type { WebhookOutcome } from '../sellers/webhook-sender-domain-webhook-sender.ts';

const toAttempt = (row: WebhookAttemptTable): WebhookAttempt => ({
  id: row.id,
  number: row.number,
  orderId: row.order_id,
  atMs: row.at,
  status: row.status,
  error: row.error,
  durationMs: row.duration_ms,
  nextAttemptAtMs: row.next_attempt_at,
});

/** Newest first. */
export function listAttempts(
  { db }: Dialect,
  { webhookId, page }: { webhookId: string; page: BoundedPageRequest },
): SingleStatement<PageItems<WebhookAttempt>> {
  let query = db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('number', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('number', '<', page.after.key);
  return all(query).as((rows) => {
    const { items, more } = pageItemsOf(rows, page, (row) => row.error?.length ?? 0);
    return { items: items.map(toAttempt), more };
  });
}

type LockedWebhook = WebhookTable & { now: number };

/** What an attempt changes. A challenge or a test changes nothing. */
interface Recorded {
  webhook: Partial<WebhookTable>;
  disabled: boolean;
  /** When the next attempt follows; null: never. */
  nextAttemptAt: number | null;
}

/** Stores what follows from the attempt for its delivery, and returns what follows for the webhook. */
function* recordDelivery(
  { db }: Dialect,
  webhook: LockedWebhook,
  delivery: NonNullable<EndedAttempt['delivery']>,
  { error, status }: Pick<WebhookOutcome, 'error' | 'status'>,
): Operation<Recorded> {
  const succeeded = error === null;
  const row = yield* first(
    db
      .selectFrom('webhook_delivery')
      .select(['attempts', 'next_attempt_at', 'claim'])
      .where('id', '=', delivery.id),
  );
  const failedAttempts = row?.attempts ?? 0;
  const { now } = webhook;
  const { retryAtMs, disabledReason, ...after } = afterAttempt(
    {
      state: webhook.state as WebhookState,
      failingSinceMs: webhook.failing_since,
      notBeforeMs: webhook.not_before,
      pauseMs: webhook.pause_ms,
      places: webhook.places,
      failedAttempts,
      succeeded,
      status,
    },
    now,
  );
  // If the lease ended, the delivery belongs to another process, unless there is nothing left to do.
  const isLost = row !== undefined && row.claim !== delivery.claim && !succeeded;
  if (row && !isLost && retryAtMs === null) {
    yield* execute(db.deleteFrom('webhook_delivery').where('id', '=', delivery.id));
  } else if (row && !isLost) {
    yield* execute(
      db
        .updateTable('webhook_delivery')
        .set({ attempts: failedAttempts + 1, next_attempt_at: retryAtMs ?? now, claimed_at: null })
        .where('id', '=', delivery.id),
    );
  }
  const next = isLost ? row.next_attempt_at : retryAtMs;
  // What another URL responded says nothing about the one that it has now.
  const hasMoved = delivery.url !== webhook.url;
  const disabled = disabledReason !== null && !hasMoved;
  return {
    webhook: hasMoved
      ? {}
      : {
          failing_since: after.failingSinceMs,
          not_before: after.notBeforeMs,
          pause_ms: after.pauseMs,
          places: after.places,
          ...(after.isGone && { confirmed_url: null }),
          ...(disabled && {
            state: 'disabled',
            disabled_reason: disabledReason,
            active_until: now,
          }),
        },
    disabled,
    nextAttemptAt: disabled || !row ? null : next,
  };
}

/** Stores an attempt and what follows from it; undefined if the webhook was deleted. */
export function* recordAttempt(
  dialect: Dialect,
  ended: EndedAttempt,
): Operation<{ attempt: WebhookAttempt; disabled: boolean } | undefined> {
  const { db } = dialect;
  const { webhookId, delivery, outcome } = ended;
  const webhook = yield* lockWebhook(dialect, webhookId);
  if (!webhook) return undefined;
  const recorded: Recorded = delivery
    ? yield* recordDelivery(dialect, webhook, delivery, outcome)
    : { webhook: {}, disabled: false, nextAttemptAt: null };
  const number = webhook.attempts + 1;
  const row: WebhookAttemptTable = {
    webhook_id: webhookId,
    number,
    id: ended.id,
    order_id: ended.orderId,
    at: webhook.now - outcome.durationMs,
    status: outcome.status,
    error: outcome.error,
    duration_ms: outcome.durationMs,
    next_attempt_at: recorded.nextAttemptAt,
  };
  yield* execute(db.insertInto('webhook_attempt').values(row));
  yield* execute(
    db
      .deleteFrom('webhook_attempt')
      .where('webhook_id', '=', webhookId)
      .where('number', '<=', number - WEBHOOK_LIMITS.attempts),
  );
  yield* execute(
    db
      .updateTable('webhook')
      .set({ attempts: number, ...recorded.webhook })
      .where('id', '=', webhookId),
  );
  yield* refreshDue(dialect, webhookId);
  return { attempt: toAttempt(row), disabled: recorded.disabled };
}

const OLD = sql`mkt_now() - ${sql.lit(WEBHOOK_LIMITS.historyMs)}`;
const DELETED = sql`(SELECT id FROM webhook WHERE state = 'deleted')`;

/** Deletes what is too old, then what deleted webhooks left, and at last these webhooks. */
export function* pruneWebhooks({ db }: Dialect, limit: number): Operation<number> {
  const oldAttempts = yield* executeSql(
    db,
    sql`DELETE FROM webhook_attempt WHERE (webhook_id, number) IN (
      SELECT webhook_id, number FROM webhook_attempt WHERE at < ${OLD} LIMIT ${limit})`,
  );
  const oldDeliveries = yield* executeSql(
    db,
    sql`DELETE FROM webhook_delivery WHERE id IN (
      SELECT id FROM webhook_delivery WHERE created_at < ${OLD} LIMIT ${limit})`,
  );
  const attempts = yield* executeSql(
    db,
    sql`DELETE FROM webhook_attempt WHERE (webhook_id, number) IN (
      SELECT webhook_id, number FROM webhook_attempt WHERE webhook_id IN ${DELETED}
      LIMIT ${limit})`,
  );
  const deliveries = yield* executeSql(
    db,
    sql`DELETE FROM webhook_delivery WHERE id IN (
      SELECT id FROM webhook_delivery WHERE webhook_id IN ${DELETED} LIMIT ${limit})`,
  );
  const pruned = oldAttempts + oldDeliveries + attempts + deliveries;
  if (pruned > 0) return pruned;
  return yield* executeSql(
    db,
    sql`DELETE FROM webhook WHERE id IN (
      SELECT id FROM webhook WHERE state = 'deleted' LIMIT ${limit})`,
  );
}
