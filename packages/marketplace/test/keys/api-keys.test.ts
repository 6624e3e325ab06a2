// docs/reference/protocol.md#api-keys: a key works until it expires or is revoked, and records when it was last
// used. It says what created it, and may hold every scope.
import { KEY_SCOPES, SCOPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { signedUp } from '../accounts/browser.ts';
import { createApi } from '../../../../test-bed/api.ts';

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

describe.each(MARKETS)('an API key, on $name', ({ openMarket, newHome }) => {
  it('works until it expires', async () => {
    const market = await openMarket();
    const expiresAt = new Date(market.clock.now() + 60_000).toISOString();
    const { api } = await newKey(market, { expiresAt });
    expect((await api.get('/v1/me')).status).toBe(200);
    market.clock.move(60_001);
    const { status, body } = await api.get('/v1/me');
    expect([status, body.type]).toEqual([401, 'unauthenticated']);
  });

  it('a key that would already have expired is not created', async () => {
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

  it('says what created it', async () => {
    const market = await openMarket();
    const { id: parentId } = (await market.api.get('/v1/api-keys')).body.data[0];
    const child = await market.api.post('/v1/api-keys', { name: 'child', scopes: [] });
    expect(child.body).toMatchObject({ origin: 'key', parentId });
    const { data } = (await market.api.get('/v1/api-keys')).body;
    expect(data).toMatchObject([
      { name: 'child', origin: 'key', parentId },
      { name: 'dev', origin: 'dev', parentId: null },
    ]);
    const browser = await signedUp(market);
    const own = await browser.post('/v1/api-keys', { name: 'ci', scopes: [] });
    expect(own.body).toMatchObject({ origin: 'session', parentId: null });
    const [byOperator] = (await (await market.otherApi()).get('/v1/api-keys')).body.data;
    expect(byOperator).toMatchObject({ origin: 'operator', parentId: null });
  });

  it('a key with * holds every scope, and is the only one that can grant *', async () => {
    const market = await openMarket();
    const ask = (api: typeof market.api, scopes: readonly string[]) =>
      api.post('/v1/api-keys', { name: 'x', scopes });
    const star = await ask(market.api, ['order:read', '*']);
    expect(star.body.scopes).toEqual(['*']);
    const { data } = (await market.api.get('/v1/api-keys')).body;
    expect(data[0].scopes).toEqual(['*']);
    const holder = market.api.as(star.body.key);
    expect((await holder.get('/v1/me')).body.scopes).toEqual(SCOPES);
    for (const scope of KEY_SCOPES) {
      expect((await ask(holder, [scope])).body.scopes).toEqual([scope]);
    }
    const named = market.api.as((await ask(holder, SCOPES)).body.key);
    const refused = await ask(named, ['*']);
    expect([refused.status, refused.body.type, refused.body.requiredScope]).toEqual([
      403,
      'insufficient_scope',
      '*',
    ]);
    const browser = await signedUp(market);
    const bySession = await browser.post('/v1/api-keys', { name: 'all', scopes: ['*'] });
    expect(bySession.body.scopes).toEqual(['*']);
    const api = createApi(market.url, bySession.body.key);
    expect((await api.get('/v1/orders')).status).toBe(200);
  });

  it('the key of dev mode is the same at every start, until it is revoked', async () => {
    const home = await newHome();
    const keys: (string | undefined)[] = [];
    for (const revoke of [false, true, false]) {
      const market = await openMarket(home);
      keys.push(market.apiKey);
      const me = await market.api.get('/v1/me');
      expect(me.status).toBe(200);
      if (revoke) await market.api.delete(`/v1/api-keys/${me.body.keyId}`);
      await market.close();
    }
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('is never logged, and neither is a signing secret', async () => {
    const market = await openMarket();
    const { api } = await newKey(market);
    await api.get('/v1/me');
    await market.api.as('mkt_wrong').get('/v1/me');
    expect(JSON.stringify(market.log)).not.toMatch(/mkt_|whsec_/);
  });
});
