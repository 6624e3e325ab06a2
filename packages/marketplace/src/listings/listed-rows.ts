import { sql, type RawBuilder } from 'kysely';
import type { ListedListing } from './listing.ts';
import { pageItemsOf, type PageItems, type BoundedPageRequest } from '../market/page.ts';
import type { Flag } from '../database/flag.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { all, type Dialect, type Operation, type SingleStatement } from '../database/operation.ts';
import {
  HEALTH_COLUMNS,
  LONG_COLUMNS,
  SELLER_COLUMNS,
  SHORT_COLUMNS,
  toListed,
  type ListedRow,
  type LongRow,
} from './sql-rows.ts';

const bytesOf = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  );

/** The size of the columns, computed without reading their values. */
const SHORT_BYTES = sql<number>`${bytesOf(['listing.title', 'listing.description', 'listing.tags_json', 'listing.review_checks_json'])}`;
const LONG_BYTES = sql<number>`${bytesOf(LONG_COLUMNS)}`;

const has = (column: string): RawBuilder<Flag> =>
  sql<Flag>`CASE WHEN ${sql.ref(column)} IS NULL THEN 0 ELSE 1 END`;

type SizedRow = ListedRow & { short_bytes: number; long_bytes: number };

const rowsWithSizes = (dialect: Dialect, ids: readonly string[]): SingleStatement<SizedRow[]> =>
  all(
    dialect.db
      .selectFrom('listing')
      .innerJoin('listing_health', 'listing_health.listing_id', 'listing.id')
      .innerJoin('profile', 'profile.account_id', 'listing.account_id')
      .select([...SHORT_COLUMNS, ...HEALTH_COLUMNS, ...SELLER_COLUMNS])
      .select([
        // The hash, because it is stored before the long columns.
        has('listing.input_schema_hash').as('has_input'),
        has('listing.output_schema_hash').as('has_output'),
        SHORT_BYTES.as('short_bytes'),
        LONG_BYTES.as('long_bytes'),
      ])
      .where(isOneOf(dialect, 'listing.id', ids)),
  );

function* longRows(dialect: Dialect, ids: readonly string[]): Operation<Map<string, LongRow>> {
  const rows = yield* all(
    dialect.db
      .selectFrom('listing')
      .select(['listing.id', ...LONG_COLUMNS])
      .where(isOneOf(dialect, 'listing.id', ids)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The listings of `limit + 1` ids, in the same order, as many as fit a page. */
export function* readListed(
  dialect: Dialect,
  ids: readonly string[],
  { includeContract, ...page }: BoundedPageRequest & { includeContract: boolean },
): Operation<PageItems<ListedListing>> {
  const found = new Map((yield* rowsWithSizes(dialect, ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const { items, more } = pageItemsOf(
    rows,
    page,
    (row) => row.short_bytes + (includeContract ? row.long_bytes : 0),
  );
  const long = includeContract
    ? yield* longRows(
        dialect,
        items.map(({ id }) => id),
      )
    : undefined;
  return { items: items.map((row) => toListed(row, long?.get(row.id))), more };
}
