import { type Selectable, sql } from 'kysely';
import {
  all,
  type BuildOperation,
  type Dialect,
  execute,
  executeSql,
  now,
  type Operation,
  prepared,
  type SingleStatement,
} from '../database/operation.ts';
import type { AuditTable } from '../database/tables.ts';
import type { Actor } from '../market/caller.ts';
import { DAY_MS } from '../market/limits.ts';
import { type BoundedPageRequest, type PageItems, pageItemsOf } from '../market/page.ts';
import type {
  Act,
  AuditAction,
  AuditEntry,
  AuditFilter,
  KeyName,
  OwnAuditEntry,
  OwnAuditFilter,
} from './audit.ts';

const KEPT_MS = 400 * DAY_MS;

function actorIdOf(actor: Actor): string | null {
  switch (actor.kind) {
    case 'key':
      return actor.keyId;
    case 'session':
      return actor.sessionId;
    case 'operator':
      return null;
  }
}

const insertAct = (
  { db }: Dialect,
  { action, accountId, subject, reason, details }: Act,
  actor: Actor,
): SingleStatement<number> =>
  execute(
    db.insertInto('audit').values({
      at: now,
      action,
      account_id: accountId,
      actor: actor.kind,
      actor_id: actorIdOf(actor),
      subject,
      reason: reason ?? null,
      details_json: details ? JSON.stringify(details) : null,
      request_id: actor.requestId ?? null,
    }),
  );

/** The arguments of an operation, and who runs it; without `by`, nothing is recorded. */
export interface By<Args> {
  args: Args;
  by: Actor | undefined;
}

/**
 * An operation that also records what it did, in the same transaction; `actOf` returns `undefined` if
 * it did nothing.
 */
export function recorded<Args, Result>(
  operation: BuildOperation<Args, Result>,
  actOf: (result: Result, args: Args) => Act | undefined,
): BuildOperation<By<Args>, Result> {
  function* run(dialect: Dialect, { args, by }: By<Args>): Operation<Result> {
    const result = yield* operation(dialect, args);
    const act = by && actOf(result, args);
    if (act) yield* insertAct(dialect, act, by);
    return result;
  }
  // Errors name the operation.
  return Object.defineProperty(run, 'name', { value: operation.name });
}

const toEntry = (row: Selectable<AuditTable>): AuditEntry => ({
  number: row.number,
  atMs: row.at,
  action: row.action as AuditAction,
  accountId: row.account_id,
  actor: row.actor,
  actorId: row.actor_id,
  subject: row.subject,
  reason: row.reason,
  details: row.details_json === null ? null : JSON.parse(row.details_json),
  requestId: row.request_id,
});

const bytesOf = ({ reason, details_json: details }: Selectable<AuditTable>) =>
  (reason?.length ?? 0) + (details?.length ?? 0);

/** Newest first. */
export function* listAudit(
  { db }: Dialect,
  { filter, page }: { filter: AuditFilter; page: BoundedPageRequest },
): Operation<PageItems<AuditEntry>> {
  const { accountId, action, sinceMs } = filter;
  let query = db
    .selectFrom('audit')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(page.limit + 1);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (sinceMs !== undefined) query = query.where('at', '>=', sinceMs);
  if (page.after) query = query.where('number', '<', page.after.key);
  const rows = yield* all(query);
  const { items, more } = pageItemsOf(rows, page, bytesOf);
  return { items: items.map(toEntry), more };
}

/** Whether a column has the value, if that is not empty. */
const isOrEmpty = (value: string, column: string) =>
  sql<boolean>`CAST(${value} AS text) IN ('', ${sql.ref(column)})`;

const LAST = Number.MAX_SAFE_INTEGER;

interface OwnPage {
  accountId: string;
  /** What an action begins with; `%` for any. */
  pattern: string;
  /** Empty for any. */
  actor: string;
  actorId: string;
  subject: string;
  fromMs: number;
  toMs: number;
  /** Only entries with a lower number. */
  before: number;
  rows: number;
}

