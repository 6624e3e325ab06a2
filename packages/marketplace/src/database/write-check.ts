import { sql } from 'kysely';
import { type Dialect, execute, now, type SingleStatement } from './operation.ts';
import { WRITE_CHECK } from './tables.ts';

const NOW_TEXT = sql<string>`CAST(${now} AS text)`;

/** A small write. While it cannot be committed, no order can be stored either. */
export const writeCheck = ({ db }: Dialect): SingleStatement<number> =>
  execute(
    db
      .insertInto('installation')
      .values({ name: WRITE_CHECK, value: NOW_TEXT })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: NOW_TEXT })),
  );
