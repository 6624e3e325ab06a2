import { createHash } from 'node:crypto';
import { type Check, type ListingContent, readJson, type RunContract } from '@mkt/protocol';
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { isFree, searchColumn } from '../catalogue/sql-match.ts';
import { readQuality } from '../catalogue/sql-quality.ts';
import {
  all,
  type Dialect,
  isOneOf,
  type Operation,
  type SingleStatement,
} from '../database/operation.ts';
import type { Database, Flag, ListingHealthTable, ListingTable } from '../database/tables.ts';
import { type BoundedPageRequest, type PageItems, pageItemsOf } from '../market/page.ts';
import { schemaText, withSchemaText } from '../market/schema-text.ts';
import type { ListedListing, Listing } from './listing.ts';

/** Listed by name: skips columns for search only, and a new column does not change the statement. */
const SHORT_COLUMNS = [
  'listing.id',
  'listing.account_id',
  'listing.slug',
  'listing.title',
  'listing.description',
  'listing.category',
  'listing.tags_json',
  'listing.price_micros',
  'listing.price_currency',
  'listing.price_unit',
  'listing.method',
  'listing.endpoint_path',
  'listing.health_endpoint',
  'listing.status',
  'listing.revision',
  'listing.version',
  'listing.rejection_reason',
  'listing.review_checks_json',
  'listing.paused_by_marketplace',
  'listing.published_at',
  'listing.created_at',
  'listing.updated_at',
] as const;

/** Columns that may be long: a list reads them only for the listings of its page. */
const LONG_COLUMNS = [
  'listing.input_schema_json',
  'listing.output_schema_json',
  'listing.request_example_json',
  'listing.response_example_json',
] as const;

type NamesOf<Columns extends readonly string[]> = Columns[number] extends `listing.${infer Name}`
  ? Name
  : never;

type ShortRow = Pick<
  Selectable<ListingTable>,
  NamesOf<typeof SHORT_COLUMNS> & keyof ListingTable
> & {
  health_status: ListingHealthTable['status'] | null;
  health_checked_at: number | null;
  health_latency_ms: number | null;
  health_uptime_24h: number | null;
  quality_json: string | null;
  slow_inputs: number;
  seller_id: string;
  seller_name: string;
};

type LongRow = Pick<Selectable<ListingTable>, NamesOf<typeof LONG_COLUMNS> & keyof ListingTable>;
type ListingRow = ShortRow & LongRow;

const HEALTH_COLUMNS = [
  sql<ListingHealthTable['status']>`listing_health.status`.as('health_status'),
  'listing_health.checked_at as health_checked_at',
  'listing_health.latency_ms as health_latency_ms',
  'listing_health.uptime_24h as health_uptime_24h',
  'listing_health.quality_json',
  'listing_health.slow_inputs',
] as const;

const SELLER_COLUMNS = ['profile.seller_id', 'profile.name as seller_name'] as const;

/** Listings with their health, their seller and all columns. */
export function selectListings(
  db: Dialect['db'],
): SelectQueryBuilder<Database, 'listing' | 'listing_health' | 'profile', ListingRow> {
  return db
    .selectFrom('listing')
    .innerJoin('listing_health', 'listing_health.listing_id', 'listing.id')
    .innerJoin('profile', 'profile.account_id', 'listing.account_id')
    .select([...SHORT_COLUMNS, ...LONG_COLUMNS, ...HEALTH_COLUMNS, ...SELLER_COLUMNS]);
}

function runContractOf(row: ListingRow): RunContract {
  const contract: RunContract = { method: row.method, endpointPath: row.endpoint_path };
  if (row.health_endpoint !== null) contract.healthEndpoint = row.health_endpoint;
  if (row.input_schema_json !== null) contract.inputSchema = parseSchema(row.input_schema_json);
  if (row.output_schema_json !== null) contract.outputSchema = parseSchema(row.output_schema_json);
  if (row.request_example_json !== null) contract.requestExampleJson = row.request_example_json;
  if (row.response_example_json !== null) contract.responseExampleJson = row.response_example_json;
  return contract;
}

/** JSON.parse can misread names with escapes and numbers with many digits. */
const parseSchema = (json: string) =>
  withSchemaText(readJson(json).exact as Record<string, unknown>, json);

