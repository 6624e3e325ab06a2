import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flags } from '../../src/config/config.ts';
import { startCluster } from '../../test/postgres/cluster.ts';
import type { createFaults, FaultKind } from './fault-plan.ts';
import { makePostgresFail, POSTGRES_FAULTS } from './postgres-faults.ts';
import { makeSqliteFail, SQLITE_FAULTS } from './sqlite-faults.ts';

/** A database into which faults can be injected, and the flags of a marketplace on it. */
export interface FaultyEngine {
  kinds: readonly FaultKind[];
  flags: Flags;
  memory: boolean;
  /** Injects the faults; the returned function removes them. */
  makeFail(faults: Pick<ReturnType<typeof createFaults>, 'next'>): () => void;
  close(): Promise<void>;
}

export function embeddedEngine(): FaultyEngine {
  return {
    kinds: SQLITE_FAULTS,
    flags: {},
    memory: true,
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
    flags: { database: cluster.url('postgres'), data },
    memory: false,
    makeFail: makePostgresFail,
    async close() {
      await cluster.remove();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
