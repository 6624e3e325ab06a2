import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** The rows of a database as they were at one moment, like those of `pg_dump --data-only`. */
export interface Dump {
  /** Replaces the rows of a database with the same tables, in one transaction. */
  restore(url: string): Promise<void>;
  remove(): void;
}

const TABLES = `SELECT format('%I.%I', nspname, relname) AS name
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind = 'r' AND nspname IN ('public', 'pgboss') ORDER BY 1`;
const SEQUENCES = `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS value
  FROM pg_sequences WHERE last_value IS NOT NULL`;

async function inTransaction<Result>(
  url: string,
  kind: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`BEGIN ${kind}`);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    await client.end();
  }
}

/** Copies the rows of a database on this machine, whose server writes the files, while it is served. */
export async function dumpRows(url: string): Promise<Dump> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-dump-'));
  chmodSync(folder, 0o777);
  const fileOf = (table: string) => join(folder, table);
  const { tables, sequences } = await inTransaction(
    url,
    'ISOLATION LEVEL REPEATABLE READ READ ONLY',
    async (client) => {
      const { rows: all } = await client.query<{ name: string }>(TABLES);
      for (const { name } of all) await client.query(`COPY ${name} TO '${fileOf(name)}'`);
      const { rows } = await client.query<{ name: string; value: string }>(SEQUENCES);
      return { tables: all.map(({ name }) => name), sequences: rows };
    },
  );
  return {
    restore: (target) =>
      inTransaction(target, '', async (client) => {
        // As with --disable-triggers: tables are filled in any order.
        await client.query('SET LOCAL session_replication_role = replica');
        await client.query(`TRUNCATE ${tables.join(', ')}`);
        for (const name of tables) await client.query(`COPY ${name} FROM '${fileOf(name)}'`);
        for (const { name, value } of sequences)
          await client.query('SELECT setval($1, $2)', [name, value]);
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
