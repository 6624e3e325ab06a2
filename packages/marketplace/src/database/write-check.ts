import { execute } from './operation.ts';
import type { Dialect, SingleStatement } from './operation.ts';
import { WRITE_CHECK } from './tables.ts';

/** A small write. While it cannot be committed, no order can be stored either. */
export const writeCheck = ({ db }: Dialect, atIso: string): SingleStatement<number> =>
  execute(
    db
      .insertInto('installation')
      .values({ name: WRITE_CHECK, value: atIso })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: atIso })),
  );
