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
  const { adminUrl, prefix } = inject('postgres');
  const name = `${prefix}_${randomBytes(8).toString('hex')}`;
  await runStatements(adminUrl, [`CREATE DATABASE ${name} TEMPLATE ${source}`]);
  return siblingOf(adminUrl, name);
}

/** Deletes every row and ends every other connection. */
const EMPTY = `DO $$ BEGIN
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
    || ' RESTART IDENTITY' FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'migration'
      OR schemaname = 'pgboss' AND tablename IN ('job', 'schedule'));
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
