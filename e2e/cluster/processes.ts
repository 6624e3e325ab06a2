import { randomBytes } from 'node:crypto';
import { newFolder } from '../../packages/marketplace/test/market.ts';
import {
  runMarketplace,
  startMarketplace,
  type MarketplaceProcess,
} from '../../packages/marketplace/test/marketplace-process.ts';
import type { Finished } from '../../test-bed/marketplace-process.ts';

export interface Cluster {
  /** Starts another process, which stops with the test. */
  start(role?: 'api' | 'worker' | 'all', env?: Record<string, string>): Promise<MarketplaceProcess>;
  /** Runs a command on the same database until it exits. */
  run(args: string[]): Promise<Finished>;
}

/** Processes on one database, with one dev account and one encryption key. */
export function clusterOn(database: string): Cluster {
  const folder = newFolder();
  const key = { MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64'), MKT_LOG_LEVEL: 'error' };
  const options = ['--data', folder, '--database', database];
  return {
    start: (role = 'all', env = {}) =>
      startMarketplace(['--role', role, ...options], { ...key, ...env }),
    run: (args) => runMarketplace([...args, '--database', database], key),
  };
}
