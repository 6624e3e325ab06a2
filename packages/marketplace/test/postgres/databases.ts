import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';

/** Runs statements on a connection of their own, one after the other. */
export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of another database of the same server. */
function siblingOf(url: string, database: string): string {
  const sibling = new URL(url);
  sibling.pathname = database;
  return sibling.href;
}

async function createDatabase(source: string): Promise<string> {
  const { adminUrls, prefix } = inject('postgres');
  const adminUrl = adminUrls[(Number(process.env['VITEST_POOL_ID']) - 1) % adminUrls.length] ?? '';
  const name = `${prefix}_${randomBytes(8).toString('hex')}`;
  await runStatements(adminUrl, [`CREATE DATABASE ${name} TEMPLATE ${source}`]);
  return siblingOf(adminUrl, name);
}

/**
 * Ends every other connection and deletes every row, those that nothing refers to first. TRUNCATE
 * makes new files for each table and each of its indexes, which takes longer than most tests.
 */
const EMPTY = `DO $$ DECLARE filled record; BEGIN
  PERFORM pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  FOR filled IN SELECT oid::regclass AS name, pg_relation_size(oid) > 1000000 AS is_large
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname <> 'migration' AND pg_relation_size(oid) > 0
    ORDER BY (SELECT count(*) FROM pg_constraint WHERE confrelid = pg_class.oid AND conrelid <> confrelid)
  LOOP
    IF filled.is_large THEN EXECUTE format('TRUNCATE %s CASCADE', filled.name);
    ELSE EXECUTE format('DELETE FROM %s', filled.name);
    END IF;
  END LOOP;
  DELETE FROM pgboss.job;
  DELETE FROM pgboss.schedule;
  PERFORM setval(format('%I.%I', schemaname, sequencename), start_value, false)
    FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL;
END $$`;

/** Databases that tests of this file have had: to empty one takes less time than to make one. */
const used: string[] = [];

/** An empty database of the test's own, up to date; another one may have it when the test has ended. */
export async function newDatabase(): Promise<string> {
  const url = used.pop() ?? (await createDatabase(inject('postgres').template));
  onTestFinished(async () => {
    await runStatements(url, [EMPTY]);
    used.push(url);
  });
  return url;
}

/** A database without any table. */
export const newBareDatabase = (): Promise<string> => createDatabase('template1');
