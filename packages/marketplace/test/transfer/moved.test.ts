// docs/operate/move.md#what-is-there-afterwards: what people and programs hold keeps working.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { hold, OK } from '../../../../test-bed/seller.ts';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { until } from '../../../../test-bed/until.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { runInProcess } from '../commands/run-in-process.ts';
import { newFolder, openMarket, publish } from '../market.ts';
import { newDatabase } from '../postgres/databases.ts';

const MKT_ENCRYPTION_KEY = randomBytes(32).toString('base64');

async function run(...args: string[]): Promise<string> {
  const { code, stderr } = await runInProcess(args);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('✖')]);
  return stderr;
}

it('keys, secrets, orders, idempotency keys and webhooks work after a move to Postgres', async () => {
  vi.stubEnv('MKT_ENCRYPTION_KEY', MKT_ENCRYPTION_KEY);
  vi.stubEnv('MKT_EXPORT_PASSPHRASE', 'correct horse battery staple');
  onTestFinished(() => void vi.unstubAllEnvs());
  const environment = { MKT_ENCRYPTION_KEY };
  const [folder, database] = [newFolder(), await newDatabase()];
  const seller = await openSeller({ 'POST /hook': () => OK });
  const old = await openMarket({ folder, environment });
  const listing = await publish(old, seller);
  await old.api.post('/v1/webhooks', { url: `${seller.url}/hook` });
  const buyer = await old.otherApi();
  const secretPath = `/v1/providers/${listing.id}/signing-secret`;
  const { body: signing } = await old.api.post(secretPath);
  const body = { listingId: listing.id, requestBody: { n: 1 } };
  const headers = { 'idempotency-key': 'once', prefer: 'wait=20' };
  const { body: done } = await buyer.post('/v1/orders', body, { headers });
  expect(done.orderState).toBe('completed');
  const { body: own } = await old.api.activate(listing.id, { n: 2 }, 20);
  await old.advance(60_000);
  const isDelivered = () => seller.requestsTo('POST /hook').length === 1;
  await until(isDelivered);
  const statistics = '/v1/stats/sales';
  const { body: counted } = await old.api.get(statistics);
  seller.on('POST /run', hold);
  const { body: open } = await old.api.activate(listing.id, { n: 3 });
  const call = await pollUntil('the order is called', () =>
    seller.calls.find(({ orderId }) => orderId === open.id),
  );

  const file = join(newFolder(), 'export.ndjson');
  expect(await run('export', file, '--data', folder)).toContain('0 were waiting and 1 running');
  call.response.destroy();
  await old.close();
  expect(await run('import', file, '--database', database)).toContain('Settled 1 open order as');
  const calls = seller.calls.length;
  const market = await openMarket({ folder: newFolder(), database, environment });
  const api = createApi(market.url, old.apiKey);

  expect((await createApi(market.url, buyer.key).get(`/v1/orders/${done.id}`)).body).toEqual(done);
  const again = await createApi(market.url, buyer.key).post('/v1/orders', body, { headers });
  expect(again.body).toEqual(done);
  expect((await api.post(secretPath)).body.secret).toBe(signing.secret);
  expect((await api.get('/v1/marketplace/listings?query=echo')).body.data).toMatchObject([
    { slug: listing.slug },
  ]);
  expect((await api.get(`/v1/orders/${open.id}`)).body).toMatchObject({
    orderState: 'failed',
    failure: { kind: 'interrupted' },
  });
  await market.advance(60_000);
  const isTold = () => seller.requestsTo('POST /hook').length > 1;
  await until(isTold);
  const told = seller.requestsTo('POST /hook').map((request) => String(request.body));
  expect(told).toEqual([expect.stringContaining(own.id), expect.stringContaining(open.id)]);
  expect(seller.calls).toHaveLength(calls);
  // They go on from where they were.
  expect(counted.totals).toMatchObject({ calls: 2, completed: 2 });
  const { body: now } = await api.get(statistics);
  expect(now.totals).toMatchObject({ calls: 3, completed: 2, failures: { interrupted: 1 } });
});
