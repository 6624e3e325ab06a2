// docs/reference/limits.md#rates: rate limits, per user, outside dev mode.
import { describe, expect, it } from 'vitest';
import type { Api, ApiResponse } from '../../test-bed/api.ts';
import { connect, createKey, openMarket } from './market.ts';
import { productionEnv } from './production.ts';
import { removeDataDir, startServer } from './start-server.ts';

const market = await openMarket({ dev: false, env: productionEnv() });
const NOWHERE = '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01';

const newApi = async (name: string): Promise<Api> =>
  market.anonymous.as(await createKey(market.server, `${name}@example.com`, '*'));

/** Sends requests at the same time and returns how many were accepted. */
async function volley(count: number, send: (i: number) => Promise<ApiResponse>) {
  const startedAt = performance.now();
  const responses = await Promise.all(Array.from({ length: count }, (_, i) => send(i)));
  const limited = responses.filter(({ status }) => status === 429);
  return {
    limited,
    passed: responses.length - limited.length,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

function expectLimited(response: ApiResponse | undefined) {
  expect(response?.body.type).toBe('rate_limited');
  expect(Number(response?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(response?.headers.get('ratelimit')).toMatch(/\S/);
  expect(response?.headers.get('ratelimit-policy')).toMatch(/\S/);
}

/** At 50 a second, a machine that takes seconds to send the burst stays below the limit. */
function expectSomeLimited({ limited, seconds }: { limited: ApiResponse[]; seconds: number }) {
  if (seconds < 3) expect(limited.length).toBeGreaterThan(0);
  for (const response of limited) expectLimited(response);
}

describe('rate limits outside dev mode', () => {
  it('allow a user a burst of 100 requests and 50 a second, and return 429 beyond', async () => {
    const api = await newApi('many');
    const { limited, passed, seconds } = await volley(400, () => api.get('/v1/me'));
    expect(passed).toBeGreaterThanOrEqual(100);
    expect(passed).toBeLessThanOrEqual(100 + 50 * (seconds + 1.5));
    expectSomeLimited({ limited, seconds });
  });

  it('are per user: another key does not raise them, and other users are not affected', async () => {
    const api = await newApi('minting');
    const { body } = await api.post('/v1/api-keys', { name: 'Second', scopes: [] });
    const second = api.as(body.key);
    const other = await newApi('bystander');
    const [both] = await Promise.all([
      volley(500, (i) => (i % 2 ? api : second).get('/v1/me')),
      // At the same time, at an allowed rate.
      volley(20, () => other.get('/v1/me')).then(({ limited }) => expect(limited).toEqual([])),
    ]);
    expect(both.passed).toBeLessThanOrEqual(100 + 50 * (both.seconds + 1.5));
    expectSomeLimited(both);
  });

  it('count reads of orders separately', async () => {
    const api = await newApi('polling');
    const spent = await volley(300, () => api.get('/v1/me'));
    expectSomeLimited(spent);
    const reads = await volley(100, () => api.get(`/v1/orders/${NOWHERE}`));
    expect(reads.limited).toEqual([]);
  });

  it('allow 30 requests a minute in total that make the marketplace call a service', async () => {
    const api = await newApi('outward');
    const serviceUrl = 'https://nowhere.example';
    const runContract = { method: 'POST', endpointPath: `${serviceUrl}/run` };
    const requests: (() => Promise<ApiResponse>)[] = [
      () => api.post('/v1/listings/from-service/preview', { serviceUrl }),
      () => api.post('/v1/listings/from-service', { serviceUrl }),
      () => api.post('/v1/providers', { title: 'Out', runContract }),
    ];
    const sent = await volley(45, (i) => (requests[i % 3] ?? requests[0])!());
    const { passed, limited, seconds } = sent;
    expect(passed).toBeGreaterThanOrEqual(30);
    expect(passed).toBeLessThanOrEqual(31 + seconds / 2);
    expectLimited(limited[0]);
    expect((await api.get('/v1/me')).status).toBe(200);
  });

  it('limit invalid keys per address', async () => {
    const wrong = market.anonymous.as(`mkt_${'a'.repeat(49)}`);
    const { limited } = await volley(400, () => wrong.get('/v1/me'));
    if (limited.length > 0) expectLimited(limited[0]);
    const api = await newApi('after-guessing');
    expect((await api.get('/v1/me')).status).toBe(200);
  });
});

describe('rate limits in dev mode', () => {
  it('do not apply', async () => {
    const server = await startServer();
    const { api } = await connect(server);
    const { limited } = await volley(500, () => api.get('/v1/me'));
    expect(limited).toEqual([]);
    await server.stop();
    await removeDataDir(server.dataDir);
  });
});
