import type { Connection } from './connection.ts';

/** A row of `change`: a row of the listed tables that is not what it was. */
interface Change {
  number: number;
  row_id: string;
}

/**
 * The database's own list of rows that have changed (`migrations/0001-changes.ts`), the newest of
 * which it keeps. Statements are made when they are first needed: before that the table may not be
 * there.
 */
export function createChanges(connection: Connection) {
  const lazily = (sql: string) => {
    let statement: ReturnType<typeof connection.prepare> | undefined;
    return () => (statement ??= connection.prepare(sql));
  };
  const newest = lazily('SELECT max(number) AS number FROM change');
  const after = lazily('SELECT number, row_id FROM change WHERE number > ? ORDER BY number');

  return {
    /** The number of the last one. */
    last(): number {
      const [row] = newest().all() as { number: number | null }[];
      return row?.number ?? 0;
    },
    /** Whose rows have changed after that one, and the last number now; nothing when it cannot tell. */
    since(number: number): { ids: string[]; last: number } | undefined {
      const rows = after().all(number) as Change[];
      const last = rows.at(-1);
      if (!last) return { ids: [], last: number };
      // Numbers have no gaps, so another first one tells of changes that are not kept any more.
      if (rows[0]?.number !== number + 1) return undefined;
      return { ids: rows.map((row) => row.row_id), last: last.number };
    },
  };
}
