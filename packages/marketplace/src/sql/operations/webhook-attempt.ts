import { sql } from 'kysely';
import { WEBHOOK_LIMITS } from '../../domain/limits.ts';
import { pageItemsOf, type BoundedPageRequest, type PageItems } from '../../domain/page.ts';
import { FAILED_TOO_LONG, retryDelayMs, type WebhookAttempt } from '../../domain/webhook.ts';
import type { EndedAttempt } from '../../domain/webhook-store.ts';
import type { WebhookAttemptTable, WebhookTable } from '../tables/webhook.ts';
import {
  all,
  execute,
  executeSql,
  first,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../operation.ts';
import { lockWebhook, refreshDue } from './webhook.ts';

/** A receiver that fails gets one request at a time, with this pause in between. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

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

/** Whether a failure at this time is one too many. */
const failsTooLong = ({ state, failing_since: since, now }: LockedWebhook) =>
  state === 'active' && since !== null && now - since >= WEBHOOK_LIMITS.failingMs;

/** After a failure: schedules the next attempt, and returns its time; null if it was the last. */
function* scheduleRetry(
  { db }: Dialect,
  { id, claim }: { id: string; claim: number },
  nowMs: number,
): Operation<number | null> {
  const row = yield* first(
    db
      .selectFrom('webhook_delivery')
      .select(['attempts', 'next_attempt_at', 'claim'])
      .where('id', '=', id),
  );
  if (!row) return null;
  // The lease ended: the delivery belongs to another process.
  if (row.claim !== claim) return row.next_attempt_at;
  const attempts = row.attempts + 1;
  const delayMs = retryDelayMs(attempts);
  if (delayMs === undefined) {
    yield* execute(db.deleteFrom('webhook_delivery').where('id', '=', id));
    return null;
  }
  const next = nowMs + delayMs;
  yield* execute(
    db
      .updateTable('webhook_delivery')
      .set({ attempts, next_attempt_at: next, claimed_at: null })
      .where('id', '=', id),
  );
  return next;
}

/** What the outcome of a delivery changes in its webhook. A test changes nothing. */
function columnsAfter(webhook: LockedWebhook, { delivery, outcome }: EndedAttempt) {
  if (!delivery) return {};
  if (outcome.error === null) return { failing_since: null, not_before: 0 };
  const failing = {
    failing_since: webhook.failing_since ?? webhook.now,
    not_before: webhook.now + PAUSE_AFTER_FAILURE_MS,
  };
  if (!failsTooLong(webhook)) return failing;
  const disabled = { state: 'disabled', disabled_reason: FAILED_TOO_LONG } as const;
  return { ...failing, ...disabled, active_until: webhook.now };
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
  let next: number | null = null;
  if (delivery && outcome.error === null) {
    yield* execute(db.deleteFrom('webhook_delivery').where('id', '=', delivery.id));
  } else if (delivery) {
    next = yield* scheduleRetry(dialect, delivery, webhook.now);
  }
  const columns = columnsAfter(webhook, ended);
  const disabled = 'state' in columns;
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
    next_attempt_at: disabled ? null : next,
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
      .set({ attempts: number, ...columns })
      .where('id', '=', webhookId),
  );
  yield* refreshDue(dialect, webhookId);
  return { attempt: toAttempt(row), disabled };
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
