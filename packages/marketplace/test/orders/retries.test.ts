// docs/buy/orders.md#calls-that-are-tried-again: a call of which nothing was sent is tried again.
import { describe, expect, it } from 'vitest';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import type { Seller } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import type { Resolve } from '../../src/sellers/resolve.ts';

const NAME = 'seller.example.com';

/** Starts the seller again, on the port that it had. */
const restart = ({ server, port }: Seller) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

/** Longer than a call waits for its next try, and shorter than it may still take. */
const WAIT_MS = 6_000;

/** Moves the clock to the next try, again and again until the order has settled. */
const settled = (market: Market, id: string): Promise<any> =>
  pollUntil('the order settles', async () => {
    const { body } = await market.api.get(`/v1/orders/${id}`);
    if (body.completedAt !== null) return body;
    const nextMs = market.clock.untilNextTimer();
    if (nextMs < WAIT_MS) market.clock.move(nextMs + 1);
    return undefined;
  });

/** Resolves the name until `failsWith` is called; counts the lookups after it. */
function breakable() {
  let code: string | undefined;
  let lookups = 0;
  const resolve: Resolve = (_, callback) => {
    lookups += 1;
    const error = code === undefined ? null : Object.assign(new Error(code), { code });
    callback(error, error ? [] : [{ address: '127.0.0.1', family: 4 }]);
  };
  return {
    resolve,
    lookups: () => lookups,
    failsWith(next: string) {
      code = next;
      lookups = 0;
    },
  };
}

describe.each(MARKETS)('a call of which nothing was sent, on $name', ({ openMarket }) => {
  it('is made when the service is back', async () => {
    const market = await openMarket({ retriesCalls: true });
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    await seller.close();
    const { body: order } = await market.api.activate(id, { a: 1 }, 0);
    await expect.poll(() => market.clock.untilNextTimer()).toBeLessThan(1_000);
    expect(order.orderState).toBe('running');
    await restart(seller);
    const after = await settled(market, order.id);
    expect(after).toMatchObject({ orderState: 'completed', result: { echo: { a: 1 } } });
    expect(seller.callCounts.get(order.id)).toBe(1);
  });

  it.each([
    ['servers of its name do not respond', 'EAI_AGAIN', 5],
    ['name does not exist', 'ENOTFOUND', 3],
  ])('is tried again a few times while the %s', async (_, code, tries) => {
    const dns = breakable();
    const market = await openMarket({ retriesCalls: true, resolve: dns.resolve });
    const { port } = await openSeller();
    const { id } = await publish(market, { url: `http://${NAME}:${port}` });
    dns.failsWith(code);
    const { body: order } = await market.api.activate(id, {}, 0);
    expect(await settled(market, order.id)).toMatchObject({
      errorMessage: "The host name of the seller's endpoint does not resolve",
      failure: { kind: 'connection', reason: 'dns' },
    });
    expect(dns.lookups()).toBe(tries);
  });

  it('occupies no call slot meanwhile', async () => {
    const market = await openMarket({
      retriesCalls: true,
      environment: { MKT_CALLS_PER_PROCESS: '1' },
    });
    const [down, up] = [await openSeller(), await openSeller()];
    const other = { api: await market.otherApi() };
    const ids = [await publish(market, down), await publish(market, up, other)];
    await down.close();
    const { body: waiting } = await market.api.activate(ids[0].id, {}, 0);
    const { body: order } = await market.api.activate(ids[1].id, {}, 30);
    expect(order.orderState).toBe('completed');
    await restart(down);
    expect(await settled(market, waiting.id)).toMatchObject({ orderState: 'completed' });
  });

  it('is not made once the listing is paused', async () => {
    const market = await openMarket({ retriesCalls: true });
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    await seller.close();
    const { body: order } = await market.api.activate(id, {}, 0);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'paused' });
    await restart(seller);
    expect(await settled(market, order.id)).toMatchObject({
      failure: { kind: 'listing_unavailable' },
    });
    expect(seller.calls).toEqual([]);
  });

  it('is tried on while the process drains', async () => {
    const market = await openMarket({ retriesCalls: true });
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    await seller.close();
    const { body: order } = await market.api.activate(id, {}, 0);
    await restart(seller);
    await market.close();
    expect(seller.callCounts.get(order.id)).toBe(1);
  });
});
