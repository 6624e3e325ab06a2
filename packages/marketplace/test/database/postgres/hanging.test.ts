// docs/operate/monitor.md#readiness and #stop: a network on which nothing arrives any more, and nothing ends.
import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openHangingNetwork } from '../../../../../test-bed/hanging-network.ts';
import { pollUntil } from '../../../../../test-bed/poll-until.ts';
import { published } from '../../../../../test-bed/reviewed.ts';
import { hold } from '../../../../../test-bed/seller.ts';
import { openSeller, withinTest } from '../../../../../test-bed/within-test.ts';
import { newFolder, providerOf } from '../../market.ts';
import { startMarketplace } from '../../marketplace-process.ts';
import { startCluster } from '../../postgres/cluster.ts';

const ENV = { MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64') };

/** Its own Postgres, because the sessions of connections that hang stay open there. */
async function open() {
  const cluster = await startCluster();
  onTestFinished(() => cluster.remove());
  const network = await withinTest(openHangingNetwork(cluster.url('postgres')));
  const server = await startMarketplace(['--data', newFolder(), '--database', network.url], ENV);
  return { network, server };
}

it('/readyz says within a second that the database hangs, and ready only once orders can be stored again', async () => {
  const { network, server } = await open();
  const { api, baseUrl } = server;
  const seller = await openSeller();
  const { body: listing } = await api.post('/v1/providers', providerOf(seller));
  await published(api, listing.id);
  const readyz = async () => {
    const startedMs = performance.now();
    const response = await fetch(`${baseUrl}/readyz`);
    const body = (await response.json()) as unknown;
    return {
      status: response.status,
      body,
      headers: response.headers,
      ms: performance.now() - startedMs,
    };
  };
  expect(await readyz()).toMatchObject({ status: 200, body: { status: 'ready' } });

  network.hang();
  // The answer of a moment ago may be given once more.
  await pollUntil('it is not ready', async () => (await readyz()).status === 503 || undefined);
  for (let n = 0; n < 3; n++) {
    const { status, body, headers, ms } = await readyz();
    expect([status, body]).toEqual([503, { status: 'not ready', reason: 'no_response' }]);
    expect(headers.get('retry-after')).toBe('5');
    // The rest is for a machine that is busy with other tests.
    expect(ms).toBeLessThan(2_000);
  }
  expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);

  // New connections work at once. Those that orders use are dead, until each has noticed.
  network.resume();
  await pollUntil(
    'it is ready',
    async () => ((await readyz()).status === 200 ? true : undefined),
    60_000,
  );
  expect((await api.activate(listing.id)).status).toBe(201);
}, 180_000);

it('SIGTERM ends a process whose database hangs as fast as any other', async () => {
  const { network, server } = await open();
  const { api } = server;
  const seller = await openSeller({ 'POST /run': hold });
  const { body: listing } = await api.post('/v1/providers', providerOf(seller));
  await published(api, listing.id);
  await api.activate(listing.id, {});
  const call = await seller.nextCall();
  network.hang();
  call.respond({ sold: true });
  const startedMs = performance.now();
  expect(await server.end('SIGTERM')).toBe(0);
  // 33 s in dev mode, which does not wait for load balancers.
  expect(performance.now() - startedMs).toBeLessThan(36_000);
}, 180_000);
