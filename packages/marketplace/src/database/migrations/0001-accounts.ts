import type { Dialect, Statement } from '../operation.ts';
import { columnTypes } from './column-types.ts';

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
