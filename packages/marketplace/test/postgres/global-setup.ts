import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migratePostgres } from '../../src/server/postgres-storage.ts';
import { startCluster, type PostgresCluster } from './cluster.ts';
import { NEWEST_POSTGRES, type PostgresVersion } from './versions.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      /**
       * For each worker, a database on its server whose role may make others. Workers have servers of
       * their own: orders appear in the log of settled orders when no transaction before them runs,
       * in whatever database of the server.
       */
      adminUrls: string[];
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

async function createTemplate(adminUrl: string, name: string): Promise<void> {
  await withAdmin(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(adminUrl);
  url.pathname = name;
  await migratePostgres(url.href);
}

/**
 * A Postgres for each worker, which end with the run; or the one that `MKT_TEST_DATABASE_URL` names,
 * for a single worker. Tests get databases of it, copied from a template.
 */
export default async function setup({
  config,
  provide,
}: TestProject): Promise<() => Promise<unknown>> {
  const given = process.env['MKT_TEST_DATABASE_URL'];
  const clusters: PostgresCluster[] = [];
  if (given === undefined) {
    const version = (config.env['MKT_TEST_POSTGRES'] ?? NEWEST_POSTGRES) as PostgresVersion;
    while (clusters.length < config.maxWorkers) clusters.push(await startCluster([], version));
  }
  const adminUrls = given === undefined ? clusters.map(({ url }) => url('postgres')) : [given];
  const prefix = `mkt_test_${process.pid}`;
  const template = `${prefix}_template`;
  await Promise.all(adminUrls.map((url) => createTemplate(url, template)));
  provide('postgres', { adminUrls, prefix, template });
  return () =>
    given === undefined
      ? Promise.all(clusters.map((cluster) => cluster.remove()))
      : dropDatabases(given, prefix);
}
