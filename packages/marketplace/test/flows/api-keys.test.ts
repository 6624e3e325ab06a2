// docs/protocol.md#api-keys: a key works until it expires or is revoked, and records when it was last
// used.
import { describe, expect, it } from 'vitest';
import { type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';

async function newKey(market: Market, more: object = {}) {
  const { body } = await market.api.post('/v1/api-keys', {
    name: 'laptop',
    scopes: ['order:read'],
    ...more,
  });
  return { id: String(body.id), api: market.api.as(body.key) };
}

const lastUsedAt = async (market: Market, id: string) => {
  const { body } = await market.api.get('/v1/api-keys');
  return body.data.find((key: any) => key.id === id).lastUsedAt;
};

describe.each(MARKETS)('an API key, on $name', ({ openMarket }) => {
  it('works until it expires', async () => {
    const market = await openMarket();
    const expiresAt = new Date(market.clock.now() + 60_000).toISOString();
    const { api } = await newKey(market, { expiresAt });
    expect((await api.get('/v1/me')).status).toBe(200);
    market.clock.move(60_001);
    const { status, body } = await api.get('/v1/me');
    expect([status, body.type]).toEqual([401, 'unauthenticated']);
  });

  it('that would already have expired is not created', async () => {
    const market = await openMarket();
    const expiresAt = new Date(market.clock.now() - 1).toISOString();
    const request = { name: 'late', scopes: [], expiresAt };
    const { status, body } = await market.api.post('/v1/api-keys', request);
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path: '/expiresAt' }]);
  });

  it('stops working as soon as it is revoked', async () => {
    const market = await openMarket();
    const { id, api } = await newKey(market);
    expect((await market.api.delete(`/v1/api-keys/${id}`)).status).toBe(204);
    expect((await api.get('/v1/me')).status).toBe(401);
    expect((await market.api.delete(`/v1/api-keys/${id}`)).status).toBe(404);
  });

  it('records when it was used, at most once a minute', async () => {
    const market = await openMarket();
    const { id, api } = await newKey(market);
    /** Written after the response, so it may take a moment. */
    async function changedFrom(earlier: unknown): Promise<string> {
      for (;;) {
        const at = await lastUsedAt(market, id);
        if (at !== earlier) return at;
      }
    }
    expect(await lastUsedAt(market, id)).toBeNull();
    await api.get('/v1/me');
    const first = await changedFrom(null);
    market.clock.move(30_000);
    await api.get('/v1/me');
    expect(await lastUsedAt(market, id)).toBe(first);
    market.clock.move(31_000);
    await api.get('/v1/me');
    expect(Date.parse(await changedFrom(first))).toBeGreaterThan(Date.parse(first) + 60_000);
  });

  it('is never logged, and neither is a signing secret', async () => {
    const market = await openMarket();
    const { api } = await newKey(market);
    await api.get('/v1/me');
    await market.api.as('mkt_wrong').get('/v1/me');
    expect(JSON.stringify(market.log)).not.toMatch(/mkt_|whsec_/);
  });
});
