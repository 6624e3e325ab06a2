// Specification, "Limits": the health endpoint is probed every 5 minutes; one failed probe is unhealthy.
import { describe, expect, it } from 'vitest';
import { nextProbeMs } from '../../src/domain/health.ts';
import { publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openSeller } from '../seller.ts';

const MINUTE_MS = 60_000;

const healthOf = async (market: Market, id: string) =>
  (await market.api.get(`/v1/marketplace/listings/${id}`)).body.health;

/** The clock goes on while a test works: no probe may be due within moments of when it looks. */
function isFarFromItsPhase(market: Market, id: string): boolean {
  const now = market.clock.now();
  const untilNextMs = nextProbeMs(id, now) - now;
  return untilNextMs > MINUTE_MS / 2 && untilNextMs < 4.5 * MINUTE_MS;
}

async function monitored(market: Market) {
  let status = 200;
  const seller = await openSeller({
    other: (methodAndPath, response) => {
      if (!methodAndPath.startsWith('GET /health')) return false;
      response.writeHead(status).end();
      return true;
    },
  });
  for (let attempt = 1; ; attempt++) {
    const path = `/health/${attempt}`;
    const listing = await publish(market, seller, {
      runContract: { healthEndpoint: `${seller.url}${path}` },
    });
    const id = String(listing.id);
    if (!isFarFromItsPhase(market, id)) continue;
    return {
      id,
      answer: (next: number) => (status = next),
      /** Probes since the review, which asks once itself. */
      probes: () => seller.requestsTo(`GET ${path}`) - 1,
    };
  }
}

describe.each(MARKETS)('the health of a listing, on $name', ({ openMarket }) => {
  it('is asked for when it is published, and then every five minutes', async () => {
    const market = await openMarket();
    const { id, probes } = await monitored(market);
    expect(await healthOf(market, id)).toEqual({
      status: 'unknown',
      checkedAt: null,
      latencyMs: null,
      uptime24h: null,
    });
    await market.advance(1_000);
    expect(probes()).toBe(1);
    expect(await healthOf(market, id)).toMatchObject({ status: 'healthy', uptime24h: 1 });
    // The second comes at the phase of the listing, and from there on one every five minutes.
    for (let minute = 0; minute < 5; minute++) await market.advance(MINUTE_MS);
    expect(probes()).toBe(2);
    for (let minute = 0; minute < 15; minute++) await market.advance(MINUTE_MS);
    expect(probes()).toBe(5);
  });

  it('changes with one probe, to both sides', async () => {
    const market = await openMarket();
    const { id, answer } = await monitored(market);
    await market.advance(1_000);
    answer(503);
    await market.advance(5 * MINUTE_MS);
    expect(await healthOf(market, id)).toMatchObject({ status: 'unhealthy', uptime24h: 0.5 });
    answer(204);
    await market.advance(5 * MINUTE_MS);
    expect(await healthOf(market, id)).toMatchObject({ status: 'healthy' });
    const { body } = await market.api.get(`/v1/providers/${id}/health`);
    expect(body.history.map((each: any) => [each.healthy, each.statusCode])).toEqual([
      [true, 204],
      [false, 503],
      [true, 200],
    ]);
  });

  it('is not asked for while it is paused, and is unknown when it comes back', async () => {
    const market = await openMarket();
    const { id, probes } = await monitored(market);
    await market.advance(1_000);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'paused' });
    await market.advance(20 * MINUTE_MS);
    expect(probes()).toBe(1);
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'published' });
    expect(await healthOf(market, id)).toMatchObject({ status: 'unknown' });
    await market.advance(1_000);
    expect(probes()).toBe(2);
  });

  it('is unhealthy where nobody answers any more', async () => {
    const market = await openMarket();
    const { id } = await monitored(market);
    const seller = await openSeller();
    const other = await publish(market, seller, {
      runContract: { healthEndpoint: `${seller.url}/health` },
    });
    await market.advance(1_000);
    await seller.stop();
    await market.advance(5 * MINUTE_MS);
    expect(await healthOf(market, other.id)).toMatchObject({ status: 'unhealthy' });
    expect(await healthOf(market, id)).toMatchObject({ status: 'healthy' });
  });
});
