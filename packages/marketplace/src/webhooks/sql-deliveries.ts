import type { OrderState, WebhookEvent } from '@mkt/protocol';
import { sql } from 'kysely';
import { isSuspended } from '../accounts/sql.ts';
import { isComplete } from '../database/log-numbers.ts';
import {
  all,
  type Dialect,
  execute,
  executeSql,
  first,
  isOneOf,
  now,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { WEBHOOK_LIMITS } from '../market/limits.ts';
import type { Order } from '../orders/order.ts';
import {
  advanceFollower,
  endOf,
  followerLagMs,
  followerPosition,
  logged,
} from '../orders/sql-log.ts';
import { LISTING_NAME, SUMMARY_COLUMNS, toOrderSummary } from '../orders/sql.ts';
import {
  lockWebhook,
  refreshDue,
  sealedSecrets,
  type SealedSecrets,
  toAttempt,
  toFilter,
} from './sql.ts';
import {
  type Delivery,
  DELIVERY_LEASE_MS,
  type DueWebhook,
  type ExceptWebhooks,
  isWanted,
  type QueuedDeliveries,
  type SettledForWebhooks,
  type WebhookRef,
} from './webhook.ts';

const FOLLOWER = 'webhooks';
/** Orders of the log that one run reads at most. */
const MAX_ORDERS = 1_000;
/** Deliveries of one transaction, apart from the last order's: on SQLite it takes up to 3 ms. */
const MAX_DELIVERIES = 200;

export const hasWebhooks = ({ db }: Dialect): SingleStatement<boolean> =>
  first(db.selectFrom('webhook').select('id').limit(1)).as((row) => row !== undefined);

/**
 * Moves the position to the end of the log if there is no webhook. One statement reads both, so no
 * order is passed over that settled after a webhook was created.
 */
export const skipSettled = (dialect: Dialect): SingleStatement<number> =>
  executeSql(
    dialect.db,
    sql`INSERT INTO follower (name, number, order_id)
      SELECT ${FOLLOWER}, settled_number, id FROM orders
      WHERE settled_number IS NOT NULL AND ${isComplete(dialect)}
        AND NOT EXISTS (SELECT 1 FROM webhook)
      ORDER BY settled_number DESC, id DESC LIMIT 1
      ON CONFLICT (name) DO UPDATE SET number = excluded.number, order_id = excluded.order_id
      WHERE (follower.number, follower.order_id) < (excluded.number, excluded.order_id)`,
  );

interface Match {
  settled_number: number | null;
  orderId: string;
  webhookId: string;
  url: string;
  events_json: string;
  filter_json: string | null;
  keyId: string | null;
  listingId: string;
  state: OrderState;
}

const toDelivery = ({ orderId, webhookId }: Match) => ({ orderId, webhookId });

/** Whether the webhook receives orders that settle, and this one. */
const wants = (match: Match): boolean =>
  (JSON.parse(match.events_json) as WebhookEvent[]).includes('order.settled') &&
  isWanted(toFilter(match.filter_json), match);

/** A URL receives an order once, however many webhooks an account has for it. */
function oncePerUrl(matches: readonly Match[]): Match[] {
  const told = new Set<string>();
  return matches.filter(({ orderId, url }) => {
    const name = `${orderId} ${url}`;
    if (told.has(name)) return false;
    told.add(name);
    return true;
  });
}

/** The next orders of the log, with the webhooks that were active when each of them settled. */
export function* nextSettled(dialect: Dialect): Operation<SettledForWebhooks | undefined> {
  const from = yield* followerPosition(dialect, FOLLOWER);
  const end = yield* endOf(dialect, from, MAX_ORDERS);
  if (!end) return undefined;
  const page = logged(dialect, from)
    .select(['settled_number', 'id', 'buyer_id', 'completed_at', 'key_id', 'listing_id', 'state'])
    .limit(MAX_ORDERS);
  const matches = yield* all(
    dialect.db
      .selectFrom(page.as('page'))
      .innerJoin('webhook', 'webhook.account_id', 'page.buyer_id')
      .select(['page.settled_number', 'page.id as orderId', 'webhook.id as webhookId'])
      .select(['page.key_id as keyId', 'page.listing_id as listingId', 'page.state'])
      .select(['webhook.url', 'webhook.events_json', 'webhook.filter_json'])
      .where('webhook.state', '!=', 'deleted')
      .whereRef('webhook.active_from', '<=', 'page.completed_at')
      .where((where) =>
        where.or([
          where('webhook.active_until', 'is', null),
          where('page.completed_at', '<', where.ref('webhook.active_until')),
        ]),
      )
      .orderBy('page.settled_number')
      .orderBy('page.id')
      .orderBy('webhook.id'),
  );
  const rows = oncePerUrl(matches.filter(wants));
  const cut = rows[MAX_DELIVERIES];
  if (!cut) {
    const next = yield* first(logged(dialect, end).select('id').limit(1));
    return { from, to: end, deliveries: rows.map(toDelivery), isLast: next === undefined };
  }
  // Includes every webhook of the order that exceeds the limit: a position is never within an order.
  const last = rows.findLastIndex(({ orderId }) => orderId === cut.orderId);
  const to = { number: cut.settled_number ?? 0, orderId: cut.orderId };
  return { from, to, deliveries: rows.slice(0, last + 1).map(toDelivery), isLast: false };
}

/** Stores deliveries with the position; false, and nothing is stored, if another process moved it. */
export function* queueDeliveries(
  dialect: Dialect,
  { from, to, deliveries }: QueuedDeliveries,
): Operation<boolean> {
  if (!(yield* advanceFollower(dialect, { name: FOLLOWER, from, to }))) return false;
  const byWebhook = Map.groupBy(deliveries, ({ webhookId }) => webhookId);
  // Always in this order, so that no two transactions wait for each other.
  for (const webhookId of [...byWebhook.keys()].toSorted()) {
    const webhook = yield* lockWebhook(dialect, webhookId);
    if (!webhook) continue;
    const rows = (byWebhook.get(webhookId) ?? []).map(({ id, orderId }) => ({
      id,
      webhook_id: webhookId,
      order_id: orderId,
      created_at: webhook.now,
      attempts: 0,
      next_attempt_at: webhook.now,
      claim: 0,
      claimed_at: null,
    }));
    yield* execute(
      dialect.db
        .insertInto('webhook_delivery')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['webhook_id', 'order_id']).doNothing()),
    );
    yield* refreshDue(dialect, webhookId);
  }
  return true;
}

