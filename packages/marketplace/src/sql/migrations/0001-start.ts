import { sql } from 'kysely';
import type { Dialect, Statement } from '../operation.ts';

/** All of a settled order but its body and its result, which retention may drop. */
const KEPT_FOR_GOOD = [
  'id',
  'listing_id',
  'buyer_id',
  'seller_id',
  'buyer_pseudonym',
  'state',
  'price_micros',
  'price_currency',
  'price_unit',
  'revision',
  'created_at',
  'started_at',
  'completed_at',
  'lease_owner',
  'lease_until',
  'output_valid',
  'error_message',
  'failure_json',
  'output_errors_json',
];

const SQLITE_TERMINAL_GUARD = sql`
  CREATE TRIGGER order_is_terminal BEFORE UPDATE ON orders
  WHEN OLD.state IN ('completed', 'failed') AND NOT (
    ${sql.raw(KEPT_FOR_GOOD.map((column) => `NEW.${column} IS OLD.${column}`).join(' AND '))} AND
    (NEW.request_json IS OLD.request_json OR NEW.request_json IS NULL) AND
    (NEW.result_json IS OLD.result_json OR NEW.result_json IS NULL)
  )
  BEGIN SELECT RAISE(ABORT, 'a settled order never changes'); END`;

const SQLITE_NEVER_PENDING_AGAIN = sql`
  CREATE TRIGGER order_was_started BEFORE UPDATE OF state ON orders
  WHEN OLD.state = 'running' AND NEW.state = 'pending'
  BEGIN SELECT RAISE(ABORT, 'a running order never waits again'); END`;

/**
 * Only published listings are in the index, so that a search has nothing to leave out. Category
 * and tags stand in it once more as single words, so that a filter costs no more than a word does.
 * One trigger, for the order of two is not what one reads.
 */
const SQLITE_SEARCH = [
  sql`CREATE VIRTUAL TABLE listing_search USING fts5(
    title, tags, description, facets, content='', contentless_delete=1, prefix='2 3',
    tokenize='unicode61 remove_diacritics 2')`,
  sql`CREATE TRIGGER listing_search_changes
    AFTER UPDATE OF title, tags_json, description, category, status ON listing
    WHEN OLD.status = 'published' OR NEW.status = 'published'
    BEGIN
      DELETE FROM listing_search WHERE rowid = OLD.row_number AND OLD.status = 'published';
      INSERT INTO listing_search(rowid, title, tags, description, facets)
        SELECT NEW.row_number, NEW.title, coalesce(NEW.tags_json, ''),
          coalesce(NEW.description, ''),
          coalesce('c' || hex(NEW.category), '') || ' ' || coalesce(
            (SELECT group_concat('t' || hex(value), ' ') FROM json_each(NEW.tags_json)), '')
        WHERE NEW.status = 'published';
    END`,
];

