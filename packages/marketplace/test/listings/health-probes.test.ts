// docs/buy/catalogue.md#health: the health endpoint is probed every 5 minutes. docs/buy/catalogue.md#health:
// the health check of the review is the first probe, and a failure after a success is repeated before it
// counts.
import { describe, expect, it } from 'vitest';
import { nextProbeMs } from '../../src/listings/health.ts';
import { newFolder, providerOf, publish, type Market } from '../market.ts';
import { EMBEDDED, MARKETS } from '../markets.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { OK } from '../../../../test-bed/seller.ts';

const MINUTE_MS = 60_000;

const healthOf = async (market: Market, id: string) =>
  (await market.api.get(`/v1/marketplace/listings/${id}`)).body.health;

/** The clock continues during a test, so no probe may be due shortly after the test reads it. */
function isFarFromItsPhase(market: Market, id: string): boolean {
  const now = market.clock.now();
  const untilNextMs = nextProbeMs(id, now) - now;
  return untilNextMs > MINUTE_MS / 2 && untilNextMs < 4.5 * MINUTE_MS;
}

async function monitored(market: Market) {
  let status = 200;
  const seller = await openSeller({}, { other: () => ({ status }) });
  for (let attempt = 1; ; attempt++) {
    const path = `/health/${attempt}`;
    const listing = await publish(market, seller, {
      runContract: { healthEndpoint: `${seller.url}${path}` },
    });
    const id = String(listing.id);
    if (!isFarFromItsPhase(market, id)) continue;
    return {
      id,
      respondWith: (next: number) => (status = next),
      /** The probes since the review, which sends one itself. */
      probes: () => seller.requestsTo(`GET ${path}`).length - 1,
    };
  }
}

/** Moves the time past the two repetitions of a failed probe. */
async function retry(market: Market): Promise<void> {
  await market.advance(5_000);
  await market.advance(15_000);
}

describe.each(MARKETS)('the health of a listing, on $name', ({ openMarket }) => {
  it('is known from its review, and probed every five minutes', async () => {
    const market = await openMarket();
    const { id, probes } = await monitored(market);
    expect(await healthOf(market, id)).toMatchObject({
      status: 'healthy',
      checkedAt: expect.any(String),
      latencyMs: expect.any(Number),
      uptime24h: 1,
    });
    await market.advance(1_000);
    expect(probes()).toBe(0);
    // The next probe is due at the offset of the listing, and then every five minutes.
    for (let minute = 0; minute < 5; minute++) await market.advance(MINUTE_MS);
    expect(probes()).toBe(1);
    for (let minute = 0; minute < 15; minute++) await market.advance(MINUTE_MS);
    expect(probes()).toBe(4);
  });
});

// The statements are those of health-stored.test.ts.
describe.each(EMBEDDED)('a listing that is probed, on $name', ({ openMarket, newHome }) => {
  it('is unhealthy after a probe and two repetitions fail, and healthy after the next success', async () => {
    const market = await openMarket();
    const { id, respondWith, probes } = await monitored(market);
    respondWith(503);
    await market.advance(5 * MINUTE_MS);
    expect(await healthOf(market, id)).toMatchObject({ status: 'healthy', uptime24h: 1 });
    await market.advance(4_000);
    expect(probes()).toBe(1);
    await market.advance(1_000);
    expect(probes()).toBe(2);
    expect(await healthOf(market, id)).toMatchObject({ status: 'healthy' });
    await market.advance(15_000);
    expect(probes()).toBe(3);
    expect(await healthOf(market, id)).toMatchObject({ status: 'unhealthy', uptime24h: 0.5 });
    respondWith(204);
    await market.advance(5 * MINUTE_MS);
    expect(await healthOf(market, id)).toMatchObject({ status: 'healthy' });
    const { body } = await market.api.get(`/v1/providers/${id}/health`);
    expect(body.history.map((each: any) => [each.healthy, each.statusCode])).toEqual([
      [true, 204],
      [false, 503],
      [true, 200],
    ]);
  });

  it('stays healthy if a repetition succeeds, even after a restart in between', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const { id, respondWith, probes } = await monitored(market);
    respondWith(503);
    await market.advance(5 * MINUTE_MS);
    expect(probes()).toBe(1);
    await market.close();
    const again = await openMarket({ ...home, clock: market.clock });
    await again.advance(5_000);
    expect(probes()).toBe(2);
    respondWith(200);
    await again.advance(15_000);
    expect(probes()).toBe(3);
    expect(await healthOf(again, id)).toMatchObject({ status: 'healthy', uptime24h: 1 });
    const { body } = await again.api.get(`/v1/providers/${id}/health`);
    expect(body.history.map((each: any) => each.healthy)).toEqual([true, true]);
  });

  it('is not probed while it is paused, and unknown when it is published again', async () => {
    const market = await openMarket();
    const { id, probes } = await monitored(market);
    await market.advance(1_000);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'paused' });
    await market.advance(20 * MINUTE_MS);
    expect(probes()).toBe(0);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'published' });
    expect(await healthOf(market, id)).toMatchObject({ status: 'unknown' });
    await market.advance(1_000);
    expect(probes()).toBe(1);
  });

  it('is unhealthy if its service no longer responds', async () => {
    const market = await openMarket();
    const { id } = await monitored(market);
    const seller = await openSeller();
    const other = await publish(market, seller, {
      runContract: { healthEndpoint: `${seller.url}/health` },
    });
    await market.advance(1_000);
    await seller.close();
    await market.advance(5 * MINUTE_MS);
    await retry(market);
    expect(await healthOf(market, other.id)).toMatchObject({ status: 'unhealthy' });
    expect(await healthOf(market, id)).toMatchObject({ status: 'healthy' });
  });

  it('is probed even while a hundred endpoints of another account hang', async () => {
    const home = await newHome();
    const market = await openMarket({ folder: newFolder(), ...home });
    const { id, probes } = await monitored(market);
    const api = await market.otherApi();
    let open = 0;
    let most = 0;
    let hangs = false;
    const hostile = await openSeller({
      'GET /health': (_request, response) => {
        if (!hangs) return OK;
        open += 1;
        most = Math.max(most, open);
        response.on('close', () => (open -= 1));
        return undefined;
      },
    });
    const runContract = { healthEndpoint: `${hostile.url}/health` };
    for (let n = 0; n < 100; n++)
      await api.post('/v1/providers', providerOf(hostile, { runContract }));
    await market.reviewsIdle();
    hangs = true;
    const before = probes();
    market.clock.move(5 * MINUTE_MS);
    // Every listing is due now. Probes that hang continue while the next ticks run.
    const ticks: Promise<void>[] = [];
    for (let second = 0; second < 4; second++) {
      const tick = market.advance(1_000);
      ticks.push(tick);
      const early = new Promise((resolve) => setTimeout(resolve, 250));
      await Promise.race([tick, early]);
    }
    await expect.poll(probes).toBe(before + 1);
    expect(await healthOf(market, id)).toMatchObject({ status: 'healthy' });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(32);
    market.clock.move(10_000);
    await Promise.all(ticks);
  }, 60_000);
});
