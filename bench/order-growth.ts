import { formatSigningSecret } from '@mkt/protocol/signing';
import Database from 'better-sqlite3';
import { type ActivationTarget, termsOf } from '../packages/marketplace/src/orders/activation.ts';
import { databaseFile } from '../packages/marketplace/src/server/data-folder.ts';
import { fillWithOrders } from './cloned-orders.ts';
import { idAt, openStore, type OpenedStore } from './filled-store.ts';
import { marketSize, type MarketSize } from './market-size.ts';
import { createRandom } from './measure/random.ts';
import { measureInRounds, type Measured, type Sample } from './measure/rounds.ts';
import { pagesWritten, readWrites } from './measure/sqlite-writes.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import type { BenchmarkOptions } from './report/benchmark.ts';
import { INPUT, RESULT } from './sample-call.ts';

export const ORDER_COUNTS = [1_000, 100_000, 1_000_000];
export const MARKETS = ['1x1', '5000x1000'];
const AT_ONCE = 64;

/** Published listings of one account: an order is stored only for an existing listing. */
async function publishListings(
  { store }: OpenedStore,
  count: number,
  random: () => number,
): Promise<ActivationTarget[]> {
  const newId = () => idAt(Date.now(), random);
  const actor = { kind: 'operator' } as const;
  const { accountId } = await store.accounts.ensure({
    ids: { account: newId(), user: newId() },
    email: 'seller@example.com',
    name: 'Seller',
  });
  const firstSecret = formatSigningSecret(new Uint8Array(32));
  const targets: ActivationTarget[] = [];
  for (let number = 0; number < count; number++) {
    const inserted = await store.listings.insert({
      id: newId(),
      accountId,
      slug: { base: 'bench' },
      content: {
        title: 'Bench',
        description: null,
        category: null,
        tags: null,
        price: { amountMicros: 20_000, currency: 'USD', unit: 'call' },
        runContract: { method: 'POST', endpointPath: 'https://seller.example.com/run' },
      },
      status: 'draft',
      actor,
      maxListings: count,
    });
    if (typeof inserted === 'string') throw new Error(inserted);
    const { id, version } = inserted;
    await store.listings.change({ id, version, actor, status: 'published', firstSecret });
    const target = await store.orders.target(id);
    if (!target) throw new Error('The listing does not exist.');
    targets.push(target);
  }
  return targets;
}

export interface Filled {
  opened: OpenedStore;
  buyerIds: readonly string[];
  targets: readonly ActivationTarget[];
  random: () => number;
}

const pick = <Value>({ random }: Filled, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** An order of a buyer and a listing at random, from its insertion to its settled row. Returns its id. */
export async function runOrder(filled: Filled): Promise<string> {
  const { orders } = filled.opened.store;
  const id = idAt(Date.now(), filled.random);
  const inserted = await orders.insert({
    id,
    ...termsOf(pick(filled, filled.targets)),
    maxStoredBytes: Number.MAX_SAFE_INTEGER,
    buyerId: pick(filled, filled.buyerIds),
    buyerPseudonym: 'buyer_bench',
    keyId: null,
    metadataJson: null,
    trace: null,
    requestJson: JSON.stringify(INPUT),
    leaseOwner: 'bench',
    idempotency: null,
  });
  const resultJson = JSON.stringify(RESULT);
  const outcome = {
    state: 'completed',
    resultJson,
    outputValid: true,
    outputErrors: null,
  } as const;
  if (inserted.kind !== 'inserted') throw new Error(`Order ${id} was already there.`);
  const settled = await orders.settle(inserted.order, 'bench', outcome);
  if (settled?.state !== 'completed') throw new Error(`Order ${id} was not settled.`);
  return id;
}

/** Keeps orders in flight while `more` says so. Returns how many there were. */
async function runOrders(filled: Filled, more: (count: number) => boolean): Promise<number> {
  let count = 0;
  const one = async () => {
    while (more(count)) {
      count += 1;
      await runOrder(filled);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return count;
}

const SAMPLES = 8;

/** A store with a market and as many orders as that, which are copies of orders that it has stored. */
export async function fillMarket(
  { buyers, listings }: MarketSize,
  orders: number,
  folder: string,
  seed: number,
): Promise<Filled> {
  const random = createRandom(seed);
  const opened = await openStore(folder);
  const targets = await publishListings(opened, listings, random);
  const buyerIds = Array.from({ length: buyers }, () => idAt(Date.now(), random));
  const filled = { opened, targets, buyerIds, random };
  const fromMs = Date.now();
  const most = Math.min(orders, Math.max(500, 4 * buyers)) - SAMPLES;
  const count = SAMPLES + (await runOrders(filled, (started) => started < most));
  const ids: string[] = [];
  while (ids.length < SAMPLES) ids.push(await runOrder(filled));
  await opened.close();
  await fillWithOrders(
    { file: databaseFile(folder) },
    { count, ids, fromMs, toMs: Date.now() },
    orders,
  );
  return { ...filled, opened: await openStore(folder) };
}

/** Keeps orders in flight. Returns what one of them costs. */
async function drive(filled: Filled, pageBytes: number, seconds: number): Promise<Sample> {
  const cpu = process.cpuUsage();
  const before = readWrites();
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  const count = await runOrders(filled, () => performance.now() < endMs);
  const { user, system } = process.cpuUsage(cpu);
  const micros = ((performance.now() - startedMs) * 1000) / count;
  const after = readWrites();
  const { log, file } = pagesWritten(before, after, pageBytes);
  return {
    micros,
    cpuMicros: (user + system) / count,
    logPages: log / count,
    filePages: file / count,
    kib: (after.bytes - before.bytes) / count / 1024,
  };
}

function pageBytesOf(folder: string): number {
  const db = new Database(databaseFile(folder), { readonly: true });
  const bytes = Number(db.pragma('page_size', { simple: true }));
  db.close();
  return bytes;
}

/** What an order costs the store in a market of this size, by the number of orders in it. */
export async function measureOrderGrowth(
  market: string,
  options: BenchmarkOptions,
): Promise<Measured> {
  const all: Filled[] = [];
  const variants = [];
  for (const orders of ORDER_COUNTS) {
    const folder = temporaryFolder();
    const filled = await fillMarket(marketSize(market), orders, folder, options.seed);
    const pageBytes = pageBytesOf(folder);
    all.push(filled);
    variants.push({
      name: String(orders),
      measure: (seconds: number) => drive(filled, pageBytes, seconds),
    });
  }
  const measured = await measureInRounds(variants, options);
  for (const { opened } of all) await opened.close();
  return measured;
}
