import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const ALREADY_THERE = '42P04';

/** The driver that the marketplace depends on; it is used here only to create databases. */
const driver = () =>
  createRequire(new URL('../../packages/marketplace/package.json', import.meta.url))('pg');

async function createDatabase(admin: string, name: string): Promise<void> {
  const client = new (driver().Client)({ connectionString: admin });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === ALREADY_THERE)) throw error;
  } finally {
    await client.end();
  }
}

/**
 * With `MKT_ACCEPTANCE_DATABASE_URL`, a Postgres whose role may make databases, the suite runs on
 * it: every data folder has its own database there, which the command is passed.
 */
export async function databaseSettings(args: readonly string[]): Promise<Record<string, string>> {
  const admin = process.env['MKT_ACCEPTANCE_DATABASE_URL'];
  const folder = args.includes('--data') ? args[args.indexOf('--data') + 1] : undefined;
  if (admin === undefined || folder === undefined) return {};
  const name = `mkt_acceptance_${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  await createDatabase(admin, name);
  const url = new URL(admin);
  url.pathname = name;
  return { MKT_DATABASE_URL: url.href };
}
