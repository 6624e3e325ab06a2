import type { Dialect, Statement } from '../operation.ts';
import { columnTypes } from './column-types.ts';

/** The changes to listings (docs/listings.md#history). */
export function* historyTables(dialect: Dialect): Generator<Statement> {
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
