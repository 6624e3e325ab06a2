// docs/sell/listings.md#review.
import { describe, expect, it } from 'vitest';
import { newTitle, providerOf, runContractOf, TEXT_INPUT } from './contract.ts';
import { openMarket } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import type { Seller, Handler } from '../../test-bed/seller.ts';

const market = await openMarket();
const { api } = market;

const CHECKS = ['schemas', 'url-policy', 'reachability', 'health', 'content', 'examples'];

async function review(
  changes: Record<string, unknown> = {},
  prepare: (seller: Seller) => Record<string, unknown> | undefined = () => undefined,
) {
  const seller = await market.seller();
  const runContract = runContractOf(seller, prepare(seller));
  const body = providerOf(seller, { runContract, ...changes });
  const created = await api.post('/v1/providers', body);
  expect(created.status, created.text).toBe(201);
  return { provider: await reviewed(api, created.body.id), seller };
}

const outcomes = (provider: any) =>
  Object.fromEntries(provider.reviewChecks.map(({ name, outcome }: any) => [name, outcome]));

function expectFlaggedBy(provider: any, check: string) {
  expect(provider).toMatchObject({ status: 'flagged', listingState: 'draft' });
  expect(provider.reviewRejectionReason).toMatch(/\S/);
  return expectFailed(provider, check);
}

/** Expects it to be published although this check failed. */
function expectShown(provider: any, check: string) {
  expect(provider).toMatchObject({ status: 'published', reviewRejectionReason: null });
  expect(expectFailed(provider, check).level).toBe('rule');
}

function expectFailed(provider: any, check: string) {
  const failed = provider.reviewChecks.filter(({ outcome }: any) => outcome === 'failed');
  expect(failed.map(({ name }: any) => name)).toEqual([check]);
  expect(failed[0].message).toMatch(/\S/);
  for (const { ok, outcome } of provider.reviewChecks) expect(ok).toBe(outcome !== 'failed');
  return failed[0];
}

describe.concurrent('a review', () => {
  it('runs the six named checks and publishes the listing when they pass', async () => {
    const { provider } = await review();
    expect(provider).toMatchObject({ status: 'published', reviewRejectionReason: null });
    expect(provider.reviewChecks.map(({ name }: any) => name).toSorted()).toEqual(
      CHECKS.toSorted(),
    );
    for (const { name, level, ok } of provider.reviewChecks) {
      const decides = name !== 'health' && name !== 'examples';
      expect({ level, ok }).toEqual({ level: decides ? 'required' : 'rule', ok: true });
    }
    expect(Object.values(outcomes(provider))).not.toContain('failed');
  });

  it('requests the endpoint with HEAD and GET, once each if they succeed, unsigned and without a body', async () => {
    const { seller } = await review();
    const requests = seller.requests.map(({ method, path }) => `${method} ${path}`);
    expect(requests.toSorted()).toEqual(['GET /run', 'HEAD /run']);
    for (const { headers, body } of seller.requests) {
      expect(headers).not.toHaveProperty('x-mkt-signature');
      expect(headers).not.toHaveProperty('x-mkt-payload');
      expect(headers).not.toHaveProperty('x-mkt-api-key');
      expect(body.length).toBe(0);
    }
  });

  it('requests the endpoint of a GET contract only with HEAD, since an unsigned GET may be refused', async () => {
    const { provider, seller } = await review({}, ({ on }) => {
      on('GET /run', () => ({ status: 401, body: '{"error":"Missing headers"}' }));
      return { method: 'GET' };
    });
    expect(provider.status).toBe('published');
    expect(seller.requestsTo('GET /run')).toEqual([]);
  });

  it('requests the health endpoint, if there is one, with an unsigned GET', async () => {
    const { provider, seller } = await review({}, ({ url }) => ({
      healthEndpoint: `${url}/health`,
    }));
    expect(outcomes(provider)['health']).toBe('passed');
    const [call] = seller.requestsTo('GET /health');
    expect(call?.headers).not.toHaveProperty('x-mkt-signature');
  });

  it('accepts any 2xx from the health endpoint', async () => {
    const { provider } = await review({}, ({ url, on }) => {
      on('GET /health', () => ({ status: 204 }));
      return { healthEndpoint: `${url}/health` };
    });
    expect(provider.status).toBe('published');
  });
});

