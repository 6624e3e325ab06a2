// docs/reference/limits.md#shares: lists of callers without a key have one turn together.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Reader } from '../../src/market/caller.ts';
import { createCallerAddress } from '../../src/http/origins.ts';
import { createRateLimits } from '../../src/http/rate-limits.ts';
import { routeHandler, type RouteDeps } from '../../src/http/route.ts';
import { createJsonReader } from '../../src/server/json-reader.ts';
import { serveHttp } from '../../../../test-bed/local-server.ts';

/** Serves the catalogue, and keeps the readers of its lists. */
async function openCatalogue() {
  const readers: (Reader | undefined)[] = [];
  const json = createJsonReader();
  onTestFinished(() => json.close());
  const deps = {
    authenticate: (key: string | undefined) => Promise.resolve({ accountId: `account of ${key}` }),
    sessionCookie: 'mkt_session',
    callerAddress: createCallerAddress(['127.0.0.1']),
    rates: createRateLimits({
      requestsPerSecond: 50,
      burst: 100,
      kibPerSecond: 64,
      kibBurst: 64,
      orderReadsPerSecond: 50,
      outboundPerMinute: 30,
      failedKeysPerMinute: 10,
      signInsPerMinute: 10,
    }),
    limits: { bodyBytes: 1_024, jsonDepth: 8 },
    json,
  };
  // A session is not looked up here: the route is public.
  const handle = routeHandler(deps as unknown as RouteDeps, 'searchListings', ({ reader }) => {
    readers.push(reader);
    return { status: 200, json: {} };
  });
  const server = await serveHttp((req, res) => void handle(req, res, {}));
  onTestFinished(() => server[Symbol.asyncDispose]());
  const ask = async (headers: Record<string, string>) => {
    expect((await fetch(`${server.url}/v1/marketplace/listings`, { headers })).status).toBe(200);
    const { name, group } = readers.pop() ?? {};
    return { name, group };
  };
  return { ask };
}

describe('the reader of a list', () => {
  it('is one of all callers without a key, whatever its address', async () => {
    const { ask } = await openCatalogue();
    for (const address of ['198.51.100.1', '203.0.113.9']) {
      const reader = await ask({ 'x-forwarded-for': address });
      expect(reader).toEqual({ name: `address:${address}`, group: 'anonymous' });
    }
  });

  it('has turns of its own with a key, wherever it is sent from', async () => {
    const { ask } = await openCatalogue();
    for (const address of ['198.51.100.1', '203.0.113.9']) {
      const reader = await ask({ 'x-forwarded-for': address, 'x-mkt-api-key': 'a' });
      expect(reader).toEqual({ name: 'account of a', group: undefined });
    }
  });
});
