import { fillOrders, idAt, openStore, type OpenedStore } from './filled-store.ts';
import { type ActivationTarget, termsOf } from '../packages/marketplace/src/orders/activation.ts';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { createRandom } from './measure/random.ts';
import { measureInRounds, type Measured } from './measure/rounds.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import type { BenchmarkOptions } from './report/benchmark.ts';
import { INPUT, RESULT } from './sample-call.ts';

export const ORDER_COUNTS = [1_000, 10_000, 100_000, 1_000_000];
const AT_ONCE = 64;

/** A published listing: an order is stored only for an existing listing. */
async function publishListing(
  { store }: OpenedStore,
  random: () => number,
): Promise<ActivationTarget> {
  const newId = () => idAt(Date.now(), random);
  const actor = { kind: 'operator' } as const;
  const { accountId } = await store.accounts.ensure({
    ids: { account: newId(), user: newId() },
    email: 'seller@example.com',
    name: 'Seller',
  });
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
    maxListings: 1,
  });
  if (typeof inserted === 'string') throw new Error(inserted);
  const { id, version } = inserted;
  const firstSecret = formatSigningSecret(new Uint8Array(32));
  await store.listings.change({ id, version, actor, status: 'published', firstSecret });
  const target = await store.orders.target(id);
  if (!target) throw new Error('The listing does not exist.');
  return target;
}

/** An order from its insertion to its settled row. */
async function runOrder(
  { store: { orders } }: OpenedStore,
  target: ActivationTarget,
  id: string,
): Promise<void> {
  const inserted = await orders.insert({
    id,
    ...termsOf(target),
    maxStoredBytes: Number.MAX_SAFE_INTEGER,
    buyerId: 'buyer-1',
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
}

interface Filled {
  opened: OpenedStore;
  target: ActivationTarget;
}

/** Keeps orders in flight. Returns what one costs in time and in CPU time. */
async function drive({ opened, target }: Filled, seconds: number, random: () => number) {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let count = 0;
  const one = async () => {
    while (performance.now() < endMs) {
      await runOrder(opened, target, idAt(Date.now(), random));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const { user, system } = process.cpuUsage(cpu);
  const micros = ((performance.now() - startedMs) * 1000) / count;
  return { micros, cpuMicros: (user + system) / count };
}

/** What an order costs the store, by the number of orders in it. */
export async function measureOrderGrowth(options: BenchmarkOptions): Promise<Measured> {
  const random = createRandom(options.seed);
  const filled = new Map<string, Filled>();
  for (const count of ORDER_COUNTS) {
    const store = await openStore(temporaryFolder());
    await fillOrders(store, count, options.seed);
    filled.set(String(count), { opened: store, target: await publishListing(store, random) });
  }
  const variants = [...filled].map(([name, store]) => ({
    name,
    measure: (seconds: number) => drive(store, seconds, random),
  }));
  const measured = await measureInRounds(variants, options);
  for (const { opened } of filled.values()) await opened.close();
  return measured;
}
