// docs/buy/orders.md#guarantees: a process that was only paused cannot return an outcome that differs
// from the stored one.
import { expect, it, onTestFinished } from 'vitest';
import { hold, json } from '../../test-bed/seller.ts';
import { openSeller } from '../../test-bed/within-test.ts';
import { publish, settled } from './orders.ts';
import { openCluster } from './processes.ts';

it('a process that resumes after its leases have expired returns its orders as other processes settled them', async () => {
  const cluster = await openCluster();
  const paused = await cluster.start('all', { MKT_CALLS_PER_SELLER: '2' });
  const other = await cluster.start('all');
  const seller = await openSeller({ 'POST /run': hold });
  const listingId = await publish(paused.api, seller.url);

  // One call gets its response while the process is paused, the other one afterwards.
  const responses = [
    paused.api.activate(listingId, { n: 0 }, 30),
    paused.api.activate(listingId, { n: 1 }, 30),
  ];
  const calls = [await seller.nextCall(), await seller.nextCall()];
  paused.signal('SIGSTOP');
  onTestFinished(() => paused.signal('SIGCONT'));
  calls[0]!.respond({ n: 0 });
  await cluster.expireLeases();
  const settledOrders = await Promise.all(calls.map(({ orderId }) => settled(other.api, orderId)));
  for (const order of settledOrders) {
    expect(order).toMatchObject({ orderState: 'failed', failure: { kind: 'interrupted' } });
  }
  paused.signal('SIGCONT');
  calls[1]!.respond({ n: 1 });

  for (const response of await Promise.all(responses)) {
    const order = settledOrders.find(({ id }) => id === response.body.id);
    expect(response.body.orderState === 'running' || response.body).toEqual(
      response.body.orderState === 'running' || order,
    );
  }
  for (const order of settledOrders) {
    for (const { api } of [paused, other]) {
      expect((await api.get(`/v1/orders/${order.id}`)).body).toEqual(order);
    }
  }
  // It continues to work, with as many call slots as before.
  seller.on('POST /run', () => json({}));
  for (let n = 0; n < 4; n++) {
    const { body } = await paused.api.activate(listingId, { n }, 20);
    expect(body.orderState).toBe('completed');
  }
  expect([...seller.callCounts.values()].every((count) => count === 1)).toBe(true);
}, 180_000);
