// docs/accounts.md#sessions-on-the-api: who may call /v1 with a session, for every route.
import { ROUTES, SCOPES, type Route } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { openMarket, publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openBrowser, PASSWORD, signedUp, type TestBrowser } from './browser.ts';
import { changeBeside } from './database-beside.ts';

const NOWHERE = '01920000-0000-7000-8000-000000000000';
const routes = Object.values<Route>(ROUTES);
const closed = routes.filter(({ access }) => access !== 'public');
const open = routes.filter(({ access }) => access === 'public');
const outcome = ({ status, body }: ApiResponse) => [status, body?.type];

/** Valid bodies for the routes: whether the record exists is checked first. */
const BODIES: Record<string, object> = {
  'POST /v1/orders': { listingId: NOWHERE },
  'PATCH /v1/listings/{id}': { title: 'Other' },
};

const ask = (
  from: Pick<TestBrowser, 'request'>,
  { method, path, body }: Route,
  headers: Record<string, string> = {},
  id = NOWHERE,
) =>
  from.request(
    method,
    path.replace('{id}', id),
    body ? (BODIES[`${method} ${path}`] ?? {}) : undefined,
    headers,
  );

/** The verdict of every route, by its method and path. */
async function verdicts(all: readonly Route[], request: (route: Route) => Promise<ApiResponse>) {
  const found: Record<string, unknown> = {};
  for (const route of all) found[`${route.method} ${route.path}`] = outcome(await request(route));
  return found;
}

const allWith = (all: readonly Route[], verdict: unknown) =>
  Object.fromEntries(all.map(({ method, path }) => [`${method} ${path}`, verdict]));

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
      scopes: SCOPES,
    });
    expect(me.userId).not.toBe(session.user.id);
    expect((await bob.get('/v1/me')).body.userId).not.toBe(me.userId);
    for (const route of closed) expect((await ask(ann, route)).status).not.toBe(401);
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

  it('that was ended, has expired, or is suspended is refused on every route', async () => {
    const home = await newHome();
    const { url } = await openMarket(home);
    const browser = await signedUp({ url });
    const cookie = browser.cookieHeader();
    const withCookie = (route: Route) => ask(openBrowser(url), route, { cookie });
    const suspend = (value: string) =>
      changeBeside(home, `UPDATE account SET suspended_at = ${value} WHERE name = 'Ann'`);
    await suspend('1');
    expect(await verdicts(closed, withCookie)).toEqual(allWith(closed, [403, 'account_suspended']));
    await suspend('NULL');
    expect((await openBrowser(url).get('/v1/me', { cookie })).status).toBe(200);
    await changeBeside(home, `UPDATE session SET "expiresAt" = '2020-01-01T00:00:00.000Z'`);
    expect(await verdicts(closed, withCookie)).toEqual(allWith(closed, NO_SESSION));
    const again = openBrowser(url);
    await again.post('/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD });
    const ended = again.cookieHeader();
    await again.post('/auth/sign-out');
    expect(
      await verdicts(closed, (route) => ask(openBrowser(url), route, { cookie: ended })),
    ).toEqual(allWith(closed, NO_SESSION));
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

  it('of another account sees no object, as if it did not exist', async () => {
    const market = await openMarket();
    const [ann, bob] = [await signedUp(market), await signedUp(market, 'bob@example.com')];
    const seller = await openSeller();
    const { body: key } = await ann.post('/v1/api-keys', { name: 'ann', scopes: SCOPES });
    const api = createApi(market.url, key.key);
    const provider = await publish(market, seller, { api });
    const order = await api.activate(provider.id, {}, 30);
    const ids: [RegExp, string][] = [
      [/^\/v1\/(providers|listings)\//, provider.id],
      [/^\/v1\/orders\//, order.body.id],
      [/^\/v1\/api-keys\//, key.id],
    ];
    const owned = closed.filter(({ path }) => path.includes('{id}'));
    expect(owned.length).toBeGreaterThan(8);
    for (const route of owned) {
      const id = ids.find(([pattern]) => pattern.test(route.path))?.[1];
      expect([route.path, id]).toEqual([route.path, expect.any(String)]);
      const answer = await ask(bob, route, {}, id);
      expect([route.path, ...outcome(answer)]).toEqual([route.path, 404, 'not_found']);
    }
    expect((await ann.get(`/v1/orders/${order.body.id}`)).status).toBe(200);
  });
});

describe('the origin of a request with a session', () => {
  it('must be the marketplace itself, on every route that needs a session', async () => {
    const { url, port } = await openMarket();
    const browser = await signedUp({ url });
    const cookie = browser.cookieHeader();
    const api = createApi(url, undefined);
    const send = (route: Route, headers: Record<string, string>) =>
      ask(
        {
          request: (method, path, body, more) =>
            api.request(method, path, body, { headers: more ?? {} }),
        },
        route,
        { ...headers, cookie },
      );
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      {},
    ] as Record<string, string>[]) {
      expect(await verdicts(closed, (route) => send(route, headers))).toEqual(
        allWith(closed, [403, 'forbidden_origin']),
      );
      for (const route of open) expect((await send(route, headers)).status).not.toBe(403);
    }
    const me = closed.find(({ path }) => path === '/v1/me');
    if (!me) throw new Error('There is no /v1/me.');
    for (const headers of [
      { origin: `http://localhost:${port}` },
      { 'sec-fetch-site': 'same-origin' },
      { 'x-mkt-dashboard': '1' },
    ] as Record<string, string>[]) {
      expect((await send(me, headers)).status).toBe(200);
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
  it('is like no cookie, and counts as an invalid key', async () => {
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
