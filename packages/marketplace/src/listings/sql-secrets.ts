import { sql } from 'kysely';
import {
  type Dialect,
  execute,
  first,
  now,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import type { SigningSecretTable } from '../database/tables.ts';

const selectSecrets = ({ db }: Dialect) =>
  db
    .selectFrom('signing_secret')
    .selectAll('signing_secret')
    .select(
      // Null after the grace period: the previous secret no longer signs.
      sql<number | null>`CASE WHEN previous_expires_at > mkt_now() THEN previous_expires_at END`.as(
        'previous_expires_at',
      ),
    );

export function findSecret(
  dialect: Dialect,
  listingId: string,
): SingleStatement<SigningSecretTable | undefined> {
  return first(selectSecrets(dialect).where('listing_id', '=', listingId));
}

/** The secret of the account's newest listing for sale or paused at an endpoint. */
export function findSecretAt(
  dialect: Dialect,
  { accountId, endpointPath }: { accountId: string; endpointPath: string },
): SingleStatement<SigningSecretTable | undefined> {
  return first(
    selectSecrets(dialect)
      .innerJoin('listing', 'listing.id', 'signing_secret.listing_id')
      .where('listing.account_id', '=', accountId)
      .where('listing.endpoint_path', '=', endpointPath)
      .where('listing.status', 'in', ['published', 'paused'])
      .orderBy('listing.id', 'desc')
      .limit(1),
  );
}

/** Stores the first secret of a listing; an existing one stays. */
export function* insertFirstSecret(
  { db }: Dialect,
  { listingId, sealed }: { listingId: string; sealed: string },
): Operation<void> {
  yield* execute(
    db
      .insertInto('signing_secret')
      .values({
        listing_id: listingId,
        sealed,
        created_at: now,
        previous_sealed: null,
        previous_expires_at: null,
      })
      .onConflict((conflict) => conflict.column('listing_id').doNothing()),
  );
}

/** Keeps at most two secrets: the one before the previous is dropped. */
export function* rotateSecret(
  dialect: Dialect,
  args: { listingId: string; sealed: string; gracePeriodMs: number },
): Operation<(SigningSecretTable & { slug: string }) | undefined> {
  const { db } = dialect;
  const keeps = args.gracePeriodMs > 0;
  yield* execute(
    db
      .updateTable('signing_secret')
      .set((column) => ({
        previous_sealed: keeps ? column.ref('sealed') : null,
        previous_expires_at: keeps ? sql<number>`mkt_now() + ${args.gracePeriodMs}` : null,
        sealed: args.sealed,
        created_at: now,
      }))
      .where('listing_id', '=', args.listingId),
  );
  // So that an order in flight reads the listing again and is signed with the new secret.
  const listing = yield* first(
    db
      .updateTable('listing')
      .set((column) => ({ version: column('version', '+', 1) }))
      .where('id', '=', args.listingId)
      .returning('slug'),
  );
  const secret = yield* findSecret(dialect, args.listingId);
  return secret && listing && { ...secret, slug: listing.slug };
}
