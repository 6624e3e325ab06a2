import { sql } from 'kysely';
import { all, execute, executeSql, type Dialect, type SingleStatement } from './operation.ts';
import { ADDRESS } from './tables.ts';

/** The tables with secrets, and the column with the owner to whom a secret is bound. */
const OWNER_COLUMNS = { signing_secret: 'listing_id', webhook: 'id' } as const;

export type SecretsTable = keyof typeof OWNER_COLUMNS;

export const SECRETS_TABLES = Object.keys(OWNER_COLUMNS) as SecretsTable[];

/** A secret as it is stored, and the previous one. */
export interface SealedRow {
  owner: string;
  sealed: string;
  previous: string | null;
}

const namesOf = (table: SecretsTable) => ({
  table: sql.table(table),
  owner: sql.ref(OWNER_COLUMNS[table]),
});

/** The next secrets of a table, in the order of their owners. */
export function sealedRows(
  { db }: Dialect,
  args: { table: SecretsTable; after: string },
): SingleStatement<SealedRow[]> {
  const { table, owner } = namesOf(args.table);
  const query = sql<SealedRow>`
    SELECT ${owner} AS owner, sealed, previous_sealed AS previous FROM ${table}
    WHERE ${owner} > ${args.after} ORDER BY ${owner} LIMIT 500`;
  return all({ compile: () => query.compile(db) });
}

/** Skips a secret that was rotated in the meantime: it is already sealed with the newest key. */
export function saveResealed(
  { db }: Dialect,
  args: { table: SecretsTable; before: SealedRow; after: Omit<SealedRow, 'owner'> },
): SingleStatement<number> {
  const { table, owner } = namesOf(args.table);
  const { before, after } = args;
  const isUnchanged =
    before.previous === null
      ? sql`previous_sealed IS NULL`
      : sql`previous_sealed = ${before.previous}`;
  return executeSql(
    db,
    sql`UPDATE ${table} SET sealed = ${after.sealed}, previous_sealed = ${after.previous}
      WHERE ${owner} = ${before.owner} AND sealed = ${before.sealed} AND ${isUnchanged}`,
  );
}

/** Those that are encrypted. */
export function installationValues({
  db,
}: Dialect): SingleStatement<{ name: string; value: string }[]> {
  return all(db.selectFrom('installation').selectAll().where('name', '!=', ADDRESS));
}

export function replaceInstallationValue(
  { db }: Dialect,
  { name, before, after }: { name: string; before: string; after: string },
): SingleStatement<number> {
  return execute(
    db
      .updateTable('installation')
      .set({ value: after })
      .where('name', '=', name)
      .where('value', '=', before),
  );
}
