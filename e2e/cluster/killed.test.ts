// docs/buy/orders.md#guarantees: a killed process loses nothing that it acknowledged, and no order is
// called twice.
import { expect, it } from 'vitest';
import { SEED } from '../../test-bed/seed.ts';
import { echoAfter } from '../../test-bed/seller.ts';
import { openSeller } from '../../test-bed/within-test.ts';
import { publish, settled, startBuyers } from './orders.ts';
import { openCluster } from './processes.ts';
import { createRandom } from '../torture/random.ts';

const random = createRandom(SEED);

it('processes that are killed while they accept and run orders lose none and call none twice', async () => {
  const cluster = await openCluster();
  const processes = [await cluster.start(), await cluster.start()];
  const seller = await openSeller({ 'POST /run': echoAfter(() => random.int(0, 200)) });
  const listingId = await publish(processes[0]!.api, seller.url);
  const buyers = startBuyers(8, () => processes.map(({ api }) => api), listingId);
  for (const victim of [0, 1, 0]) {
    await buyers.more(40);
    await processes[victim]!.end('SIGKILL');
    processes[victim] = await cluster.start();
  }
  await buyers.more(20);
  await buyers.stop();
  // What the killed processes called is settled when their leases have expired.
  await cluster.expireLeases();

  const { api } = processes[0]!;
  const ends = { completed: 0, interrupted: 0 };
  for (const { id, orderState, body } of buyers.acknowledged.values()) {
    const order = await settled(api, id);
    const calls = seller.callCounts.get(id) ?? 0;
    expect(calls).toBeLessThanOrEqual(1);
    if (order.orderState === 'completed') {
      ends.completed += 1;
      expect([calls, order.result]).toEqual([1, { echo: body }]);
    } else {
      ends.interrupted += 1;
      expect(order.failure).toEqual({ kind: 'interrupted' });
      // An order that was reported as settled never changes again.
      expect(orderState).not.toBe('completed');
    }
  }
  expect(buyers.failures).toEqual([]);
  expect(ends.completed).toBeGreaterThan(100);
  expect(Math.max(...seller.callCounts.values())).toBe(1);
}, 180_000);
