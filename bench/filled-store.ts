import { createSealing } from '../packages/marketplace/src/database/sealing.ts';
import { createStore, type Store } from '../packages/marketplace/src/server/context.ts';
import type { Engine } from '../packages/marketplace/src/database/engine.ts';
import type { Dialect, Operation } from '../packages/marketplace/src/database/operation.ts';
import { openSqliteStorage } from '../packages/marketplace/src/server/sqlite-storage.ts';
import { systemClock } from '../packages/marketplace/src/server/outside.ts';
import { createRandom } from './measure/random.ts';
import type { OpenedDatabase } from './engines.ts';
import { INPUT, RESULT } from './sample-call.ts';

const BATCH = 20_000;
const BUYERS = 5_000;
const LISTINGS = 1_000;
const HOUR_MS = 3_600_000;

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

const COLUMNS =
  'id, listing_id, buyer_id, seller_id, buyer_pseudonym, state, price_micros, price_currency, ' +
  'price_unit, revision, created_at, started_at, completed_at, output_valid, request_json, result_json, settled_number';

/** What all orders have in common. */
interface OrdersOf {
  buyerId?: string;
  listingId?: string;
}

/** Settled orders as rows: placing and settling a million would take minutes. */
function* insertOrders(
  _: Dialect,
  {
    count,
    firstMs,
    random,
    of,
  }: { count: number; firstMs: number; random: () => number; of: OrdersOf },
): Operation<void> {
  const sql = `INSERT INTO orders (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, '?')})`;
  const [request, result] = [JSON.stringify(INPUT), JSON.stringify(RESULT)];
  for (let i = 0; i < count; i++) {
    const ms = firstMs + i;
    const listing = of.listingId ?? `listing-${Math.floor(random() * LISTINGS)}`;
    const buyer = of.buyerId ?? `buyer-${Math.floor(random() * BUYERS)}`;
    const who = [listing, buyer, 'seller', 'buyer_bench', 'completed'];
    const price = [20_000, 'USD', 'call', 1];
    const parameters = [idAt(ms, random), ...who, ...price, ms, ms, ms, 1, request, result, ms];
    yield { sql, parameters };
  }
}

/** Adds `count` settled orders of the past hours, of many buyers and listings or of one. */
export async function fillOrders(
  { write }: OpenedStore,
  count: number,
  seed: number,
  of: OrdersOf = {},
): Promise<void> {
  const random = createRandom(seed);
  const startMs = Date.now() - HOUR_MS - count;
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    await write(insertOrders, { count: size, firstMs: startMs + done, random, of });
  }
}
