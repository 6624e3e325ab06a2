import type { Config } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import type { Clock } from '../market/outside.ts';
import { openSqliteStorage } from './sqlite-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the database that the configuration names, for a server; in memory if `memory` is set. */
export async function openStorage(
  config: Config,
  { clock, memory, manual }: { clock: Clock; memory: boolean; manual: boolean },
): Promise<Storage> {
  if (config.database) {
    // In dev mode the data folder still holds the keys.
    if (config.dev && !memory) openDataFolder(config.dataDir);
    // Loaded lazily: the Postgres drivers take 60 ms to load, which a server on SQLite saves.
    const { openPostgresStorage } = await import('./postgres-storage.ts');
    return openPostgresStorage(config.database, manual ? clock : undefined);
  }
  return openSqliteStorage(memory ? { clock } : { folder: config.dataDir, clock, exclusive: true });
}