/** What a full listing and a list item have in common. */
function toCommon(row: ShortRow) {
  return {
    id: row.id,
    accountId: row.account_id,
    seller: { id: row.seller_id, name: row.seller_name },
    slug: row.slug,
    status: row.status,
    revision: row.revision,
    version: row.version,
    rejectionReason: row.rejection_reason,
    reviewChecks: JSON.parse(row.review_checks_json) as Check[],
    slowInputs: row.slow_inputs,
    pausedByMarketplace: row.paused_by_marketplace === 1,
    publishedAtMs: row.published_at,
    health: {
      status: row.health_status ?? 'not_configured',
      checkedAtMs: row.health_checked_at,
      latencyMs: row.health_latency_ms,
      uptime24h: row.health_uptime_24h,
    },
    quality: readQuality(row.quality_json),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}

const toContent = (row: ShortRow) => ({
  title: row.title,
  description: row.description,
  category: row.category,
  tags: row.tags_json === null ? null : (JSON.parse(row.tags_json) as string[]),
  price: {
    amountMicros: row.price_micros,
    currency: row.price_currency,
    unit: row.price_unit,
  },
});

export function toListing(row: ListingRow): Listing {
  return {
    ...toCommon(row),
    content: { ...toContent(row), runContract: runContractOf(row) },
  };
}

type ListedRow = ShortRow & { has_input: Flag; has_output: Flag };

function toListed(row: ListedRow, long: LongRow | undefined): ListedListing {
  return {
    ...toCommon(row),
    content: toContent(row),
    contract: {
      method: row.method,
      endpointPath: row.endpoint_path,
      healthEndpoint: row.health_endpoint,
      hasInputSchema: row.has_input === 1,
      hasOutputSchema: row.has_output === 1,
      longParts: long && {
        inputSchemaJson: long.input_schema_json,
        outputSchemaJson: long.output_schema_json,
        requestExampleJson: long.request_example_json,
        responseExampleJson: long.response_example_json,
      },
    },
  };
}

const textOf = (schema: object | undefined) => (schema === undefined ? null : schemaText(schema));

const hashOf = (text: string | null) =>
  text === null ? null : createHash('sha256').update(text).digest('hex');

/** The columns that hold what a seller wrote. */
function writtenColumns({ runContract, ...content }: ListingContent) {
  return {
    title: content.title,
    description: content.description,
    category: content.category,
    tags_json: content.tags === null ? null : JSON.stringify(content.tags),
    price_micros: content.price.amountMicros,
    price_currency: content.price.currency,
    price_unit: content.price.unit,
    method: runContract.method,
    endpoint_path: runContract.endpointPath,
    health_endpoint: runContract.healthEndpoint ?? null,
    input_schema_json: textOf(runContract.inputSchema),
    output_schema_json: textOf(runContract.outputSchema),
    request_example_json: runContract.requestExampleJson ?? null,
    response_example_json: runContract.responseExampleJson ?? null,
  };
}

type WrittenColumns = ReturnType<typeof writtenColumns>;

/** The columns that hold a listing's content. */
export function contentColumns(dialect: Pick<Dialect, 'name'>, content: ListingContent) {
  const written = writtenColumns(content);
  return {
    ...written,
    input_schema_hash: hashOf(written.input_schema_json),
    output_schema_hash: hashOf(written.output_schema_json),
    search_document: searchColumn(dialect, content),
  };
}

/**
 * Only the content columns whose values differ: a column that is not set costs no index update, no
 * search document and no trigger.
 */
export function changedColumns(
  dialect: Pick<Dialect, 'name'>,
  before: ListingContent,
  content: ListingContent,
): Partial<ReturnType<typeof contentColumns>> {
  const old = writtenColumns(before);
  const written = writtenColumns(content);
  const names = Object.keys(written) as (keyof WrittenColumns)[];
  const changed = names.filter((name) => written[name] !== old[name]);
  const columns = Object.fromEntries(
    changed.map((name) => [name, written[name]]),
  ) as Partial<WrittenColumns>;
  const { input_schema_json: input, output_schema_json: output } = columns;
  const isSearched =
    changed.some((name) => SEARCHED_COLUMNS.has(name)) || isFree(before) !== isFree(content);
  return {
    ...columns,
    ...(input === undefined ? {} : { input_schema_hash: hashOf(input) }),
    ...(output === undefined ? {} : { output_schema_hash: hashOf(output) }),
    ...(isSearched ? { search_document: searchColumn(dialect, content) } : {}),
  };
}

/** What a search document is made of. */
const SEARCHED_COLUMNS: ReadonlySet<keyof WrittenColumns> = new Set([
  'title',
  'description',
  'category',
  'tags_json',
]);

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
