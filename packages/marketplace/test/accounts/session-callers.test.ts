// docs/operate/accounts.md#sessions-on-the-api: who may call /v1 with a session; every-route.test.ts has every
// route.
import { SCOPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { openMarket, publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openBrowser, signedUp } from './browser.ts';
import { changeBeside } from './database-beside.ts';

const outcome = ({ status, body }: ApiResponse) => [status, body?.type];
const NO_SESSION = [401, 'unauthenticated'];

describe.each(MARKETS)('a session on /v1 on $name', ({ openMarket, newHome }) => {
  it('acts for the account of its person, with every scope', async () => {
    const { url } = await openMarket();
    const [ann, bob] = [await signedUp({ url }), await signedUp({ url }, 'bob@example.com')];
    const { body: me } = await ann.get('/v1/me');
    const { body: session } = await ann.get('/auth/get-session');
    expect(me).toEqual({
      userId: expect.any(String),
      keyId: null,
      sessionId: session.session.id,
      keyName: null,
      budget: null,
      scopes: SCOPES,
    });
    expect(me.userId).not.toBe(session.user.id);
    expect((await bob.get('/v1/me')).body.userId).not.toBe(me.userId);
  });

  it('places orders without a key, and a key those with its id', async () => {
    const market = await openMarket(await newHome());
    const { id } = await publish(market, await openSeller());
    const buyer = await signedUp(market);
    const { body: key } = await buyer.post('/v1/api-keys', { name: 'ci', scopes: SCOPES });
    const order = { listingId: id, requestBody: {} };
    const bySession = await buyer.post('/v1/orders', order);
    const byKey = await createApi(market.url, key.key).post('/v1/orders', order);
    expect([bySession.status, byKey.status]).toEqual([201, 201]);
    expect([bySession.body.keyId, byKey.body.keyId]).toEqual([null, key.id]);
    const { body: read } = await buyer.get(`/v1/orders/${byKey.body.id}`);
    expect(read.keyId).toBe(key.id);
    // The seller learns nothing about the buyer's keys.
    const { body: sales } = await market.api.get('/v1/sales');
    expect(sales.data).toHaveLength(2);
    for (const sale of sales.data) expect(sale).not.toHaveProperty('keyId');
  });

  it('creates keys that outlive it', async () => {
    const { url } = await openMarket();
    const browser = await signedUp({ url });
    const { status, body } = await browser.post('/v1/api-keys', { name: 'ci', scopes: SCOPES });
    expect(status).toBe(201);
    const { userId } = (await browser.get('/v1/me')).body;
    await browser.post('/auth/sign-out');
    expect((await createApi(url, body.key).get('/v1/me')).body.userId).toBe(userId);
  });

  it('is renewed by a request after a day', async () => {
    const home = await newHome();
    const { url } = await openMarket(home);
    const browser = await signedUp({ url });
    expect((await browser.get('/v1/me')).headers.getSetCookie()).toEqual([]);
    const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await changeBeside(home, `UPDATE session SET "expiresAt" = '${inFiveDays}'`);
    const renewed = await browser.get('/v1/me');
    expect(renewed.status).toBe(200);
    expect(renewed.headers.getSetCookie().join('\n')).toMatch(/^mkt_session=.*Max-Age=604800/);
    const { expiresAt } = (await browser.get('/auth/get-session')).body.session;
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  });
});

describe('the origin of a request with a session', () => {
  it('must be the marketplace itself, by any of its names', async () => {
    const { url, port } = await openMarket();
    const cookie = (await signedUp({ url })).cookieHeader();
    const api = createApi(url, undefined);
    for (const headers of [
      { origin: `http://localhost:${port}` },
      { 'sec-fetch-site': 'same-origin' },
      { 'x-mkt-dashboard': '1' },
    ] as Record<string, string>[]) {
      expect((await api.get('/v1/me', { headers: { ...headers, cookie } })).status).toBe(200);
    }
    const change = await api.post(
      '/v1/api-keys',
      { name: 'x', scopes: [] },
      { headers: { cookie, 'x-mkt-dashboard': '1' } },
    );
    expect(outcome(change)).toEqual([403, 'forbidden_origin']);
  });

  it('does not matter with a key, whose account is the one that acts', async () => {
    const { url, api, apiKey } = await openMarket();
    const browser = await signedUp({ url });
    const me = (await api.get('/v1/me')).body;
    for (const cookie of [browser.cookieHeader(), 'mkt_session=forged.AAAA']) {
      for (const headers of [
        { 'x-mkt-api-key': apiKey ?? '' },
        { authorization: `Bearer ${apiKey}` },
      ] as Record<string, string>[]) {
        const answer = await createApi(url, undefined).get('/v1/me', {
          headers: { ...headers, cookie, origin: 'https://evil.example' },
        });
        expect(answer.body).toEqual(me);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
    const wrongKey = await browser.get('/v1/me', { 'x-mkt-api-key': 'mkt_guessed' });
    expect(outcome(wrongKey)).toEqual(NO_SESSION);
  });

  it('does not matter on public routes, which ignore the cookie', async () => {
    const { url } = await openMarket();
    for (const cookie of [(await signedUp({ url })).cookieHeader(), 'mkt_session=forged.AAAA']) {
      const answer = await createApi(url, undefined).get('/v1/marketplace/listings', {
        headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

describe('a cookie that is no session', () => {
  it('is treated like no cookie, and counts as an invalid key', async () => {
    const { url } = await openMarket({ environment: { MKT_RATE_FAILED_KEYS_PER_MINUTE: '5' } });
    const browser = openBrowser(url);
    const get = (cookie: string) => browser.get('/v1/me', { cookie });
    for (const cookie of ['other=1', 'xmkt_session=1', '__Host-mkt_session=1', 'mkt_sessionx=1']) {
      expect(outcome(await get(cookie))).toEqual(NO_SESSION);
    }
    for (const cookie of [
      'mkt_session=',
      'mkt_session=x',
      'a=b; mkt_session=x.y',
      'mkt_session=%',
      'mkt_session=x.y; mkt_session=z',
    ]) {
      expect([cookie, ...outcome(await get(cookie))]).toEqual([cookie, ...NO_SESSION]);
    }
    expect(outcome(await get('mkt_session=x'))).toEqual([429, 'rate_limited']);
    expect(outcome(await get('other=1'))).toEqual(NO_SESSION);
  });
});
