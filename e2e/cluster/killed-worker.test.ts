// docs/listings.md#review: an interrupted review is restarted.
import { expect, it, onTestFinished } from 'vitest';
import { startCluster } from '../../packages/marketplace/test/postgres/cluster.ts';
import { OK } from '../../test-bed/seller.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import { openSeller } from '../../test-bed/within-test.ts';
import { clusterOn } from './processes.ts';

it('a review whose worker is killed is completed by another worker', async () => {
  const postgres = await startCluster();
  onTestFinished(() => postgres.remove());
  const cluster = clusterOn(postgres.url('postgres'));
  const { api } = await cluster.start('api');
  const worker = await cluster.start('worker');
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const seller = await openSeller({
    'HEAD /run': async () => {
      reached.resolve();
      await held.promise;
      return OK;
    },
  });
  const runContract = { method: 'POST', endpointPath: `${seller.url}/run` };
  const { body: created } = await api.post('/v1/providers', { title: 'Echo', runContract });
  await reached.promise;
  await worker.end('SIGKILL');
  held.resolve();
  await cluster.start('worker');
  expect((await reviewed(api, created.id)).status).toBe('published');
}, 120_000);
