import type { WebhookEvent, WebhookState } from '@mkt/protocol';
import { type RawBuilder, sql } from 'kysely';
import { lockOpenAccount } from '../accounts/sql.ts';
import {
  all,
  type Dialect,
  execute,
  executeSql,
  first,
  now,
  nowPlus,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import type { WebhookAttemptTable, WebhookTable } from '../database/tables.ts';
import { WEBHOOK_LIMITS } from '../market/limits.ts';
import { type BoundedPageRequest, type PageItems, pageItemsOf } from '../market/page.ts';
import type { WebhookOutcome } from '../sellers/webhook-sender.ts';
import {
  afterAttempt,
  DELIVERY_LEASE_MS,
  type EndedAttempt,
  EVERY_ORDER,
  type NewWebhook,
  NOT_ASKED,
  type Webhook,
  type WebhookAttempt,
  type WebhookChange,
  type WebhookFilter,
  type WebhookRef,
  webhookState,
} from './webhook.ts';

export const toFilter = (json: string | null): WebhookFilter =>
  json === null ? EVERY_ORDER : (JSON.parse(json) as WebhookFilter);

const filterJson = (filter: WebhookFilter): string | null =>
  Object.values(filter).every((condition) => condition === null) ? null : JSON.stringify(filter);

/** A webhook with how its last attempts went. */
export type WebhookRow = WebhookTable & {
  now: number;
  waiting: number;
  recent: number;
  recent_failed: number;
  last: WebhookAttemptTable | undefined;
};

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  events: JSON.parse(row.events_json) as WebhookEvent[],
  filter: toFilter(row.filter_json),
  state: row.state as WebhookState,
  isConfirmed: row.confirmed_url === row.url,
  pendingReason: row.pending_reason,
  disabledReason: row.disabled_reason,
  failingSinceMs: row.failing_since,
  previousExpiresAtMs:
    row.previous_expires_at !== null && row.previous_expires_at > row.now
      ? row.previous_expires_at
      : null,
  createdAtMs: row.created_at,
  waiting: row.waiting,
  nextAttemptAtMs: row.due_at,
  recent: { succeeded: row.recent - row.recent_failed, failed: row.recent_failed },
  lastAttempt: row.last ? toAttempt(row.last) : null,
});

const webhooksOf = ({ db }: Dialect, accountId: string) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '!=', 'deleted');

const { countedWaiting, recentAttempts } = WEBHOOK_LIMITS;

/** How many attempts are among the newest of a webhook. */
const newest = (condition: RawBuilder<unknown>) =>
  sql<number>`(SELECT count(*) FROM webhook_attempt AS newest
    WHERE newest.webhook_id = webhook.id
      AND newest.number > webhook.attempts - ${sql.lit(recentAttempts)} AND ${condition})`;

const WAITING = sql<number>`(SELECT count(*) FROM (SELECT 1 FROM webhook_delivery
    WHERE webhook_delivery.webhook_id = webhook.id LIMIT ${sql.lit(countedWaiting)}) AS waiting)`;

/** Webhooks with how their last attempts went: bounded for each of them, however much it was sent. */
const shownWebhooks = (dialect: Dialect, accountId: string) =>
  webhooksOf(dialect, accountId).select([
    now.as('now'),
    WAITING.as('waiting'),
    newest(sql`1 = 1`).as('recent'),
    newest(sql`newest.error IS NOT NULL`).as('recent_failed'),
  ]);

/** The last attempt of each of these webhooks. */
function* withLast(
  { db }: Dialect,
  rows: readonly Omit<WebhookRow, 'last'>[],
): Operation<WebhookRow[]> {
  const pairs = rows.filter(({ attempts }) => attempts > 0);
  if (pairs.length === 0) return rows.map((row) => ({ ...row, last: undefined }));
  const attempts = yield* all(
    db
      .selectFrom('webhook_attempt')
      .selectAll()
      .where((where) =>
        where.or(
          pairs.map(({ id, attempts: number }) =>
            where.and([where('webhook_id', '=', id), where('number', '=', number)]),
          ),
        ),
      ),
  );
  const last = new Map(attempts.map((attempt) => [attempt.webhook_id, attempt]));
  return rows.map((row) => ({ ...row, last: last.get(row.id) }));
}

