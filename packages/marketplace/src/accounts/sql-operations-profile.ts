import type { ListedListing } from '../listings/listing.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { Profile } from './profile.ts';
import type { ProfileTable } from '../database/tables.ts';
import { all, execute, first, type Dialect, type Operation } from '../database/operation.ts';
import { isSuspended } from './sql.ts';
import { readListed } from '../listings/listed-rows.ts';
import { notCancelled } from '../database/list-cancellation.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';

const COLUMNS = [
  'seller_id',
  'profile.name',
  'website',
  'contact',
  'terms_url',
  'documentation_url',
] as const;

type ProfileRow = Omit<ProfileTable, 'account_id'>;

const toProfile = (row: ProfileRow): Profile => ({
  sellerId: row.seller_id,
  name: row.name,
  website: row.website,
  contact: row.contact,
  termsUrl: row.terms_url,
  documentationUrl: row.documentation_url,
});

export function* findProfile({ db }: Dialect, accountId: string): Operation<Profile> {
  const row = yield* first(
    db.selectFrom('profile').select(COLUMNS).where('account_id', '=', accountId),
  );
  if (!row) throw new Error(`Account ${accountId} has no profile.`);
  return toProfile(row);
}

export function* replaceProfile(
  dialect: Dialect,
  { accountId, texts }: { accountId: string; texts: ProfileTexts },
): Operation<Profile> {
  const { name, website, contact, termsUrl, documentationUrl } = texts;
  const links = { terms_url: termsUrl, documentation_url: documentationUrl };
  yield* execute(
    dialect.db
      .updateTable('profile')
      .set({ name, website, contact, ...links })
      .where('account_id', '=', accountId),
  );
  return yield* findProfile(dialect, accountId);
}

/** A seller with a page of its published listings. */
export function* readSeller(
  dialect: Dialect,
  { sellerId, page }: { sellerId: string; page: BoundedPageRequest },
): Operation<{ profile: Profile; listings: PageItems<ListedListing> } | undefined> {
  const { db } = dialect;
  const row = yield* first(
    db
      .selectFrom('profile')
      .select([...COLUMNS, 'account_id', isSuspended('profile.account_id').as('suspended')])
      .where('seller_id', '=', sellerId),
  );
  if (!row || row.suspended > 0) return undefined;
  let query = db
    .selectFrom('listing')
    .select('id')
    .where(notCancelled(dialect, 'listing.row_number'))
    .where('account_id', '=', row.account_id)
    .where('status', '=', 'published')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('id', '<', page.after.id);
  const ids = (yield* all(query)).map(({ id }) => id);
  const listings = yield* readListed(dialect, ids, { ...page, includeContract: false });
  return { profile: toProfile(row), listings };
}
