// The time of a test marketplace: what has happened when `advance` resolves.
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';

let market: TestMarketplace;
beforeAll(async () => {
  market = await createTestMarketplace({ environment: { MKT_CALLS_PER_SELLER: '1' } });
});
beforeEach(() => market.reset());
afterAll(() => market.close());

const activate = async (slug: string, input: object) => {
  const { id } = await market.client().activate(slug, input);
  return { id, state: async () => (await market.client().orders.get(id)).orderState };
};

describe('clock.advance', () => {
  it('settles an order whose seller does not answer, before it resolves', async () => {
    const { slug } = await market.scriptedSeller('timeout');
    const order = await activate(slug, {});
    await market.clock.advance('29s');
    expect(await order.state()).toBe('running');
    await market.clock.advance('1s');
    expect(await market.client().orders.get(order.id)).toMatchObject({
      orderState: 'failed',
      failure: { kind: 'timeout' },
      charged: false,
    });
  });

  it('lets a seller answer that takes less time than it has, however far it goes', async () => {
    const { slug } = await market.scriptedSeller('slow', { delay: '29s' });
    const order = await activate(slug, {});
    expect(await order.state()).toBe('running');
    await market.clock.advance('1h');
    expect(await order.state()).toBe('completed');
  });

  it('ends no call that its seller is about to answer, and no order that is being placed', async () => {
    const service = await market.publish(takingMs(20));
    const client = market.client();
    const placing = Array.from({ length: 3 }, () => client.activate(service.slug, {}));
    await market.clock.advance('5m');
    const ids = (await Promise.all(placing)).map(({ id }) => id);
    const settled = await Promise.all(ids.map((id) => client.orders.wait(id)));
    expect(new Set(settled.map(({ failure }) => failure?.kind))).toEqual(new Set([undefined]));
  });

  it('expires orders that wait for a call slot', async () => {
    const seller = await market.scriptedSeller('timeout');
    await activate(seller.slug, {});
    const [provider] = (await market.client().listings.list()).data;
    const waiting = await activate(seller.slug, { message: 'waits' });
    expect([provider?.slug, await waiting.state()]).toEqual([seller.slug, 'pending']);
    await market.clock.advance('31s');
    // Its turn comes when the first call is given up; then its own time passes.
    expect(await waiting.state()).toBe('running');
    await market.clock.advance('30s');
    expect(await waiting.state()).toBe('failed');
  });

  it('sends every probe that is due', async () => {
    const { id } = await market.scriptedSeller();
    const probes = async () => (await market.client().listings.health(id)).history.length;
    const before = await probes();
    await market.clock.advance('1d');
    // A probe may be late by a step of the clock, as it may be late by a second on a server.
    const sent = (await probes()) - before;
    expect(sent).toBeGreaterThanOrEqual(24 * 12 - 5);
    expect(sent).toBeLessThanOrEqual(24 * 12 + 1);
  });

  test('waits for no probe that hangs: its time is moved too', async () => {
    const hanging = { fetch: () => new Promise<Response>(() => undefined) };
    await using server = await market.publish(silentHealth(hanging));
    // Each of these probes would take ten seconds in real time: longer than a test may.
    await market.clock.advance('90m');
    const { history } = await market.client().listings.health(server.id);
    expect(history.length).toBeGreaterThan(15);
    expect(history[0]).toMatchObject({ healthy: false, statusCode: null });
  });

  it('ends the grace period of a replaced secret', async () => {
    const { id } = await market.scriptedSeller();
    const { listings } = market.client();
    await listings.rotateSigningSecret(id, { gracePeriod: '24h' });
    expect((await listings.signingSecret(id)).previousExpiresAt).not.toBeNull();
    await market.clock.advance('1d');
    expect((await listings.signingSecret(id)).previousExpiresAt).toBeNull();
  });

  test('moves the time of the records', async () => {
    const { slug } = await market.scriptedSeller();
    await market.clock.advance('1.5d');
    const { createdAt } = await market.client().activate(slug, {});
    const aheadMs = Date.parse(createdAt) - Date.now();
    expect(Math.round(aheadMs / 3_600_000)).toBe(36);
  });

  it('refuses what is not a duration', async () => {
    for (const wrong of ['5 minutes', '5M', -1, Number.NaN, '500d'] as never[]) {
      await expect(market.clock.advance(wrong)).rejects.toThrow(
        /^The time to advance must be a number of milliseconds or a string such as '30s', '5m' or '2d', up to 400 days, not /,
      );
    }
  });
});

/** A service that takes this long to respond, in real time. */
const takingMs = (ms: number) => ({
  async fetch({ url, method }: Request): Promise<Response> {
    const { origin, pathname } = new URL(url);
    if (pathname === '/run' && method === 'POST') {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return Response.json({});
    }
    if (pathname === '/run') return new Response(null);
    const runContract = { method: 'POST', endpointPath: `${origin}/run` };
    const about = { title: 'Busy', description: 'Takes its time.', price: { amountCents: 1 } };
    return Response.json({ provider: { ...about, runContract } });
  },
});

/** A service whose health endpoint starts to hang after the review. */
function silentHealth(hanging: { fetch(): Promise<Response> }) {
  let isReviewed = false;
  return {
    async fetch(request: Request): Promise<Response> {
      const { origin, pathname } = new URL(request.url);
      if (pathname === '/health' && isReviewed) return hanging.fetch();
      if (pathname === '/health') isReviewed = true;
      if (pathname === '/run') return new Response(null);
      const runContract = {
        method: 'POST',
        endpointPath: `${origin}/run`,
        healthEndpoint: `${origin}/health`,
      };
      return Response.json({
        provider: {
          title: 'Silent',
          description: 'Hangs.',
          price: { amountCents: 1 },
          runContract,
        },
      });
    },
  };
}
