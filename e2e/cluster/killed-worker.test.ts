// docs/sell/listings.md#review: an interrupted review is restarted.
import { expect, it } from 'vitest';
import { createGate } from '../../test-bed/gate.ts';
import { OK } from '../../test-bed/seller.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import { openSeller } from '../../test-bed/within-test.ts';
import { openCluster } from './processes.ts';

it('a review whose worker is killed is completed by another worker', async () => {
  const cluster = await openCluster();
  const { api } = await cluster.start('api');
  const worker = await cluster.start('worker');
  const gate = createGate();
  const seller = await openSeller({ 'HEAD /run': gate.before(OK) });
  const runContract = { method: 'POST', endpointPath: `${seller.url}/run` };
  const { body: created } = await api.post('/v1/providers', { title: 'Echo', runContract });
  await gate.reached;
  await worker.end('SIGKILL');
  gate.open();
  await cluster.start('worker');
  expect((await reviewed(api, created.id)).status).toBe('published');
}, 120_000);
