import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migratePostgres } from '../../src/composition/postgres-storage.ts';
import { startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      /** A database whose role may make others. */
      adminUrl: string;
      /** How the names of the databases of this run begin. */
      prefix: string;
      /** What the databases of tests are copied from: up to date and empty. */
      template: string;
    };
  }
}

async function withAdmin<Result>(url: string, use: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** On a server that was there before, nothing is left of a run. */
const dropDatabases = (adminUrl: string, prefix: string) =>
  withAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  });

/**
 * One Postgres for the whole run: the one that `MKT_TEST_DATABASE_URL` names, or one of its own
 * that ends with the run. Tests get databases of it, copied from a template.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env['MKT_TEST_DATABASE_URL'];
  const cluster = given === undefined ? await startCluster() : undefined;
  const adminUrl = given ?? cluster?.url('postgres') ?? '';
  const prefix = `mkt_test_${process.pid}`;
  const template = `${prefix}_template`;
  await withAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${template}`));
  const url = new URL(adminUrl);
  url.pathname = template;
  await migratePostgres(url.href);
  provide('postgres', { adminUrl, prefix, template });
  return () => (cluster ? cluster.remove() : dropDatabases(adminUrl, prefix));
}
