import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { newFolder } from '../../packages/marketplace/test/market.ts';
import {
  runMarketplace,
  startMarketplace,
  type MarketplaceProcess,
} from '../../packages/marketplace/test/marketplace-process.ts';
import {
  startCluster,
  type PostgresCluster,
} from '../../packages/marketplace/test/postgres/cluster.ts';
import { runStatements } from '../../packages/marketplace/test/postgres/databases.ts';
import type { Finished } from '../../test-bed/marketplace-process.ts';

export interface Cluster {
  postgres: PostgresCluster;
  /** Starts another process, which stops with the test. */
  start(role?: 'api' | 'worker' | 'all', env?: Record<string, string>): Promise<MarketplaceProcess>;
  /** Runs a command on the same database until it exits. */
  run(args: string[]): Promise<Finished>;
  /** Ends every lease that is held now, which takes 40 s by itself. */
  expireLeases(): Promise<void>;
}

const EXPIRE_LEASES = `UPDATE orders SET open_until = 0 WHERE state = 'running'`;

/** Processes on a new Postgres, with one dev account and one encryption key. */
export async function openCluster(): Promise<Cluster> {
  const postgres = await startCluster();
  onTestFinished(() => postgres.remove());
  const database = postgres.url('postgres');
  const folder = newFolder();
  const key = { MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64'), MKT_LOG_LEVEL: 'error' };
  const options = ['--data', folder, '--database', database];
  return {
    postgres,
    start: (role = 'all', env = {}) =>
      startMarketplace(['--role', role, ...options], { ...key, ...env }),
    run: (args) => runMarketplace([...args, '--database', database], key),
    expireLeases: () => runStatements(database, [EXPIRE_LEASES]),
  };
}
