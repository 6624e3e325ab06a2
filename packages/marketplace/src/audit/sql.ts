import { type Selectable, sql } from 'kysely';
import {
  all,
  type BuildOperation,
  type Dialect,
  execute,
  executeSql,
  now,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import type { AuditTable } from '../database/tables.ts';
import type { Actor } from '../market/caller.ts';
import { DAY_MS } from '../market/limits.ts';
import { type BoundedPageRequest, type PageItems, pageItemsOf } from '../market/page.ts';
import type { Act, AuditAction, AuditEntry, AuditFilter } from './audit.ts';

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
  const { items, more } = pageItemsOf(
    rows,
    page,
    ({ reason, details_json: details }) => (reason?.length ?? 0) + (details?.length ?? 0),
  );
  return { items: items.map(toEntry), more };
}

export const pruneAudit = ({ db }: Dialect, limit: number): SingleStatement<number> =>
  executeSql(
    db,
    sql`DELETE FROM audit WHERE number IN (
      SELECT number FROM audit WHERE at < mkt_now() - ${sql.lit(KEPT_MS)} ORDER BY at LIMIT ${limit})`,
  );
