import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './operation.ts';

/** Whether a column is in a list; always one parameter, however long the list is. */
export function isOneOf(
  dialect: Dialect,
  column: string,
  values: readonly (string | number)[],
): RawBuilder<boolean> {
  const ref = sql.ref(column);
  return dialect.name === 'sqlite'
    ? sql<boolean>`${ref} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
    : sql<boolean>`${ref} = ANY(${values})`;
}
