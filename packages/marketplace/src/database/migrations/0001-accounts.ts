import { sql } from 'kysely';
import type { Dialect, Statement } from '../operation.ts';
import { columnTypes } from './columns.ts';

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
  // Its own table: a new name must neither wait for a lock of the account nor clear caches.
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

/**
 * The tables by which people sign in; all but the last in the layout of the accounts library (better-auth), which
 * reads and writes them itself. A test compares them with what it would create.
 */
export function* signInTables(dialect: Dialect): Generator<Statement> {
  const { schema } = dialect.db;
  const { text, bytes, moment } = columnTypes(dialect);
  yield schema
    .createTable('session')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('expiresAt', moment, (column) => column.notNull())
    .addColumn('token', text, (column) => column.notNull().unique())
    .addColumn('createdAt', moment, (column) => column.notNull())
    .addColumn('updatedAt', moment, (column) => column.notNull())
    .addColumn('ipAddress', text)
    .addColumn('userAgent', text)
    .addColumn('userId', text, (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .compile();
  yield schema
    .createTable('auth_credential')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('accountId', text, (column) => column.notNull())
    .addColumn('providerId', text, (column) => column.notNull())
    .addColumn('userId', text, (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('accessToken', text)
    .addColumn('refreshToken', text)
    .addColumn('idToken', text)
    .addColumn('accessTokenExpiresAt', moment)
    .addColumn('refreshTokenExpiresAt', moment)
    .addColumn('scope', text)
    .addColumn('password', text)
    .addColumn('createdAt', moment, (column) => column.notNull())
    .addColumn('updatedAt', moment, (column) => column.notNull())
    .compile();
  yield schema
    .createTable('verification')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('identifier', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('expiresAt', moment, (column) => column.notNull())
    .addColumn('createdAt', moment, (column) => column.notNull())
    .addColumn('updatedAt', moment, (column) => column.notNull())
    .compile();
  // Ours: invitations, and links that set a password, by their hash.
  yield schema
    .createTable('sign_in_link')
    .addColumn('hash', bytes, (column) => column.primaryKey())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .compile();
  const index = (table: string, column: string) =>
    schema.createIndex(`${table}_${column}_idx`).on(table).column(column).compile();
  yield index('session', 'userId');
  yield index('session', 'expiresAt');
  yield index('auth_credential', 'userId');
  yield index('verification', 'identifier');
}

/** Programs that ask for an API key; a table of our own. */
export function* deviceLoginTable(dialect: Dialect): Generator<Statement> {
  const { schema } = dialect.db;
  const { text, bytes } = columnTypes(dialect);
  yield schema
    .createTable('device_login')
    .addColumn('device_hash', bytes, (column) => column.primaryKey())
    .addColumn('user_hash', bytes, (column) => column.notNull().unique())
    .addColumn('program', text, (column) => column.notNull())
    .addColumn('host_name', text)
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('scopes_json', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('interval_ms', 'bigint', (column) => column.notNull())
    .addColumn('polled_at', 'bigint')
    .addColumn('account_id', text, (column) => column.references('account.id'))
    .addColumn('key_expires_at', 'bigint')
    .addColumn('key_id', text, (column) => column.references('api_key.id'))
    .compile();
  yield schema.createIndex('device_login_age').on('device_login').column('expires_at').compile();
}

/** What may be spent with keys, and what was spent with them (docs/buy/spending.md#budgets). */
export function* budgetTables(dialect: Dialect): Generator<Statement> {
  const { schema } = dialect.db;
  const { text } = columnTypes(dialect);
  yield schema
    .createTable('key_budget')
    .addColumn('key_id', text, (column) => column.primaryKey().references('api_key.id'))
    .addColumn('limit_micros', 'bigint')
    .addColumn('currency', text)
    .addColumn('period', text, (column) => column.notNull())
    .addColumn('max_price_micros', 'bigint')
    .addColumn('listings_json', text)
    .compile();
  // By day, so that a budget can change its period and its currency, and an order is released from
  // the period in which it was placed.
  yield schema
    .createTable('key_spend')
    .addColumn('key_id', text, (column) => column.notNull())
    .addColumn('currency', text, (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('micros', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_spend_key', ['key_id', 'currency', 'day'])
    .$call((table) => (dialect.name === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table))
    .compile();
}

/** What operators and accounts changed (`audit/audit.ts`). Accounts and keys are named, not referred to. */
export function* auditTable(dialect: Dialect): Generator<Statement> {
  const { schema } = dialect.db;
  const { text } = columnTypes(dialect);
  yield schema
    .createTable('audit')
    .$call((table) =>
      dialect.name === 'sqlite'
        ? table.addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
        : table.addColumn('number', 'bigint', (column) =>
            column.primaryKey().generatedByDefaultAsIdentity(),
          ),
    )
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('account_id', text)
    .addColumn('actor', text, (column) => column.notNull())
    .addColumn('actor_id', text)
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('details_json', text)
    .addColumn('request_id', text)
    .compile();
  yield schema.createIndex('audit_account').on('audit').columns(['account_id', 'number']).compile();
  yield schema.createIndex('audit_age').on('audit').column('at').compile();
}
