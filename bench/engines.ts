import { openSqliteStorage } from '../packages/marketplace/src/server/sqlite-storage.ts';
import type { Engine } from '../packages/marketplace/src/database/engine.ts';
import { openPostgres } from '../packages/marketplace/src/database/postgres/engine.ts';
import { systemClock } from '../packages/marketplace/src/server/outside.ts';
import { createDatabase } from './cluster-database.ts';
import type { MarketplaceOptions } from './marketplace.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import { startPostgres } from './postgres.ts';

/** An open database of the server. */
export interface OpenedDatabase {
  engine: Engine;
  close(): Promise<void>;
}

/** Where a marketplace keeps its data. */
export interface Place {
  name: 'SQLite' | 'Postgres';
  /** Starts a marketplace there. */
  options: MarketplaceOptions;
  /** Opens the database itself, to fill it. A marketplace must have started there before. */
  open(): Promise<OpenedDatabase>;
}

const onSqlite = (folder: string): Place => ({
  name: 'SQLite',
  options: { dataDir: folder },
  open: () => openSqliteStorage({ folder, clock: systemClock, exclusive: true }),
});

const onPostgres = (url: string): Place => ({
  name: 'Postgres',
  options: { dataDir: temporaryFolder(), env: { MKT_DATABASE_URL: url } },
  open: () => Promise.resolve(openPostgres({ url, connections: 8 })),
});

/** Measures on both engines in turn; on SQLite alone where no Postgres can be installed. */
export async function onEachEngine<Figures>(
  measure: (place: Place) => Promise<Figures>,
): Promise<{ name: Place['name']; figures: Figures }[]> {
  const sqlite = onSqlite(temporaryFolder());
  const measured = [{ name: sqlite.name, figures: await measure(sqlite) }];
  const server = await startPostgres();
  if (!server) return measured;
  const postgres = onPostgres(await createDatabase(server.url));
  measured.push({ name: postgres.name, figures: await measure(postgres) });
  await server.stop();
  return measured;
}