export function* findWebhook(
  dialect: Dialect,
  { id, accountId }: WebhookRef,
): Operation<WebhookRow | undefined> {
  const row = yield* first(shownWebhooks(dialect, accountId).where('id', '=', id));
  return row && (yield* withLast(dialect, [row]))[0];
}

/**
 * A webhook, locked until the transaction ends: what is due is computed from its deliveries, so only one
 * transaction at a time may change these.
 */
export const lockWebhook = (
  { db, name }: Dialect,
  id: string,
): SingleStatement<(WebhookTable & { now: number }) | undefined> =>
  first(
    db
      .selectFrom('webhook')
      .selectAll()
      .select(now.as('now'))
      .where('id', '=', id)
      .where('state', '!=', 'deleted')
      .$if(name === 'postgres', (query) => query.forUpdate()),
  );

/** When the next delivery of a webhook is due, from its deliveries. */
const DUE_AT = sql<number | null>`CASE WHEN state = 'active' THEN (
        SELECT CASE WHEN min(next_attempt_at) < webhook.not_before
          THEN webhook.not_before ELSE min(next_attempt_at) END
        FROM webhook_delivery WHERE webhook_id = webhook.id) END`;

/** Computes when the next delivery of a locked webhook is due, from what the transaction has changed. */
export const refreshDue = ({ db }: Dialect, id: string): SingleStatement<number> =>
  executeSql(db, sql`UPDATE webhook SET due_at = ${DUE_AT} WHERE id = ${id}`);

/** The time by which a change of the clock is noticed: orders that settle until then count as later. */
const NOTICED_MS = 60_000;

/** How long a delivery waits: while it is claimed, or after each number of failed attempts. */
const WAIT_MS = sql.raw(
  `CASE WHEN claimed_at IS NOT NULL THEN ${DELIVERY_LEASE_MS} ${WEBHOOK_LIMITS.retryMs
    .map((ms, index) => `WHEN attempts = ${index + 1} THEN ${ms}`)
    .join(' ')} ELSE 0 END`,
);

/**
 * After the clock was set: nothing is due later than it would have been, what is being sent is not sent
 * a second time, orders that settle from now on are delivered to the webhooks that are active now, and no
 * webhook is disabled for having failed in time that has not passed.
 */
export function* restartWebhookWaits({ db }: Dialect): Operation<void> {
  yield* executeSql(
    db,
    sql`UPDATE webhook_delivery SET next_attempt_at = ${now} + ${WAIT_MS}
      WHERE next_attempt_at > ${now} + ${WAIT_MS} OR claimed_at IS NOT NULL`,
  );
  yield* executeSql(
    db,
    sql`UPDATE webhook SET
        failing_since = CASE WHEN failing_since IS NOT NULL THEN ${now} END,
        not_before = CASE WHEN not_before > ${now} THEN ${now} + pause_ms ELSE not_before END,
        active_from = CASE WHEN active_from > ${now} THEN ${nowPlus(-NOTICED_MS)} ELSE active_from END,
        active_until = CASE WHEN active_until > ${now} THEN ${now} ELSE active_until END
      WHERE failing_since IS NOT NULL OR not_before > ${now} OR active_from > ${now}
        OR active_until > ${now}`,
  );
  yield* executeSql(db, sql`UPDATE webhook SET due_at = ${DUE_AT} WHERE due_at IS NOT NULL`);
}

/** A receiver that has not failed. */
const FRESH = {
  failing_since: null,
  not_before: 0,
  pause_ms: 0,
  places: WEBHOOK_LIMITS.perWebhook,
} as const;

