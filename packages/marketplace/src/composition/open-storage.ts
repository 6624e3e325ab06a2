import type { Config } from '../config/config.ts';
import { openDataFolder } from '../config/data-folder.ts';
import type { Clock } from '../domain/clock.ts';
import type { PostgresDatabase } from '../sql/postgres/engine.ts';
import { openMemoryStorage, openServerStorage, type Storage } from '../storage.ts';

export interface OpenedStorage extends Storage {
  /** Where several processes may share the database. */
  postgres?: PostgresDatabase;
}

/** The database that the configuration names; in memory for tests that name none. */
export async function openStorage(
  config: Config,
  { clock, memory, manual }: { clock: Clock; memory: boolean; manual: boolean },
): Promise<OpenedStorage> {
  if (config.database) {
    // The files of a developer's marketplace: its keys are kept there.
    if (config.dev && !memory) openDataFolder(config.dataDir);
    // Its drivers take 60 ms to load, which a server on SQLite need not wait for.
    const { openPostgresStorage } = await import('./postgres-storage.ts');
    return openPostgresStorage(config.database, manual ? clock : undefined);
  }
  return memory ? openMemoryStorage(clock) : openServerStorage(config.dataDir, clock);
}
