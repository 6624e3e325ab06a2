// A framework that mounts a handler removes the prefix of the path before the handler sees it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineService } from '@mkt/seller-kit';
import { nodeHandler } from '@mkt/seller-kit/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../../test-bed/local-server.ts';
import { startMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-mounted-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const NOT_FOUND = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
};

/** Serves a service at /text, as `app.mount('/text', service.fetch)` of Hono does. */
async function serveMounted(baseUrlOf: (url: string) => string | undefined) {
  const mounted: { handle?: ReturnType<typeof nodeHandler> } = {};
  const server = await serveHttp((request, response) => {
    if (!mounted.handle || !/^\/text(\/|$)/.test(request.url ?? '')) {
      return response.writeHead(404, NOT_FOUND).end('{"error":"Not found"}');
    }
    request.url = request.url?.slice('/text'.length) || '/';
    return mounted.handle(request, response);
  });
  const url = `${server.url}/text`;
  const service = defineService({
    name: 'Mounted',
    description: 'Is mounted under a prefix.',
    baseUrl: baseUrlOf(url),
    price: { amountCents: 1 },
    examples: { request: { a: 1 }, response: { a: 1 } },
    logger: { warn: () => {}, error: () => {} },
    run: (input) => input,
  });
  mounted.handle = nodeHandler(service);
  return { ...server, url };
}

describe('a service that is mounted under a prefix', () => {
  it('fails one check, which says so', async () => {
    await using server = await serveMounted(() => undefined);
    const { url } = server;
    const { code, stdout } = await runMkt(['validate', '--service-url', url], { cwd });
    expect(code).toBe(3);
    expect(stdout).toContain('mounted at /text, which its contract leaves out');
    expect(stdout).toContain(`Set baseUrl (PUBLIC_URL) of the service to ${url}`);
    expect(stdout.match(/✖/g)).toHaveLength(1);
    expect(stdout).toContain('not tried: the endpoint is not at the address in the contract');
  });

  it('is named by mkt preview as well', async () => {
    await using market = await startMarketplace();
    await using server = await serveMounted(() => undefined);
    const preview = ['preview', '--service-url', server.url];
    const { code, stdout } = await runMkt(preview, { cwd, env: market.env });
    expect(code).toBe(3);
    expect(stdout).toContain('The service is at /text, but its endpointPath is not.');
  });

  it('passes every check with that prefix in baseUrl', async () => {
    await using server = await serveMounted((url) => url);
    const { stdout } = await runMkt(['validate', '--service-url', server.url], { cwd });
    expect(stdout).not.toContain('✖');
  });
});
