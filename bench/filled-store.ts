import { createSealing } from '../packages/marketplace/src/database/sealing.ts';
import { createStore, type Store } from '../packages/marketplace/src/server/context.ts';
import type { Engine } from '../packages/marketplace/src/database/engine.ts';
import { openSqliteStorage } from '../packages/marketplace/src/server/sqlite-storage.ts';
import { systemClock } from '../packages/marketplace/src/server/outside.ts';
import type { OpenedDatabase } from './engines.ts';

export interface OpenedStore {
  store: Store;
  /** Runs an operation of the engine as one transaction. */
  write: Engine['write'];
  close(): Promise<void>;
}

/** The server's own store over a database. */
export function storeOf({ engine, close }: OpenedDatabase): OpenedStore {
  const sealing = createSealing([new Uint8Array(32)]);
  return { store: createStore({ engine, sealing }), write: engine.write, close };
}

/** The server's own store over a data folder. */
export async function openStore(dataDir: string): Promise<OpenedStore> {
  const storage = await openSqliteStorage({ folder: dataDir, clock: systemClock, exclusive: true });
  return storeOf({ engine: storage.engine, close: () => storage.close() });
}

const hex = (value: number, length: number) => Math.floor(value).toString(16).padStart(length, '0');

/** A UUID v7 from a time and a seeded generator. */
export function idAt(ms: number, random: () => number): string {
  const time = hex(ms, 12);
  const [a, b, c] = [random() * 0x1000, random() * 0x1000, random() * 2 ** 48];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a, 3)}-8${hex(b, 3)}-${hex(c, 12)}`;
}
