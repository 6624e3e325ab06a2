import { sql } from 'kysely';
import type { Dialect, Statement } from '../operation.ts';
import { columnTypes } from './column-types.ts';

/** What may be spent with keys, and what was spent with them (docs/cost-control.md#budgets). */
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