/** The tables of a marketplace. */
export function* start({ db }: Dialect): Generator<Statement> {
  const { schema } = db;
  yield schema
    .createTable('user')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('emailVerified', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('image', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .compile();
  yield schema
    .createTable('installation')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .compile();
  yield schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id'))
    .addColumn('hash', 'blob', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes_json', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .compile();
  yield schema.createIndex('api_key_user').on('api_key').columns(['user_id', 'id']).compile();
  yield* listingTables(db);
  yield* orderTables(db);
  for (const statement of SQLITE_SEARCH) yield statement.compile(db);
  yield SQLITE_TERMINAL_GUARD.compile(db);
  yield SQLITE_NEVER_PENDING_AGAIN.compile(db);
}

function* listingTables(db: Dialect['db']): Generator<Statement> {
  const { schema } = db;
  yield schema
    .createTable('listing')
    .addColumn('row_number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('user.id'))
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('category', 'text')
    .addColumn('tags_json', 'text')
    .addColumn('price_micros', 'bigint', (column) => column.notNull())
    .addColumn('price_currency', 'text', (column) => column.notNull())
    .addColumn('price_unit', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('endpoint_path', 'text', (column) => column.notNull())
    .addColumn('health_endpoint', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('rejection_reason', 'text')
    .addColumn('paused_by_marketplace', 'integer', (column) => column.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('input_schema_hash', 'text')
    .addColumn('output_schema_hash', 'text')
    // Last, for they may be long: a row that is read without them stops before.
    .addColumn('review_checks_json', 'text', (column) => column.notNull())
    .addColumn('input_schema_json', 'text')
    .addColumn('output_schema_json', 'text')
    .addColumn('request_example_json', 'text')
    .addColumn('response_example_json', 'text')
    .compile();
  const index = (
    name: string,
    columns: ('user_id' | 'status' | 'category' | 'price_micros' | 'id')[],
  ) => schema.createIndex(name).on('listing').columns(columns).compile();
  yield index('listing_user', ['user_id', 'id']);
  yield index('listing_status', ['status', 'id']);
  yield index('listing_category', ['status', 'category', 'id']);
  yield index('listing_price', ['status', 'price_micros', 'id']);
  yield schema
    .createTable('listing_tag')
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('listing_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('listing_tag_key', ['listing_id', 'tag'])
    .compile();
  yield schema
    .createIndex('listing_tag_tag')
    .on('listing_tag')
    .columns(['tag', 'listing_id'])
    .compile();
  yield schema
    .createTable('slug')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('listing_id', 'text', (column) => column.notNull())
    .compile();
  yield schema
    .createTable('slug_counter')
    .addColumn('base', 'text', (column) => column.primaryKey())
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .compile();
  yield schema
    .createTable('signing_secret')
    .addColumn('listing_id', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('previous_sealed', 'text')
    .addColumn('previous_expires_at', 'bigint')
    .compile();
  yield schema
    .createTable('listing_health')
    .addColumn('listing_id', 'text', (column) => column.primaryKey())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'bigint')
    .addColumn('latency_ms', 'real')
    .addColumn('uptime_24h', 'real')
    .addColumn('next_probe_at', 'bigint')
    .compile();
  yield schema
    .createIndex('listing_health_due')
    .on('listing_health')
    .column('next_probe_at')
    .compile();
  yield schema
    .createTable('health_probe')
    .addColumn('listing_id', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .addColumn('healthy', 'integer', (column) => column.notNull())
    .addColumn('status_code', 'integer')
    .addColumn('latency_ms', 'real', (column) => column.notNull())
    .addPrimaryKeyConstraint('health_probe_key', ['listing_id', 'checked_at'])
    .compile();
  yield schema.createIndex('health_probe_age').on('health_probe').column('checked_at').compile();
}

function* orderTables(db: Dialect['db']): Generator<Statement> {
  const { schema } = db;
  yield schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('listing_id', 'text', (column) => column.notNull())
    .addColumn('buyer_id', 'text', (column) => column.notNull())
    .addColumn('seller_id', 'text', (column) => column.notNull())
    .addColumn('buyer_pseudonym', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('price_micros', 'bigint', (column) => column.notNull())
    .addColumn('price_currency', 'text', (column) => column.notNull())
    .addColumn('price_unit', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('completed_at', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('output_valid', 'integer')
    .addColumn('error_message', 'text')
    .addColumn('failure_json', 'text')
    .addColumn('output_errors_json', 'text')
    .addColumn('request_json', 'text')
    .addColumn('result_json', 'text')
    .modifyEnd(sql`WITHOUT ROWID`)
    .compile();
  yield schema.createIndex('orders_buyer').on('orders').columns(['buyer_id', 'id']).compile();
  yield schema.createIndex('orders_listing').on('orders').columns(['listing_id', 'id']).compile();
  yield sql`CREATE INDEX orders_open ON orders (state, id) WHERE state IN ('pending', 'running')`.compile(
    db,
  );
  yield schema
    .createTable('idempotency_key')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'blob', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key_key', ['user_id', 'key'])
    .compile();
  yield schema
    .createIndex('idempotency_key_age')
    .on('idempotency_key')
    .column('expires_at')
    .compile();
}
