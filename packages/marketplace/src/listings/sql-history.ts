import type { ProviderStatus, Verdict } from '@mkt/protocol';
import { sql, type RawBuilder } from 'kysely';
import {
  all,
  type Dialect,
  execute,
  now,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import { HISTORY_LIMITS } from '../market/limits.ts';
import { pageItemsOf, type BoundedPageRequest, type PageItems } from '../market/page.ts';
import {
  historyRecord,
  isShownToBuyers,
  type HistoryActor,
  type HistoryFilter,
  type ListedHistoryEntry,
  type RecordedEdit,
  type RecordedListing,
} from './history.ts';

export interface RecordedChange {
  /** The status before; undefined if the listing is new. */
  from: ProviderStatus | undefined;
  after: RecordedListing;
  actor: HistoryActor;
  edit?: RecordedEdit | undefined;
}

/** Computed without reading the texts. */
const BYTES = sql<number>`octet_length(changes_json) + octet_length(own_changes_json)
  + octet_length(findings_json)`;

/** The present name of a key or a person; null if a session has ended in the meantime. */
function nameOf(actor: HistoryActor): RawBuilder<string | null> {
  switch (actor.kind) {
    case 'key':
      return sql`(SELECT name FROM api_key WHERE id = ${actor.keyId})`;
    case 'session':
      return sql`(SELECT "user".name FROM "session" JOIN "user" ON "user".id = "session"."userId"
        WHERE "session".id = ${actor.sessionId})`;
    case 'operator':
    case 'marketplace':
      return sql`NULL`;
  }
}

/**
 * Stores the entry of a change, in the transaction that changes the listing. Its row is locked by
 * then, so two changes cannot get the same number.
 */
export function* recordChange(
  { db }: Dialect,
  { from, after, actor, edit }: RecordedChange,
): Operation<void> {
  const record = historyRecord(from, after, edit);
  if (!record) return;
  const { revision, changes, verdict, findings, isPublic } = record;
  const lastNumber = sql<number>`(SELECT coalesce(max(number), 0) FROM listing_history
    WHERE listing_id = ${after.id})`;
  yield* execute(
    db.insertInto('listing_history').values({
      listing_id: after.id,
      number: sql<number>`${lastNumber} + 1`,
      revision,
      is_public: isPublic ? 1 : 0,
      at: now,
      actor_kind: actor.kind,
      actor_name: nameOf(actor),
      verdict,
      changes_json: JSON.stringify(changes.filter(isShownToBuyers)),
      own_changes_json: JSON.stringify(changes.filter((change) => !isShownToBuyers(change))),
      findings_json: JSON.stringify(findings),
    }),
  );
  const sizes = sql`(SELECT number, sum(${BYTES}) OVER (ORDER BY number DESC) AS bytes
    FROM listing_history WHERE listing_id = ${after.id}) AS sizes`;
  const beyondBytes = sql<number>`(SELECT coalesce(max(number), 0) FROM ${sizes}
    WHERE bytes > ${sql.lit(HISTORY_LIMITS.bytes)})`;
  const beyondEntries = sql<number>`${lastNumber} - ${sql.lit(HISTORY_LIMITS.entries)}`;
  yield* execute(
    db
      .deleteFrom('listing_history')
      .where('listing_id', '=', after.id)
      .where('number', '<', lastNumber)
      .where((where) =>
        where.or([where('number', '<=', beyondEntries), where('number', '<=', beyondBytes)]),
      ),
  );
}

/** Erases the names of the people who changed the listings of an account. */
export const eraseNames = ({ db }: Dialect, accountId: string): SingleStatement<number> =>
  execute(
    db
      .updateTable('listing_history')
      .set({ actor_name: null })
      .where('actor_kind', '=', 'session')
      .where('listing_id', 'in', (own) =>
        own.selectFrom('listing').select('id').where('account_id', '=', accountId),
      ),
  );

export const deleteHistory = ({ db }: Dialect, listingId: string): SingleStatement<number> =>
  execute(db.deleteFrom('listing_history').where('listing_id', '=', listingId));

export function* listHistory(
  { db }: Dialect,
  { filter, page }: { filter: HistoryFilter; page: BoundedPageRequest },
): Operation<PageItems<ListedHistoryEntry>> {
  const entries = db.selectFrom('listing_history').where('listing_id', '=', filter.listingId);
  let query = entries
    .select(['number', BYTES.as('bytes')])
    .orderBy('number', 'desc')
    .limit(page.limit + 1);
  if (filter.publicOnly) query = query.where('is_public', '=', 1);
  if (page.after) query = query.where('number', '<', page.after.key);
  const { items, more } = pageItemsOf(yield* all(query), page, ({ bytes }) => bytes);
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return { items: [], more: false };
  const rows = yield* all(
    entries
      .selectAll()
      .where('number', '<=', first.number)
      .where('number', '>=', last.number)
      .orderBy('number', 'desc'),
  );
  return { items: rows.map(toEntry), more };
}

const toEntry = (row: {
  listing_id: string;
  number: number;
  revision: number;
  at: number;
  actor_kind: ListedHistoryEntry['actor']['kind'];
  actor_name: string | null;
  verdict: Verdict;
  changes_json: string;
  own_changes_json: string;
  findings_json: string;
}): ListedHistoryEntry => ({
  listingId: row.listing_id,
  number: row.number,
  revision: row.revision,
  atMs: row.at,
  actor: { kind: row.actor_kind, name: row.actor_name },
  verdict: row.verdict,
  changesJson: row.changes_json,
  ownChangesJson: row.own_changes_json,
  findingsJson: row.findings_json,
});
