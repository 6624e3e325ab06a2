import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestMarketplaceOptions } from '../../src/testing.ts';
import { startCluster } from '../../test/postgres/cluster.ts';
import type { createFaults, FaultKind } from './fault-plan.ts';
import { makePostgresFail, POSTGRES_FAULTS } from './postgres-faults.ts';
import { makeSqliteFail, SQLITE_FAULTS } from './sqlite-faults.ts';

/** A database into which faults can be injected, and where a marketplace finds it. */
export interface FaultyEngine {
  kinds: readonly FaultKind[];
  options: Pick<TestMarketplaceOptions, 'data' | 'environment'>;
  /** Injects the faults; the returned function removes them. */
  makeFail(faults: Pick<ReturnType<typeof createFaults>, 'next'>): () => void;
  close(): Promise<void>;
}

export function embeddedEngine(): FaultyEngine {
  return {
    kinds: SQLITE_FAULTS,
    options: {},
    makeFail: makeSqliteFail,
    close: () => Promise.resolve(),
  };
}

/** A new Postgres cluster. */
export async function postgresEngine(): Promise<FaultyEngine> {
  const cluster = await startCluster();
  const data = mkdtempSync(join(tmpdir(), 'mkt-faults-'));
  return {
    kinds: POSTGRES_FAULTS,
    options: { data, environment: { MKT_DATABASE_URL: cluster.url('postgres') } },
    makeFail: makePostgresFail,
    async close() {
      await cluster.remove();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
