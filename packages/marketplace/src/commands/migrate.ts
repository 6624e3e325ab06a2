import { Command } from 'commander';
import { resolve } from 'node:path';
import { databaseFile, openDataFolder } from '../config/data-folder.ts';
import { DEFAULT_DATA } from '../config/config.ts';
import { openSqlite } from '../sql/sqlite/engine.ts';
import { migrateOrRefuse } from '../storage.ts';
import { systemClock } from '../system-clock.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .option('--data <dir>', `data folder (default: ${DEFAULT_DATA})`)
    .action((options: { data?: string }) => {
      const folder = resolve(options.data ?? DEFAULT_DATA);
      openDataFolder(folder);
      const sqlite = openSqlite({ path: databaseFile(folder), clock: systemClock });
      try {
        const applied = migrateOrRefuse(sqlite);
        process.stderr.write(
          applied.length === 0
            ? 'The database is up to date.\n'
            : `Applied ${applied.join(', ')}.\n`,
        );
      } finally {
        sqlite.close();
      }
    });
}