/** How far webhooks are behind the log. */
export const webhooksLagMs = (dialect: Dialect): Operation<number> =>
  followerLagMs(dialect, FOLLOWER);

/** How long the oldest overdue delivery has been due; 0 if none is. */
export function overdueMs({ db }: Dialect): SingleStatement<number> {
  const query = db
    .selectFrom('webhook')
    .select(sql<number>`mkt_now() - due_at`.as('ms'))
    .where('due_at', '<=', now)
    .where('state', '=', 'active')
    .where(sql<boolean>`${isSuspended('webhook.account_id')} = 0`)
    .orderBy('due_at')
    .limit(1);
  return first(query).as((row) => row?.ms ?? 0);
}

/** Webhooks with deliveries that are due, longest due first. */
export function dueWebhooks(
  dialect: Dialect,
  { limit, except }: { limit: number; except: ExceptWebhooks },
): SingleStatement<DueWebhook[]> {
  const isNone = (column: string, ids: readonly string[]) =>
    sql<boolean>`NOT (${isOneOf(dialect, column, ids)})`;
  const query = dialect.db
    .selectFrom('webhook')
    .select(['id', 'account_id', 'url', 'places'])
    .where('due_at', '<=', now)
    .where('state', '=', 'active')
    .where(sql<boolean>`${isSuspended('webhook.account_id')} = 0`)
    .where(isNone('id', except.webhooks))
    .where(isNone('account_id', except.accounts))
    .orderBy('due_at')
    .limit(limit);
  return all(query).as((rows) =>
    rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      url: row.url,
      places: row.places,
    })),
  );
}

export interface SealedDelivery extends SealedSecrets {
  id: string;
  webhookId: string;
  accountId: string;
  url: string;
  order: Order;
  claim: number;
}