export function* insertWebhook(
  dialect: Dialect,
  { webhook, max }: { webhook: Omit<NewWebhook, 'secret'> & { sealed: string }; max: number },
): Operation<WebhookRow | 'too-many'> {
  const { id, accountId } = webhook;
  yield* lockOpenAccount(dialect, accountId);
  const existing = yield* all(webhooksOf(dialect, accountId).limit(max));
  if (existing.length >= max) return 'too-many';
  yield* execute(
    dialect.db.insertInto('webhook').values({
      id,
      account_id: accountId,
      url: webhook.url,
      events_json: JSON.stringify(webhook.events),
      filter_json: filterJson(webhook.filter),
      state: 'pending',
      confirmed_url: null,
      pending_reason: NOT_ASKED,
      disabled_reason: null,
      created_at: now,
      active_from: now,
      active_until: now,
      ...FRESH,
      due_at: null,
      attempts: 0,
      sealed: webhook.sealed,
      secret_created_at: now,
      previous_sealed: null,
      previous_expires_at: null,
    }),
  );
  const row = yield* findWebhook(dialect, { id, accountId });
  if (!row) throw new Error('The webhook was not stored.');
  return row;
}

export function* listWebhooks(
  dialect: Dialect,
  { accountId, page }: { accountId: string; page: BoundedPageRequest },
): Operation<PageItems<Webhook>> {
  let query = shownWebhooks(dialect, accountId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('id', '<', page.after.id);
  const { items, more } = pageItemsOf(yield* all(query), page, (row) => row.url.length);
  return { items: (yield* withLast(dialect, items)).map(toWebhook), more };
}

/** What another state changes; nothing if it is the same. */
function stateColumns(before: WebhookTable, state: WebhookState) {
  if (state === before.state) return {};
  if (state === 'active')
    return { state, active_from: now, active_until: null, disabled_reason: null, ...FRESH };
  // A disabled webhook ended when it was disabled.
  return { state, active_until: before.active_until ?? now, disabled_reason: null };
}

export function* changeWebhook(
  dialect: Dialect,
  { ref, change }: { ref: WebhookRef; change: WebhookChange },
): Operation<WebhookRow | undefined> {
  const before = yield* lockWebhook(dialect, ref.id);
  if (before?.account_id !== ref.accountId) return undefined;
  const { url = before.url, events, filter } = change;
  const challenged = change.challenged?.url === url ? change.challenged : undefined;
  const confirmedUrl = challenged?.error === null ? url : before.confirmed_url;
  const state = webhookState(before.state as WebhookState, change.state, confirmedUrl === url);
  const pendingReason = challenged?.error ?? before.pending_reason ?? NOT_ASKED;
  yield* execute(
    dialect.db
      .updateTable('webhook')
      .set({
        url,
        confirmed_url: confirmedUrl,
        pending_reason: state === 'pending' ? pendingReason : null,
        ...(url === before.url ? {} : FRESH),
        ...(events ? { events_json: JSON.stringify(events) } : {}),
        ...(filter ? { filter_json: filterJson(filter) } : {}),
        ...stateColumns(before, state),
      })
      .where('id', '=', ref.id),
  );
  yield* refreshDue(dialect, ref.id);
  return yield* findWebhook(dialect, ref);
}

/** Its deliveries and attempts, which may be many, are deleted later, in chunks (`pruneWebhooks`). */
export const deleteWebhook = (
  { db }: Dialect,
  { id, accountId }: WebhookRef,
): SingleStatement<Pick<WebhookTable, 'url'> | undefined> =>
  first(
    db
      .updateTable('webhook')
      .set({ state: 'deleted', due_at: null, active_until: now })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('state', '!=', 'deleted')
      .returning('url'),
  );

/** Keeps at most two secrets: the one before the previous is dropped. */
export function* rotateWebhookSecret(
  dialect: Dialect,
  { ref, sealed, gracePeriodMs }: { ref: WebhookRef; sealed: string; gracePeriodMs: number },
): Operation<WebhookTable | undefined> {
  const keeps = gracePeriodMs > 0;
  const before = yield* lockWebhook(dialect, ref.id);
  if (before?.account_id !== ref.accountId) return undefined;
  yield* execute(
    dialect.db
      .updateTable('webhook')
      .set({
        previous_sealed: keeps ? before.sealed : null,
        previous_expires_at: keeps ? before.now + gracePeriodMs : null,
        sealed,
        secret_created_at: before.now,
      })
      .where('id', '=', ref.id),
  );
  return yield* findWebhook(dialect, ref);
}

/** What signs a request to a webhook now. */
export interface SealedSecrets {
  sealed: string;
  previous: string | null;
}

export const sealedSecrets = (row: WebhookTable & { now: number }): SealedSecrets => ({
  sealed: row.sealed,
  previous: (row.previous_expires_at ?? 0) > row.now ? row.previous_sealed : null,
});

export const findWebhookSecrets = (
  { db }: Dialect,
  id: string,
): SingleStatement<SealedSecrets | undefined> =>
  first(
    db
      .selectFrom('webhook')
      .selectAll()
      .select(now.as('now'))
      .where('id', '=', id)
      .where('state', '!=', 'deleted'),
  ).as((row) => row && sealedSecrets(row));

type AttemptRow = Omit<WebhookAttemptTable, 'body' | 'response'>;

export const toAttempt = (row: AttemptRow): WebhookAttempt => ({
  id: row.id,
  number: row.number,
  deliveryId: row.delivery_id,
  type: row.type,
  orderId: row.order_id,
  atMs: row.at,
  status: row.status,
  error: row.error,
  durationMs: row.duration_ms,
  nextAttemptAtMs: row.next_attempt_at,
});

const ATTEMPT_COLUMNS = [
  'webhook_id',
  'number',
  'id',
  'delivery_id',
  'type',
  'order_id',
  'at',
  'status',
  'error',
  'duration_ms',
  'next_attempt_at',
] as const;

/** Newest first. */
export function listAttempts(
  { db }: Dialect,
  {
    webhookId,
    page,
    onlyFailed,
  }: { webhookId: string; page: BoundedPageRequest; onlyFailed: boolean },
): SingleStatement<PageItems<WebhookAttempt>> {
  let query = db
    .selectFrom('webhook_attempt')
    .select(ATTEMPT_COLUMNS)
    .where('webhook_id', '=', webhookId)
    .orderBy('number', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('number', '<', page.after.key);
  if (onlyFailed) query = query.where('error', 'is not', null);
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
  delivery: NonNullable<EndedAttempt['delivery']> & { id: string },
  { error, status }: Pick<WebhookOutcome, 'error' | 'status'>,
): Operation<Recorded> {
  const succeeded = error === null;
  const row = yield* first(
    db
      .selectFrom('webhook_delivery')
      .select(['attempts', 'next_attempt_at', 'claim', 'claimed_at'])
      .where('id', '=', delivery.id),
  );
  if (delivery.claim === null && !succeeded) {
    const isWaiting = row !== undefined && row.claimed_at === null;
    return { webhook: {}, disabled: false, nextAttemptAt: isWaiting ? row.next_attempt_at : null };
  }
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
  // If the lease ended, the delivery belongs to another process. A delivery that has succeeded is deleted
  // in any case.
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
  const { webhookId, message, delivery, outcome } = ended;
  const webhook = yield* lockWebhook(dialect, webhookId);
  if (!webhook) return undefined;
  const recorded: Recorded = delivery
    ? yield* recordDelivery(dialect, webhook, { id: message.id, ...delivery }, outcome)
    : { webhook: {}, disabled: false, nextAttemptAt: null };
  const number = webhook.attempts + 1;
  const row: WebhookAttemptTable = {
    webhook_id: webhookId,
    number,
    id: ended.id,
    delivery_id: message.id,
    type: message.type,
    order_id: message.orderId,
    at: webhook.now - outcome.durationMs,
    status: outcome.status,
    error: outcome.error,
    duration_ms: outcome.durationMs,
    next_attempt_at: recorded.nextAttemptAt,
    body: message.body,
    response: outcome.response,
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
      .updateTable('webhook_attempt')
      .set({ response: null })
      .where('webhook_id', '=', webhookId)
      .where('number', '=', number - WEBHOOK_LIMITS.keptResponses),
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

/** Deletes what is too old, then what deleted webhooks left, and finally the webhooks themselves. */
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
