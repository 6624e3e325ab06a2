import type { WebhookEvent, WebhookState } from '@mkt/protocol';
import { sql } from 'kysely';
import { pageItemsOf, type BoundedPageRequest, type PageItems } from '../market/page.ts';
import { WEBHOOK_LIMITS } from '../market/limits.ts';
import {
  EVERY_ORDER,
  NOT_ASKED,
  webhookState,
  type Webhook,
  type WebhookFilter,
} from './webhook.ts';
import type { NewWebhook, WebhookChange, WebhookRef } from './webhook-store.ts';
import type { WebhookTable } from '../database/webhook.ts';
import { now } from '../database/now.ts';
import {
  all,
  execute,
  executeSql,
  first,
  type Dialect,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { lockAccount } from '../accounts/sql.ts';

export const toFilter = (json: string | null): WebhookFilter =>
  json === null ? EVERY_ORDER : (JSON.parse(json) as WebhookFilter);

const filterJson = (filter: WebhookFilter): string | null =>
  Object.values(filter).every((condition) => condition === null) ? null : JSON.stringify(filter);

export const toWebhook = (row: WebhookTable): Webhook => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  events: JSON.parse(row.events_json) as WebhookEvent[],
  filter: toFilter(row.filter_json),
  state: row.state as WebhookState,
  isConfirmed: row.confirmed_url === row.url,
  pendingReason: row.pending_reason,
  disabledReason: row.disabled_reason,
  createdAtMs: row.created_at,
});

const webhooksOf = ({ db }: Dialect, accountId: string) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '!=', 'deleted');

export const findWebhook = (
  dialect: Dialect,
  { id, accountId }: WebhookRef,
): SingleStatement<WebhookTable | undefined> =>
  first(webhooksOf(dialect, accountId).where('id', '=', id));

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

/** Computes when the next delivery of a locked webhook is due, from what the transaction has changed. */
export const refreshDue = ({ db }: Dialect, id: string): SingleStatement<number> =>
  executeSql(
    db,
    sql`UPDATE webhook SET due_at = CASE WHEN state = 'active' THEN (
        SELECT CASE WHEN min(next_attempt_at) < webhook.not_before
          THEN webhook.not_before ELSE min(next_attempt_at) END
        FROM webhook_delivery WHERE webhook_id = webhook.id) END
      WHERE id = ${id}`,
  );

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
): Operation<WebhookTable | 'too-many'> {
  const { id, accountId } = webhook;
  yield* lockAccount(dialect, accountId);
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

export function listWebhooks(
  dialect: Dialect,
  { accountId, page }: { accountId: string; page: BoundedPageRequest },
): SingleStatement<PageItems<Webhook>> {
  let query = webhooksOf(dialect, accountId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('id', '<', page.after.id);
  return all(query).as((rows) => {
    const { items, more } = pageItemsOf(rows, page, (row) => row.url.length);
    return { items: items.map(toWebhook), more };
  });
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
): Operation<WebhookTable | undefined> {
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

/** Its deliveries and attempts, which may be many, are deleted by and by (`pruneWebhooks`). */
export const deleteWebhook = (
  { db }: Dialect,
  { id, accountId }: WebhookRef,
): SingleStatement<boolean> =>
  execute(
    db
      .updateTable('webhook')
      .set({ state: 'deleted', due_at: null, active_until: now })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('state', '!=', 'deleted'),
  ).as((changed) => changed > 0);

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