/** A message that was sent to a webhook of the account, with its newest attempts. */
export function* findDelivery(
  dialect: Dialect,
  { id, accountId }: WebhookRef,
): Operation<{ webhookId: string; delivery: Delivery } | undefined> {
  const { db } = dialect;
  const rows = yield* all(
    db
      .selectFrom('webhook_attempt')
      .innerJoin('webhook', 'webhook.id', 'webhook_attempt.webhook_id')
      .selectAll('webhook_attempt')
      .where('delivery_id', '=', id)
      .where('webhook.account_id', '=', accountId)
      .where('webhook.state', '!=', 'deleted')
      .orderBy('number', 'desc')
      .limit(WEBHOOK_LIMITS.attemptsOfDelivery),
  );
  const [last] = rows;
  if (!last) return undefined;
  const waiting = yield* first(
    db
      .selectFrom('webhook_delivery')
      .select(['next_attempt_at', 'claimed_at'])
      .where('id', '=', id),
  );
  const order = yield* first(
    db
      .selectFrom('orders')
      .select(SUMMARY_COLUMNS)
      .select(LISTING_NAME)
      .where('id', '=', last.order_id ?? ''),
  );
  const delivery: Delivery = {
    id,
    type: last.type,
    orderId: last.order_id,
    order: order && toOrderSummary(order),
    storedBody: last.body,
    nextAttemptAtMs: waiting?.claimed_at === null ? waiting.next_attempt_at : null,
    attempts: rows.map((row) => ({ ...toAttempt(row), response: row.response })),
  };
  return { webhookId: last.webhook_id, delivery };
}

/** Claims the oldest deliveries that are due. Those whose order was deleted since are dropped. */
export function* claimDeliveries(
  dialect: Dialect,
  { webhookId, limit }: { webhookId: string; limit: number },
): Operation<SealedDelivery[]> {
  const { db } = dialect;
  const webhook = yield* lockWebhook(dialect, webhookId);
  if (webhook?.state !== 'active') return [];
  const due = yield* all(
    db
      .selectFrom('webhook_delivery')
      .select(['id', 'order_id', 'claim'])
      .where('webhook_id', '=', webhookId)
      .where('next_attempt_at', '<=', webhook.now)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit),
  );
  const orderIds = due.map((row) => row.order_id);
  const rows = yield* all(
    db
      .selectFrom('orders')
      .select(SUMMARY_COLUMNS)
      .select(LISTING_NAME)
      .where(isOneOf(dialect, 'id', orderIds)),
  );
  const orders = new Map(rows.map((row) => [row.id, toOrderSummary(row)]));
  const claimed = due.flatMap(({ id, order_id: orderId, claim }): SealedDelivery[] => {
    const order = orders.get(orderId);
    const { account_id: accountId, url } = webhook;
    const secrets = sealedSecrets(webhook);
    return order ? [{ id, webhookId, accountId, url, order, claim: claim + 1, ...secrets }] : [];
  });
  const kept = new Set(claimed.map(({ id }) => id));
  const orphans = due.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  yield* execute(db.deleteFrom('webhook_delivery').where(isOneOf(dialect, 'id', orphans)));
  yield* execute(
    db
      .updateTable('webhook_delivery')
      .set((column) => ({
        claim: column('claim', '+', 1),
        claimed_at: webhook.now,
        next_attempt_at: webhook.now + DELIVERY_LEASE_MS,
      }))
      .where(isOneOf(dialect, 'id', [...kept])),
  );
  yield* refreshDue(dialect, webhookId);
  return claimed;
}

/** Ends a claim without an attempt: the delivery is due again. */
export function* giveBackDelivery(
  dialect: Dialect,
  { id, webhookId, claim }: { id: string; webhookId: string; claim: number },
): Operation<void> {
  const webhook = yield* lockWebhook(dialect, webhookId);
  if (!webhook) return;
  yield* execute(
    dialect.db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: webhook.now, claimed_at: null })
      .where('id', '=', id)
      .where('claim', '=', claim),
  );
  yield* refreshDue(dialect, webhookId);
}

/** Ends every claim: the processes that made them are gone. */
export function* giveBackDeliveries(dialect: Dialect): Operation<void> {
  const given = yield* all(
    dialect.db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: now, claimed_at: null })
      .where('claimed_at', 'is not', null)
      .returning('webhook_id'),
  );
  for (const id of new Set(given.map((row) => row.webhook_id))) yield* refreshDue(dialect, id);
}
