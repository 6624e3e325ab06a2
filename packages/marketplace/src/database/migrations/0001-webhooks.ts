import { sql } from 'kysely';
import type { Dialect, Statement } from '../operation.ts';
import { columnTypes } from './column-types.ts';

/** Webhooks, what is still to be sent to them, and what was sent (docs/webhooks.md). */
export function* webhookTables(dialect: Dialect): Generator<Statement> {
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
    .addColumn('order_id', text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', text)
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addPrimaryKeyConstraint('webhook_attempt_key', ['webhook_id', 'number'])
    .compile();
  yield schema.createIndex('webhook_attempt_age').on('webhook_attempt').column('at').compile();
}
