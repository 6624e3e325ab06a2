import { sql } from 'kysely';
import type { Dialect, Statement } from '../operation.ts';
import { columnTypes } from './column-types.ts';

/**
 * Accounts own things; people are members of accounts, today one person each. The table of people has
 * the layout that the accounts library (better-auth) needs on each engine.
 */
export function* accountTables(dialect: Dialect): Generator<Statement> {
  const { schema } = dialect.db;
  const { text, flag, moment } = columnTypes(dialect);
  yield schema
    .createTable('account')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('suspended_at', 'bigint')
    .addColumn('suspension_reason', text)
    .compile();
  // A table of its own: a new name must neither wait for a lock of the account nor clear caches.
  yield schema
    .createTable('profile')
    .addColumn('account_id', text, (column) => column.primaryKey().references('account.id'))
    .addColumn('seller_id', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('website', text)
    .addColumn('contact', text)
    .addColumn('terms_url', text)
    .addColumn('documentation_url', text)
    .compile();
  yield schema
    .createTable('user')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull().unique())
    .addColumn('emailVerified', flag, (column) => column.notNull().defaultTo(sql`FALSE`))
    .addColumn('image', text)
    .addColumn('createdAt', moment, (column) => column.notNull())
    .addColumn('updatedAt', moment, (column) => column.notNull())
    .compile();
  yield schema
    .createTable('account_member')
    .addColumn('account_id', text, (column) => column.notNull().references('account.id'))
    .addColumn('user_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('account_member_key', ['account_id', 'user_id'])
    .compile();
  yield schema.createIndex('account_member_user').on('account_member').column('user_id').compile();
}
