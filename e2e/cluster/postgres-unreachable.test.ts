// docs/reference/protocol.md#errors: without its database the server reports so, keeps running, and loses
// nothing.
import { expect, it } from 'vitest';
import { SEED } from '../../test-bed/seed.ts';
import { echoAfter } from '../../test-bed/seller.ts';
import { openSeller } from '../../test-bed/within-test.ts';
import { publish, settled, startBuyers } from './orders.ts';
import { openCluster } from './processes.ts';
import { createRandom } from '../torture/random.ts';

const random = createRandom(SEED);

it('an outage of Postgres under load loses no order and stops no process', async () => {
  const cluster = await openCluster();
  const processes = [await cluster.start(), await cluster.start()];
  const seller = await openSeller({ 'POST /run': echoAfter(() => random.int(0, 100)) });
  const listingId = await publish(processes[0]!.api, seller.url);
  const buyers = startBuyers(6, () => processes.map(({ api }) => api), listingId);

  for (const how of ['crash', 'shutdown'] as const) {
    await buyers.more(30);
    await cluster.postgres.stop(how);
    for (const { api } of processes) {
      expect((await api.get('/readyz')).status).toBe(503);
      expect((await api.get('/healthz')).status).toBe(200);
      const refused = await api.post('/v1/orders', { listingId });
      expect([refused.status, refused.body.type]).toEqual([503, 'storage_unavailable']);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    await cluster.postgres.start();
  }
  await buyers.more(30);
  await buyers.stop();

  for (const { api, pid } of processes) {
    expect((await api.get('/readyz')).status).toBe(200);
    expect(() => process.kill(pid, 0)).not.toThrow();
  }
  for (const { id, orderState } of buyers.acknowledged.values()) {
    const order = await settled(processes[1]!.api, id);
    expect(seller.callCounts.get(id) ?? 0).toBeLessThanOrEqual(1);
    if (order.orderState === 'completed') expect(seller.callCounts.get(id)).toBe(1);
    if (orderState === 'completed') expect(order.orderState).toBe('completed');
  }
  expect(buyers.failures).toEqual([]);
}, 180_000);
