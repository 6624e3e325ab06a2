// docs/buy/catalogue.md#health: GET, 5 s, only the status counts, the body is discarded after 16 KiB.
import type { IncomingMessage, RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createHealthProber } from '../../src/sellers/prober.ts';
import { openGuarded } from './guarded.ts';
import { closedAddress } from '../../../../test-bed/local-server.ts';
import { serve } from '../../../../test-bed/within-test.ts';
import { until } from '../../../../test-bed/until.ts';

async function open(listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server = await serve((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const { guarded, clock } = openGuarded();
  const ending = new AbortController();
  const prober = createHealthProber(guarded, clock);
  const probe = (url = `${server.url}/health`) => prober.probe(url, 'seller', ending.signal);
  return { server, requests, clock, ending, probe };
}

describe('a health probe', () => {
  it('sends one unsigned GET on a new connection', async () => {
    const { server, requests, probe } = await open((_request, response) => response.end('{}'));
    expect(await probe()).toMatchObject({ statusCode: 200 });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /health']);
    expect(Object.keys(requests[0]?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    await until(() => server.connections.open.size === 0);
  });

  for (const status of [200, 204, 301, 404, 503]) {
    it(`reports the status ${status}`, async () => {
      const { probe } = await open((_request, response) => response.writeHead(status).end());
      expect(await probe()).toMatchObject({ statusCode: status });
    });
  }

  it('discards a body that is too large or not JSON', async () => {
    const { server, probe } = await open((_request, response) => {
      response.write('x'.repeat(17 * 1024));
    });
    expect(await probe()).toMatchObject({ statusCode: 200 });
    await until(() => server.connections.open.size === 0);
  });

  it('reports no status after 5 seconds without a response', async () => {
    const { requests, clock, probe } = await open(() => undefined);
    const probing = probe();
    await until(() => requests.length === 1);
    clock.move(5_000);
    expect(await probing).toEqual({ statusCode: null, latencyMs: 5_000 });
  });

  it('reports no status if nothing responds, or the address is not allowed', async () => {
    const { probe } = await open(() => undefined);
    expect(await probe((await closedAddress()).url)).toMatchObject({ statusCode: null });
    expect(await probe('ftp://seller.example.com/')).toMatchObject({ statusCode: null });
  });

  it('is aborted when the process ends', async () => {
    const { requests, ending, probe } = await open(() => undefined);
    const probing = probe();
    await until(() => requests.length === 1);
    ending.abort();
    expect(await probing).toMatchObject({ statusCode: null });
  });
});
