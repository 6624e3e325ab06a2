import { sql } from 'kysely';
import type { Dialect, Statement } from '../operation.ts';
import { columnTypes } from './column-types.ts';

/** Counts of settled orders per account, listing, hour and day (docs/statistics.md). */
export function* statsTables(dialect: Dialect): Generator<Statement> {
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
