import { openSqliteStorage } from '../packages/marketplace/src/server/sqlite-storage.ts';
import type { Engine } from '../packages/marketplace/src/database/engine.ts';
import { openPostgres } from '../packages/marketplace/src/database/postgres/engine.ts';
import { databaseFile } from '../packages/marketplace/src/server/data-folder.ts';
import { systemClock } from '../packages/marketplace/src/server/outside.ts';
import { createDatabase } from './cluster-database.ts';
import type { OrderPlace } from './cloned-orders.ts';
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
  orders: OrderPlace;
  /** Opens the database itself, to fill it. A marketplace must have started there before. */
  open(): Promise<OpenedDatabase>;
}

const onSqlite = (folder: string): Place => ({
  name: 'SQLite',
  options: { dataDir: folder },
  orders: { file: databaseFile(folder) },
  open: () => openSqliteStorage({ folder, clock: systemClock, exclusive: true }),
});

const onPostgres = (url: string): Place => ({
  name: 'Postgres',
  options: { dataDir: temporaryFolder(), env: { MKT_DATABASE_URL: url } },
  orders: { url },
  open: () => Promise.resolve(openPostgres({ url, connections: 8 })),
});

/** Measures on these engines in turn, on both by default; on SQLite alone where no Postgres can be installed. */
export async function onEachEngine<Figures>(
  measure: (place: Place) => Promise<Figures>,
  on: readonly string[] = ['sqlite', 'postgres'],
): Promise<{ name: Place['name']; figures: Figures }[]> {
  const measured = [];
  if (on.includes('sqlite')) {
    const sqlite = onSqlite(temporaryFolder());
    measured.push({ name: sqlite.name, figures: await measure(sqlite) });
  }
  const server = on.includes('postgres') ? await startPostgres() : undefined;
  if (!server) return measured;
  const postgres = onPostgres(await createDatabase(server.url));
  measured.push({ name: postgres.name, figures: await measure(postgres) });
  await server.stop();
  return measured;
}
