// docs/listings.md#review: a review that was cut off starts again by itself.
import { expect, it, onTestFinished } from 'vitest';
import { startCluster } from '../../packages/marketplace/test/postgres/cluster.ts';
import { openCountingSeller } from './counting-seller.ts';
import { reviewed } from './orders.ts';
import { clusterOn } from './processes.ts';

it('a worker killed during a review leaves it to another one', async () => {
  const postgres = await startCluster();
  onTestFinished(() => postgres.remove());
  const cluster = clusterOn(postgres.url('postgres'));
  const { api } = await cluster.start('api');
  const worker = await cluster.start('worker');
  const seller = await openCountingSeller();
  const release = seller.holdReviews();
  const runContract = { method: 'POST', endpointPath: `${seller.url}/run` };
  const { body: created } = await api.post('/v1/providers', { title: 'Echo', runContract });
  while (!seller.requests.includes('HEAD /run')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await worker.program.kill();
  release();
  await cluster.start('worker');
  expect(await reviewed(api, created.id)).toBe(created.id);
}, 120_000);