/** One statement for every page of every account, so that it is parsed and planned once. */
const ownPage = prepared((db, page: OwnPage) =>
  db
    .selectFrom('audit')
    .leftJoin('api_key as acting', (join) =>
      join
        .onRef('acting.id', '=', 'audit.actor_id')
        .onRef('acting.account_id', '=', 'audit.account_id'),
    )
    .leftJoin('api_key as key', (join) =>
      join.onRef('key.id', '=', 'audit.subject').onRef('key.account_id', '=', 'audit.account_id'),
    )
    .leftJoin('listing', 'listing.id', 'audit.subject')
    .leftJoin('webhook', 'webhook.id', 'audit.subject')
    .leftJoin('session', 'session.id', 'audit.subject')
    .selectAll('audit')
    .select([
      'acting.name as acting_name',
      'acting.last_four as acting_last_four',
      'key.name as key_name',
      'key.last_four as key_last_four',
      'key.revoked_at as key_revoked_at',
      'listing.id as listing_id',
      'webhook.state as webhook_state',
      'session.id as session_id',
    ])
    .where('audit.account_id', '=', page.accountId)
    .where('audit.action', 'like', page.pattern)
    .where(isOrEmpty(page.actor, 'audit.actor'))
    .where(isOrEmpty(page.actorId, 'audit.actor_id'))
    .where(isOrEmpty(page.subject, 'audit.subject'))
    .where('audit.at', '>=', page.fromMs)
    .where('audit.at', '<', page.toMs)
    .where('audit.number', '<', page.before)
    .orderBy('audit.number', 'desc')
    .limit(page.rows),
);

type OwnRow = ReturnType<ReturnType<typeof ownPage>['result']>[number];

/** Whether the subject is still there; accounts and the people in them are never deleted. */
function subjectExists(row: OwnRow): boolean {
  const { action, key_name, key_revoked_at, listing_id, webhook_state, session_id } = row;
  if (action.startsWith('key.')) return key_name !== null && key_revoked_at === null;
  if (action.startsWith('listing.')) return listing_id !== null;
  if (action.startsWith('webhook.')) return webhook_state !== null && webhook_state !== 'deleted';
  return !action.startsWith('session.') || session_id !== null;
}

const keyName = (name: string | null, lastFour: string | null): KeyName | null =>
  name === null || lastFour === null ? null : { name, lastFour };

const toOwnEntry = (row: OwnRow): OwnAuditEntry => ({
  ...toEntry(row),
  actorKey: keyName(row.acting_name, row.acting_last_four),
  subjectKey: keyName(row.key_name, row.key_last_four),
  subjectExists: subjectExists(row),
});

/** Newest first. */
export function* listOwnAudit(
  dialect: Dialect,
  { filter, page }: { filter: OwnAuditFilter; page: BoundedPageRequest },
): Operation<PageItems<OwnAuditEntry>> {
  const { accountId, kind, actor = '', subject = '', fromMs = 0, toMs = LAST } = filter;
  const isKind = actor === 'session' || actor === 'operator';
  const rows = yield* ownPage(dialect, {
    accountId,
    pattern: kind === undefined ? '%' : `${kind}.%`,
    actor: isKind ? actor : '',
    actorId: isKind ? '' : actor,
    subject,
    fromMs,
    toMs,
    before: page.after?.key ?? LAST,
    rows: page.limit + 1,
  });
  const { items, more } = pageItemsOf(rows, page, bytesOf);
  return { items: items.map(toOwnEntry), more };
}

export const pruneAudit = ({ db }: Dialect, limit: number): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM audit WHERE number IN (
      SELECT number FROM audit WHERE at < mkt_now() - ${sql.lit(KEPT_MS)} ORDER BY at LIMIT ${limit})`,
  );
