import { sql } from 'kysely';
import { all, type Dialect, execute, first, now, type Operation } from '../database/operation.ts';
import { deleteListing } from '../listings/sql.ts';
import { resetHealth } from '../listings/sql-health.ts';
import { eraseNames, recordChange } from '../listings/sql-history.ts';
import type { Actor } from '../market/caller.ts';
import { settleOpenOrders } from '../orders/sql-settle.ts';
import { type Closing, type Closure, defaultName } from './account.ts';
import { isSuspended, lockAccount } from './sql.ts';

/** Archives what was published, and deletes what never was. Resolves with the ids of both. */
function* endListings(
  dialect: Dialect,
  { id, actor }: { id: string; actor: Actor },
): Operation<Pick<Closure, 'archivedListingIds' | 'deletedListingIds'>> {
  const { db, name } = dialect;
  let query = db
    .selectFrom('listing')
    .select(['id', 'version', 'status', 'published_at', 'health_endpoint'])
    .where('account_id', '=', id)
    .where('status', '!=', 'archived')
    .orderBy('id');
  if (name === 'postgres') query = query.forUpdate();
  const archivedListingIds: string[] = [];
  const deletedListingIds: string[] = [];
  for (const { status: from, ...listing } of yield* all(query)) {
    if (listing.published_at === null) {
      yield* deleteListing(dialect, listing);
      deletedListingIds.push(listing.id);
      continue;
    }
    const after = yield* first(
      db
        .updateTable('listing')
        .set((column) => ({
          status: 'archived',
          paused_by_marketplace: 0,
          rejection_reason: null,
          version: column('version', '+', 1),
          updated_at: now,
        }))
        .where('id', '=', listing.id)
        .returning(['id', 'status', 'revision', 'published_at as publishedAtMs']),
    );
    const configured = listing.health_endpoint !== null;
    yield* resetHealth(dialect, { listingId: listing.id, configured, probed: false });
    if (after) yield* recordChange(dialect, { from, after, actor });
    archivedListingIds.push(listing.id);
  }
  yield* eraseNames(dialect, id);
  return { archivedListingIds, deletedListingIds };
}

const ERASED = '(erased)';

interface Members {
  userIds: readonly string[];
  emails: readonly string[];
}

/** Erases the email addresses that its people have and had from the audit, which keeps what was done. */
function* eraseFromAudit(
  { db }: Dialect,
  { id, emails }: { id: string } & Pick<Members, 'emails'>,
): Operation<void> {
  const ofPeople = yield* all(
    db
      .selectFrom('audit')
      .select(['subject', 'details_json'])
      .where('account_id', '=', id)
      .where('action', 'like', 'user.%'),
  );
  const before = ofPeople.flatMap(({ details_json: json }): string[] => {
    const { before: address } = (json === null ? {} : JSON.parse(json)) as { before?: string };
    return address === undefined ? [] : [address];
  });
  const known = new Set([...emails, ...ofPeople.map(({ subject }) => subject), ...before]);
  const erased = db.updateTable('audit').set({ subject: ERASED, details_json: null });
  yield* execute(erased.where('account_id', '=', id).where('action', 'like', 'user.%'));
  yield* execute(
    erased
      .where('account_id', 'is', null)
      .where('action', '=', 'user.invite')
      .where('subject', 'in', [...known]),
  );
}

/** Deletes its people, with everything by which they sign in. */
function* deletePeople(
  { db }: Dialect,
  { id, userIds, emails }: { id: string } & Members,
): Operation<void> {
  // Locks rows in the order in which a link sets a password (`sql-people.ts`).
  yield* execute(db.deleteFrom('sign_in_link').where('email', 'in', emails));
  yield* execute(db.deleteFrom('device_login').where('account_id', '=', id));
  // Before the membership, which says whose audit records that they end.
  yield* execute(db.deleteFrom('session').where('userId', 'in', userIds));
  yield* execute(db.deleteFrom('account_member').where('account_id', '=', id));
  // With what another request stores for them at the same time: rows that refer to them are deleted too.
  yield* execute(db.deleteFrom('user').where('id', 'in', userIds));
}

function* findClosing(
  { db }: Dialect,
  closing: Closing,
): Operation<{ id: string; suspended: number } | undefined> {
  if ('accountId' in closing) {
    const account = yield* first(
      db.selectFrom('account').select('id').where('id', '=', closing.accountId),
    );
    return account && { ...account, suspended: 0 };
  }
  return yield* first(
    db
      .selectFrom('session')
      .innerJoin('account_member', 'account_member.user_id', 'session.userId')
      .select('account_member.account_id as id')
      .select(isSuspended('account_member.account_id').as('suspended'))
      .where('session.id', '=', closing.sessionId)
      .orderBy('account_member.account_id'),
  );
}

/**
 * Closes an account for good, in one transaction. Afterwards its sessions and keys no longer work, nothing is on sale,
 * and no new calls or deliveries are made for it; orders that are already running finish. What belongs to others as
 * well stays: its orders, its sales and the listings that they were for. The account's row stays too, suspended and
 * without members.
 */
export function* closeAccount(
  dialect: Dialect,
  { closing, actor }: { closing: Closing; actor: Actor },
): Operation<Closure | 'suspended' | undefined> {
  const { db } = dialect;
  const found = yield* findClosing(dialect, closing);
  if (!found) return undefined;
  const { id } = found;
  yield* lockAccount(dialect, id);
  // Again: another transaction may have closed or suspended it, or ended the session, until now.
  const current = yield* findClosing(dialect, closing);
  const people = yield* all(
    db
      .selectFrom('account_member')
      .innerJoin('user', 'user.id', 'account_member.user_id')
      .select(['user.id', 'user.email'])
      .where('account_member.account_id', '=', id),
  );
  if (!current || people.length === 0) return undefined;
  if (current.suspended > 0) return 'suspended';
  yield* execute(
    db
      .updateTable('account')
      .set({
        name: '',
        suspended_at: sql<number>`coalesce(suspended_at, mkt_now())`,
        suspension_reason: 'The account is closed.',
      })
      .where('id', '=', id),
  );
  const listings = yield* endListings(dialect, { id, actor });
  const settledOrders = yield* settleOpenOrders(dialect, 'listing_unavailable', (orders) =>
    orders
      .where('state', '=', 'pending')
      .where((where) => where.or([where('buyer_id', '=', id), where('seller_id', '=', id)])),
  );
  const deletedWebhooks = yield* execute(
    db
      .updateTable('webhook')
      .set({ state: 'deleted', due_at: null, active_until: now })
      .where('account_id', '=', id)
      .where('state', '!=', 'deleted'),
  );
  const revokedKeys = yield* execute(
    db
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('account_id', '=', id)
      .where('revoked_at', 'is', null),
  );
  const members = {
    id,
    userIds: people.map((person) => person.id),
    emails: people.map(({ email }) => email),
  };
  yield* deletePeople(dialect, members);
  yield* eraseFromAudit(dialect, members);
  const profile = yield* first(
    db.selectFrom('profile').select('seller_id').where('account_id', '=', id),
  );
  yield* execute(
    db
      .updateTable('profile')
      .set({
        name: defaultName(profile?.seller_id ?? ''),
        website: null,
        contact: null,
        terms_url: null,
        documentation_url: null,
      })
      .where('account_id', '=', id),
  );
  return { accountId: id, ...listings, settledOrders, deletedWebhooks, revokedKeys };
}
