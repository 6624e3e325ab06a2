// docs/reference/limits.md#sizes-and-times: sellers who never respond, in real time. The rules are
// tested with a moved clock in packages/marketplace/test/orders.
import { describe, expect, it } from 'vitest';
import { createGate } from '../../test-bed/gate.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import type { Handler } from '../../test-bed/seller.ts';
import { providerOf, runContractOf } from './contract.ts';
import { expectError } from './expect-error.ts';
import { activate, openMarket } from './market.ts';

const market = await openMarket();
const { api } = market;

/** How late anything may be on a machine that is busy with other things. */
const LATE_MS = 10_000;

async function timed<T>(work: Promise<T>): Promise<{ value: T; tookMs: number }> {
  const startedAt = performance.now();
  return { value: await work, tookMs: performance.now() - startedAt };
}

/** A seller whose response to this request never comes. */
async function silentAt(request: string) {
  const seller = await market.seller();
  seller.on(request, createGate().before({ status: 200 }));
  return seller;
}

describe.concurrent('a call', () => {
  async function expectTimeout(handler: Handler) {
    const { provider, seller } = await market.publish();
    seller.on('POST /run', handler);
    const order = await activate(api, provider.id, {});
    expect(order).toMatchObject({
      orderState: 'failed',
      charged: false,
      failure: { kind: 'timeout' },
    });
    expect(order.durationMs).toBeGreaterThanOrEqual(29_900);
    expect(order.durationMs).toBeLessThan(30_000 + LATE_MS);
  }

  it('fails as timeout after 30 seconds when the seller does not respond', () =>
    expectTimeout(createGate().before({ status: 200 })));

  it('fails as timeout after 30 seconds in total when the response arrives slowly', async () => {
    let drip: NodeJS.Timeout | undefined;
    await expectTimeout((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      drip = setInterval(() => response.write(' '), 250);
      response.on('close', () => clearInterval(drip));
      return undefined;
    });
  });
});

describe.concurrent('an API key', () => {
  it('works until it expires', async () => {
    const expiresAt = new Date(Date.now() + 5_000).toISOString();
    const { body } = await api.post('/v1/api-keys', { name: 'x', scopes: [], expiresAt });
    expect(Date.parse(body.expiresAt)).toBe(Date.parse(expiresAt));
    const own = api.as(body.key);
    const isRefused = async () => (await own.get('/v1/me')).status === 401 || undefined;
    await pollUntil('the key has expired', isRefused);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
    expectError(await own.get('/v1/me'), 401, 'unauthenticated');
  });
});

describe.concurrent('a review', () => {
  it('flags a listing whose service does not respond within 40 seconds', async () => {
    const seller = await silentAt('HEAD /run');
    const { body } = await api.post('/v1/providers', providerOf(seller));
    const { value: provider, tookMs } = await timed(reviewed(api, body.id));
    expect(provider).toMatchObject({ status: 'flagged', listingState: 'draft' });
    const failed = provider.reviewChecks.filter(({ outcome }: any) => outcome === 'failed');
    expect(failed.map(({ name }: any) => name)).toEqual(['reachability']);
    expect(tookMs).toBeLessThan(30_000 + LATE_MS);
  });
});

describe.concurrent('a request that needs the response of a seller who never responds', () => {
  async function holding() {
    const seller = await silentAt('HEAD /slow');
    const runContract = runContractOf(seller, { endpointPath: `${seller.url}/slow` });
    const offer = providerOf(seller, { price: { amountCents: 1 }, runContract });
    seller.on('GET /contract', () => ({ body: JSON.stringify({ provider: offer }) }));
    return { seller, runContract };
  }

  it('ends within 15 seconds when it is a preview', async () => {
    const { seller } = await holding();
    const body = { serviceUrl: seller.url };
    const { value, tookMs } = await timed(api.post('/v1/listings/from-service/preview', body));
    expect(value.body).toMatchObject({ valid: true, publishable: false });
    expect(tookMs).toBeLessThan(15_000 + LATE_MS);
  });

  it('ends within 15 seconds when it changes a run contract', async () => {
    const { seller, runContract } = await holding();
    const { provider } = await market.publish({ seller });
    const { value, tookMs } = await timed(
      api.patch(`/v1/listings/${provider.id}`, { runContract }),
    );
    expect(value.body.type).toBe('review_failed');
    expect(tookMs).toBeLessThan(15_000 + LATE_MS);
    expect((await api.get(`/v1/providers/${provider.id}`)).body).toEqual(provider);
  });

  it('fails with network after 10 seconds when it imports a contract', async () => {
    const { url: serviceUrl } = await silentAt('GET /contract');
    const { value, tookMs } = await timed(api.post('/v1/listings/from-service', { serviceUrl }));
    expectError(value, 422, 'network');
    expect(tookMs).toBeGreaterThan(9_000);
    expect(tookMs).toBeLessThan(10_000 + LATE_MS);
  });
});
