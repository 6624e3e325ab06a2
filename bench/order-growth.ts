import { fillOrders, idAt, openStore, type OpenedStore } from './filled-store.ts';
import { createRandom } from './measure/random.ts';
import { measureInRounds, type Measured } from './measure/rounds.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import type { BenchmarkOptions } from './report/benchmark.ts';
import { INPUT, RESULT } from './sample-call.ts';

export const ORDER_COUNTS = [1_000, 10_000, 100_000, 1_000_000];
const AT_ONCE = 64;

const TARGET = {
  listingId: 'listing-1',
  sellerId: 'seller',
  revision: 1,
  price: { amountMicros: 20_000, currency: 'USD', unit: 'call' },
} as const;

/** An order from its insertion to its settled row. */
async function runOrder({ store: { orders } }: OpenedStore, id: string): Promise<void> {
  const inserted = await orders.insert({
    id,
    target: TARGET,
    buyerId: 'buyer-1',
    buyerPseudonym: 'buyer_bench',
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
  if (inserted.kind !== 'inserted') throw new Error(`Order ${id} was there already.`);
  const settled = await orders.settle(inserted.order, 'bench', outcome);
  if (settled?.state !== 'completed') throw new Error(`Order ${id} was not settled.`);
}

/** Keeps so many orders under way; answers what one costs in time and in processor time. */
async function drive(opened: OpenedStore, seconds: number, random: () => number) {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let count = 0;
  const one = async () => {
    while (performance.now() < endMs) {
      await runOrder(opened, idAt(Date.now(), random));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const { user, system } = process.cpuUsage(cpu);
  const micros = ((performance.now() - startedMs) * 1000) / count;
  return { micros, cpuMicros: (user + system) / count };
}

/** What an order costs the store, by how many it holds already. */
export async function measureOrderGrowth(options: BenchmarkOptions): Promise<Measured> {
  const random = createRandom(options.seed);
  const opened = new Map<string, OpenedStore>();
  for (const count of ORDER_COUNTS) {
    const store = openStore(temporaryFolder());
    await fillOrders(store, count, options.seed);
    opened.set(String(count), store);
  }
  const variants = [...opened].map(([name, store]) => ({
    name,
    measure: (seconds: number) => drive(store, seconds, random),
  }));
  const measured = await measureInRounds(variants, options);
  for (const store of opened.values()) await store.close();
  return measured;
}