describe.concurrent('a review that flags a listing', () => {
  const responses: [string, string, Handler][] = [
    ['HEAD that is 404', 'HEAD /run', () => ({ status: 404 })],
    ['HEAD that is 204', 'HEAD /run', () => ({ status: 204 })],
    ['HEAD that redirects', 'HEAD /run', () => ({ status: 302, headers: { location: '/health' } })],
    ['GET that is 405', 'GET /run', () => ({ status: 405 })],
    ['GET with a body', 'GET /run', () => ({ status: 200, body: '{"ok":true}' })],
  ];
  for (const [what, endpoint, handler] of responses) {
    it(`an endpoint with ${what}, by the check reachability`, async () => {
      const { provider } = await review({}, ({ on }) => {
        on(endpoint, handler);
        return undefined;
      });
      expectFlaggedBy(provider, 'reachability');
    });
  }

  it('an endpoint where nothing listens, by the check reachability', async () => {
    // Not the port of a seller that has ended: the next seller may get it.
    const { provider } = await review({
      runContract: runContractOf({ url: 'http://127.0.0.1:1' }),
    });
    expectFlaggedBy(provider, 'reachability');
  });

  const word = 'fucking bullshit';
  for (const [field, changes] of [
    ['title', { title: newTitle(`The ${word}`) }],
    ['description', { description: `It is ${word}.` }],
    ['tag', { tags: ['text', word] }],
  ] as const) {
    it(`offensive words in ${field}, by the check content, which names the field`, async () => {
      const { provider } = await review(changes);
      const check = expectFlaggedBy(provider, 'content');
      expect(JSON.stringify(check)).toContain(field);
      expect(provider.reviewRejectionReason).toContain(field);
    });
  }

  it('offensive words in an example', async () => {
    const { provider } = await review({}, () => ({ requestExampleJson: JSON.stringify(word) }));
    expectFlaggedBy(provider, 'content');
  });

  it('gives one reason for each failed check, all of which are in its checks', async () => {
    const { provider } = await review({ title: newTitle(`The ${word}`) }, ({ on }) => {
      on('HEAD /run', () => ({ status: 500 }));
      return { requestExampleJson: '{' };
    });
    const failed = Object.entries(outcomes(provider)).filter(([, outcome]) => outcome === 'failed');
    expect(failed.map(([name]) => name).toSorted()).toEqual([
      'content',
      'examples',
      'reachability',
    ]);
  });
});

describe.concurrent('a review that publishes with a remark', () => {
  for (const status of [301, 404, 503]) {
    it(`a health endpoint that returns ${status}, by the check health`, async () => {
      const { provider } = await review({}, ({ url, on }) => {
        on('GET /health', () => ({ status, headers: { location: '/' } }));
        return { healthEndpoint: `${url}/health` };
      });
      expectShown(provider, 'health');
    });
  }

  for (const [what, runContract] of [
    ['is not JSON', { requestExampleJson: '{"text":' }],
    ['does not fit its schema', { requestExampleJson: '{"text":5}', inputSchema: TEXT_INPUT }],
    ['of a response is not JSON', { responseExampleJson: 'hello' }],
    ['of a response does not fit', { responseExampleJson: '{}', outputSchema: TEXT_INPUT }],
  ] as const) {
    it(`an example that ${what}, by the check examples`, async () => {
      const { provider } = await review({}, () => runContract);
      expectShown(provider, 'examples');
    });
  }
});

describe.concurrent('a network check of a review', () => {
  it('is attempted three times before the listing is flagged', async () => {
    const { provider, seller } = await review({}, ({ on }) => {
      on('HEAD /run', () => ({ status: 500 }));
      return undefined;
    });
    expectFlaggedBy(provider, 'reachability');
    expect(seller.requestsTo('HEAD /run')).toHaveLength(3);
  });

  it('passes when the third attempt succeeds', async () => {
    const { provider, seller } = await review({}, ({ on, requestsTo }) => {
      on('HEAD /run', () => ({ status: requestsTo('HEAD /run').length < 3 ? 503 : 200 }));
      return undefined;
    });
    expect(provider.status).toBe('published');
    expect(seller.requestsTo('HEAD /run')).toHaveLength(3);
  });

  it('is also attempted three times for the health endpoint', async () => {
    const { provider, seller } = await review({}, ({ url, on }) => {
      on('GET /health', () => ({ status: 500 }));
      return { healthEndpoint: `${url}/health` };
    });
    expectShown(provider, 'health');
    // The first probe of the published listing may already have run.
    expect(seller.requestsTo('GET /health').length).toBeGreaterThanOrEqual(3);
  });
});

describe.concurrent('a new review', () => {
  it('removes the reason of a listing that was corrected', async () => {
    const { provider, seller } = await review({}, ({ on }) => {
      on('HEAD /run', () => ({ status: 404 }));
      return undefined;
    });
    expectFlaggedBy(provider, 'reachability');
    seller.on('HEAD /run', () => ({ status: 200 }));
    expect((await api.post(`/v1/providers/${provider.id}/submit`, {})).status).toBe(202);
    const after = await reviewed(api, provider.id);
    expect(after).toMatchObject({ status: 'published', reviewRejectionReason: null });
  });

  it('has the same checks as the preview of the same service', async () => {
    const seller = await market.seller();
    seller.on('HEAD /run', () => ({ status: 404 }));
    const offer = { ...providerOf(seller), price: { amountCents: 1 } };
    seller.on('GET /contract', () => ({ body: JSON.stringify({ provider: offer }) }));
    const serviceUrl = seller.url;
    const previewed = await api.post('/v1/listings/from-service/preview', { serviceUrl });
    const imported = await api.post('/v1/listings/from-service', { serviceUrl });
    const provider = await reviewed(api, imported.body.id);
    expect(outcomes({ reviewChecks: previewed.body.checks })).toEqual(outcomes(provider));
  });
});
