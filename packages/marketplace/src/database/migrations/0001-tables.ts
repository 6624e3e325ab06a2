import { type CreateTableBuilder, sql } from 'kysely';
import type { Dialect, Statement } from '../operation.ts';
import { ALL_ORDER_COLUMNS, IS_FAILED, IS_OPEN, IS_SETTLED } from '../orders.ts';
import { STEP_COLUMNS, UNKNOWN_STEP } from '../quality-steps.ts';
import {
  accountTables,
  auditTable,
  budgetTables,
  deviceLoginTable,
  signInTables,
} from './0001-accounts.ts';
import { START_OF_POSTGRES } from './0001-postgres.ts';
import { START_OF_SQLITE } from './0001-sqlite.ts';
import { columnTypes } from './columns.ts';

/** The tables of a marketplace. */
export function* start(dialect: Dialect): Generator<Statement> {
  const { schema } = dialect.db;
  const { text, bytes } = columnTypes(dialect);
  yield* accountTables(dialect);
  yield* signInTables(dialect);
  yield schema
    .createTable('installation')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .compile();
  yield schema
    .createTable('api_key')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('account_id', text, (column) => column.notNull().references('account.id'))
    .addColumn('parent_id', text, (column) => column.references('api_key.id'))
    .addColumn('origin', text, (column) => column.notNull())
    .addColumn('is_budgeted', 'integer', (column) => column.notNull())
    .addColumn('hash', bytes, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('scopes_json', text, (column) => column.notNull())
    .addColumn('prefix', text, (column) => column.notNull())
    .addColumn('last_four', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .compile();
  // Revoked keys are never listed or counted, however many there are.
  yield sql`CREATE INDEX api_key_account ON api_key (account_id, id) WHERE revoked_at IS NULL`.compile(
    dialect.db,
  );
  yield sql`CREATE INDEX api_key_parent ON api_key (parent_id, revoked_at)
    WHERE parent_id IS NOT NULL`.compile(dialect.db);
  yield* budgetTables(dialect);
  yield* deviceLoginTable(dialect);
  yield* listingTables(dialect);
  yield* historyTables(dialect);
  yield* orderTables(dialect);
  yield* statsTables(dialect);
  yield* webhookTables(dialect);
  yield* auditTable(dialect);
  const ofEngine = dialect.name === 'sqlite' ? START_OF_SQLITE : START_OF_POSTGRES;
  for (const statement of ofEngine) yield statement.compile(dialect.db);
}

function* listingTables(dialect: Dialect): Generator<Statement> {
  const { schema } = dialect.db;
  const { text, real } = columnTypes(dialect);
  yield schema
    .createTable('listing')
    .$call((table) =>
      dialect.name === 'sqlite'
        ? table.addColumn('row_number', 'integer', (column) => column.primaryKey().autoIncrement())
        : table.addColumn('row_number', 'bigint', (column) =>
            column.primaryKey().generatedAlwaysAsIdentity(),
          ),
    )
    .addColumn('id', text, (column) => column.notNull().unique())
    .addColumn('account_id', text, (column) => column.notNull().references('account.id'))
    .addColumn('slug', text, (column) => column.notNull().unique())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('description', text)
    .addColumn('category', text)
    .addColumn('tags_json', text)
    .addColumn('price_micros', 'bigint', (column) => column.notNull())
    .addColumn('price_currency', text, (column) => column.notNull())
    .addColumn('price_unit', text, (column) => column.notNull())
    .addColumn('method', text, (column) => column.notNull())
    .addColumn('endpoint_path', text, (column) => column.notNull())
    .addColumn('health_endpoint', text)
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('rejection_reason', text)
    .addColumn('paused_by_marketplace', 'integer', (column) => column.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .$call((table) =>
      STEP_COLUMNS.reduce(
        (all, name) =>
          all.addColumn(name, 'smallint', (column) => column.notNull().defaultTo(UNKNOWN_STEP)),
        table,
      ),
    )
    .addColumn('input_schema_hash', text)
    .addColumn('output_schema_hash', text)
    // Last, because they may be long: reading the columns before them does not touch these.
    .addColumn('review_checks_json', text, (column) => column.notNull())
    .addColumn('input_schema_json', text)
    .addColumn('output_schema_json', text)
    .addColumn('request_example_json', text)
    .addColumn('response_example_json', text)
    .$call((table) =>
      dialect.name === 'sqlite'
        ? table
            .addColumn('search_document', text, (column) => column.notNull())
            .addColumn('health', text, (column) => column.notNull().defaultTo('unknown'))
        : table,
    )
    .compile();
  yield schema
    .createTable('search_spelling')
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('word', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('search_spelling_key', ['key', 'word'])
    .compile();
  yield schema
    .createTable('search_word')
    .addColumn('word', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('listings', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_word_key', ['word', 'account_id'])
    .$call((table) => (dialect.name === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table))
    .compile();
  const index = (
    name: string,
    columns: (
      | 'account_id'
      | 'status'
      | 'category'
      | 'price_currency'
      | 'price_micros'
      | `id${'' | ' desc'}`
    )[],
  ) => schema.createIndex(name).on('listing').columns(columns).compile();
  yield index('listing_account', ['account_id', 'id']);
  // Counts an account's listings that are not archived.
  yield schema
    .createIndex('listing_share')
    .on('listing')
    .columns(['account_id', 'status'])
    .compile();
  yield index('listing_status', ['status', 'id']);
  yield index('listing_category', ['status', 'category', 'id']);
  // Cheapest first, the newest first among equals.
  yield index('listing_price', ['status', 'price_micros', 'id desc']);
  yield index('listing_currency', ['status', 'price_currency', 'price_micros', 'id desc']);
  yield schema
    .createTable('listing_tag')
    .addColumn('tag', text, (column) => column.notNull())
    .addColumn('listing_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('listing_tag_key', ['listing_id', 'tag'])
    .compile();
  yield schema
    .createIndex('listing_tag_tag')
    .on('listing_tag')
    .columns(['tag', 'listing_id'])
    .compile();
  yield schema
    .createTable('slug')
    .addColumn('slug', text, (column) => column.primaryKey())
    .addColumn('listing_id', text, (column) => column.notNull())
    .compile();
  yield schema
    .createTable('slug_counter')
    .addColumn('base', text, (column) => column.primaryKey())
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .compile();
  yield schema
    .createTable('signing_secret')
    .addColumn('listing_id', text, (column) => column.primaryKey())
    .addColumn('sealed', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('previous_sealed', text)
    .addColumn('previous_expires_at', 'bigint')
    .compile();
  yield schema
    .createTable('listing_health')
    .addColumn('listing_id', text, (column) => column.primaryKey())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('checked_at', 'bigint')
    .addColumn('latency_ms', real)
    .addColumn('uptime_24h', real)
    .addColumn('next_probe_at', 'bigint')
    .addColumn('probe_retries', 'integer', (column) => column.notNull())
    .addColumn('quality_json', text)
    .addColumn('quality_due_at', 'bigint')
    .addColumn('slow_inputs', 'integer', (column) => column.notNull().defaultTo(0))
    .compile();
  yield schema
    .createIndex('listing_health_due')
    .on('listing_health')
    .column('next_probe_at')
    .compile();
  yield schema
    .createIndex('listing_health_status')
    .on('listing_health')
    .columns(['status', 'listing_id'])
    .compile();
  yield sql`CREATE INDEX listing_health_rating ON listing_health (quality_due_at)
    WHERE quality_due_at IS NOT NULL`.compile(dialect.db);
  yield schema
    .createTable('health_probe')
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .addColumn('healthy', 'integer', (column) => column.notNull())
    .addColumn('status_code', 'integer')
    .addColumn('latency_ms', real, (column) => column.notNull())
    .addPrimaryKeyConstraint('health_probe_key', ['listing_id', 'checked_at'])
    .compile();
  yield schema.createIndex('health_probe_age').on('health_probe').column('checked_at').compile();
}

function* orderTables(dialect: Dialect): Generator<Statement> {
  const { db } = dialect;
  const { schema } = db;
  const { text, bytes } = columnTypes(dialect);
  let orders: CreateTableBuilder<string, string> = schema.createTable('orders');
  for (const [name, { type, nullable }] of ALL_ORDER_COLUMNS) {
    orders = orders.addColumn(name, type === 'text' ? text : type, (column) =>
      name === 'id' ? column.primaryKey() : nullable ? column : column.notNull(),
    );
  }
  yield orders
    .addCheckConstraint('orders_are_logged', sql`${IS_SETTLED} = (settled_number IS NOT NULL)`)
    .$call((table) => (dialect.name === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table))
    .compile();
  // Lists read those orders that have no entry yet from these two, without their rows.
  yield sql`CREATE INDEX orders_open
    ON orders (state, id, buyer_id, listing_id, seller_id, key_id, created_at)
    WHERE ${IS_OPEN}`.compile(db);
  yield sql`CREATE INDEX orders_settled
    ON orders (settled_number, id, buyer_id, listing_id, seller_id, state, key_id, created_at)
    WHERE settled_number IS NOT NULL`.compile(db);
  yield sql`CREATE INDEX orders_failed ON orders (id) WHERE ${IS_FAILED}`.compile(db);
  // Lists of buyers and of listings. Entries are added many at a time (docs/adr/0009): an index of the
  // orders themselves would write a page of each for every order. A trigger deletes them.
  yield schema
    .createTable('order_entry')
    .addColumn('list_id', text, (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('key_id', text)
    .addColumn('listing_id', text)
    .addPrimaryKeyConstraint('order_entry_key', ['list_id', 'order_id'])
    .$call((table) => (dialect.name === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table))
    .compile();
  // Few orders fail: without it, a list of failed orders would read all entries.
  yield sql`CREATE INDEX order_entry_failed ON order_entry (list_id, order_id)
    WHERE ${IS_FAILED}`.compile(db);
  // A row for each member of an order's metadata, written and deleted by triggers: orders without
  // metadata cost nothing.
  yield schema
    .createTable('order_metadata')
    .addColumn('buyer_id', text, (column) => column.notNull())
    .addColumn('member', text, (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('order_metadata_key', ['buyer_id', 'member', 'order_id'])
    .$call((table) => (dialect.name === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table))
    .compile();
  yield schema
    .createTable('follower')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('batch_json', text)
    .compile();
  yield schema
    .createTable('idempotency_key')
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('body_hash', bytes, (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key_key', ['account_id', 'key'])
    .compile();
  // Two parts, for placed and settled orders, of which neither waits for a lock of the other on Postgres.
  // On SQLite, orders are counted once they have settled (`orders/sql-stored-bytes.ts`).
  yield schema
    .createTable('stored_bytes')
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('part', text, (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('stored_bytes_key', ['account_id', 'day', 'part'])
    .$call((table) => (dialect.name === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table))
    .compile();
  yield schema
    .createIndex('idempotency_key_age')
    .on('idempotency_key')
    .column('expires_at')
    .compile();
}

/** Counts of settled orders per account, listing, hour and day (docs/buy/spending.md#statistics). */
function* statsTables(dialect: Dialect): Generator<Statement> {
  const { schema } = dialect.db;
  const { text } = columnTypes(dialect);
  yield schema
    .createTable('stats')
    .addColumn('period', text, (column) => column.notNull())
    .addColumn('start', 'bigint', (column) => column.notNull())
    .addColumn('side', text, (column) => column.notNull())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('part', text, (column) => column.notNull())
    .addColumn('counts_json', text, (column) => column.notNull())
    // By time first: the rows that are written at one time are neighbours, and so are old ones.
    .addPrimaryKeyConstraint('stats_key', ['period', 'start', 'side', 'account_id', 'part'])
    .$call((table) => (dialect.name === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table))
    .compile();
}

/** The changes to listings (docs/buy/catalogue.md#history). */
function* historyTables(dialect: Dialect): Generator<Statement> {
  const { text } = columnTypes(dialect);
  yield dialect.db.schema
    .createTable('listing_history')
    .addColumn('listing_id', text, (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('is_public', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor_kind', text, (column) => column.notNull())
    .addColumn('actor_name', text)
    .addColumn('verdict', text, (column) => column.notNull())
    .addColumn('changes_json', text, (column) => column.notNull())
    .addColumn('own_changes_json', text, (column) => column.notNull())
    .addColumn('findings_json', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('listing_history_key', ['listing_id', 'number'])
    .compile();
}

/** Webhooks, what is still to be sent to them, and what was sent (docs/buy/webhooks.md). */
function* webhookTables(dialect: Dialect): Generator<Statement> {
  const { db } = dialect;
  const { schema } = db;
  const { text } = columnTypes(dialect);
  yield schema
    .createTable('webhook')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('account_id', text, (column) => column.notNull().references('account.id'))
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('events_json', text, (column) => column.notNull())
    .addColumn('filter_json', text)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('confirmed_url', text)
    .addColumn('pending_reason', text)
    .addColumn('disabled_reason', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('active_from', 'bigint', (column) => column.notNull())
    .addColumn('active_until', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('not_before', 'bigint', (column) => column.notNull())
    .addColumn('pause_ms', 'integer', (column) => column.notNull())
    .addColumn('places', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('sealed', text, (column) => column.notNull())
    .addColumn('secret_created_at', 'bigint', (column) => column.notNull())
    .addColumn('previous_sealed', text)
    .addColumn('previous_expires_at', 'bigint')
    .compile();
  yield schema.createIndex('webhook_account').on('webhook').columns(['account_id', 'id']).compile();
  yield sql`CREATE INDEX webhook_due ON webhook (due_at) WHERE due_at IS NOT NULL`.compile(db);
  yield sql`CREATE INDEX webhook_deleted ON webhook (id) WHERE state = 'deleted'`.compile(db);
  yield schema
    .createTable('webhook_delivery')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('webhook_id', text, (column) => column.notNull())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('claim', 'integer', (column) => column.notNull())
    .addColumn('claimed_at', 'bigint')
    .addUniqueConstraint('webhook_delivery_order', ['webhook_id', 'order_id'])
    .compile();
  yield schema
    .createIndex('webhook_delivery_due')
    .on('webhook_delivery')
    .columns(['webhook_id', 'next_attempt_at', 'id'])
    .compile();
  yield schema
    .createIndex('webhook_delivery_age')
    .on('webhook_delivery')
    .column('created_at')
    .compile();
  yield sql`CREATE INDEX webhook_delivery_claimed ON webhook_delivery (claimed_at)
    WHERE claimed_at IS NOT NULL`.compile(db);
  yield schema
    .createTable('webhook_attempt')
    .addColumn('webhook_id', text, (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('delivery_id', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('order_id', text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', text)
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('body', text)
    .addColumn('response', text)
    .addPrimaryKeyConstraint('webhook_attempt_key', ['webhook_id', 'number'])
    .compile();
  yield schema.createIndex('webhook_attempt_age').on('webhook_attempt').column('at').compile();
  yield schema
    .createIndex('webhook_attempt_delivery')
    .on('webhook_attempt')
    .columns(['delivery_id', 'number'])
    .compile();
  yield sql`CREATE INDEX webhook_attempt_failed ON webhook_attempt (webhook_id, number)
    WHERE error IS NOT NULL`.compile(db);
}
