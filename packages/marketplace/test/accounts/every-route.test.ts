// docs/operate/accounts.md: what every route of /v1 and /auth says to a request that it must not serve. A new
// route is part of it at once; if it has a body or names an object, the types or a test ask for them.
import { AUTH_ROUTES, ROUTES, SCOPES, type AuthAccess } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish } from '../market.ts';
import { EMBEDDED, MARKETS, type MarketUnderTest } from '../markets.ts';
import { openBrowser, PASSWORD, signedUp } from './browser.ts';
import { changeBeside } from './database-beside.ts';
import { GRANT_TYPE, openProgram } from './program.ts';

const NOWHERE = '01920000-0000-7000-8000-000000000000';
const EMAIL = 'ann@example.com';

type WithBody<Routes> = {
  [Id in keyof Routes]: Routes[Id] extends { body: string } ? Id : never;
}[keyof Routes];
type SessionRoute = {
  [Id in keyof typeof AUTH_ROUTES]: (typeof AUTH_ROUTES)[Id]['access'] extends 'session'
    ? Id
    : never;
}[keyof typeof AUTH_ROUTES];

/** Valid bodies: who may send a request is checked before what it names. */
const BODIES: Record<WithBody<typeof ROUTES> | WithBody<typeof AUTH_ROUTES>, object> = {
  createProvider: {},
  submitProvider: {},
  cancelOrder: {},
  getSigningSecret: {},
  rotateSigningSecret: {},
  previewService: {},
  importService: {},
  updateListing: { title: 'Other' },
  createOrder: { listingId: NOWHERE },
  createApiKey: { name: 'x', scopes: [] },
  updateApiKey: { name: 'y' },
  createWebhook: { url: 'https://buyer.example.com/webhooks' },
  updateWebhook: { state: 'paused' },
  rotateWebhookSecret: {},
  testWebhook: {},
  sendDelivery: {},
  updateProfile: { name: 'Fjord Weather' },
  signUp: { name: 'Ann', email: EMAIL, password: PASSWORD },
  signIn: { email: EMAIL, password: PASSWORD },
  resetPassword: { token: 'x', newPassword: PASSWORD },
  // No token, since a wrong one is refused as a missing session is.
  signInDev: {},
  signOut: {},
  endSession: { id: NOWHERE },
  endOtherSessions: {},
  updateUser: { name: 'Ann', email: EMAIL, currentPassword: PASSWORD },
  changePassword: { currentPassword: PASSWORD, newPassword: PASSWORD },
  // Not the password: the session is needed by the routes that follow.
  closeAccount: { currentPassword: 'not the password' },
  startDeviceLogin: { client_id: 'mkt' },
  pollDeviceLogin: { grant_type: GRANT_TYPE, device_code: 'x', client_id: 'mkt' },
  findDeviceLogin: { userCode: 'BCDF-GHJK' },
  approveDeviceLogin: { userCode: 'BCDF-GHJK', scopes: ['*'] },
  denyDeviceLogin: { userCode: 'BCDF-GHJK' },
  revokeToken: { token: 'x' },
};

/** The routes of sessions that name an object of one account, and how. */
const OWNED: Record<SessionRoute, ((theirs: { sessionId: string }) => object) | 'nothing'> = {
  listSessions: 'nothing',
  endSession: ({ sessionId }) => ({ id: sessionId }),
  endOtherSessions: 'nothing',
  updateUser: 'nothing',
  changePassword: 'nothing',
  closeAccount: 'nothing',
  // Any signed-in person may enter a user code that they were given.
  findDeviceLogin: 'nothing',
  approveDeviceLogin: 'nothing',
  denyDeviceLogin: 'nothing',
};

interface Tested {
  name: string;
  method: string;
  path: string;
  /** `account`: a route of `/v1` that needs a key or a session. */
  access: AuthAccess | 'account' | 'public';
  body: object | undefined;
}

const EVERY_ROUTE: Tested[] = [
  ...Object.entries(ROUTES).map(([id, { method, path, access }]) => ({
    name: `${method} ${path}`,
    method,
    path,
    access: access === 'public' ? access : ('account' as const),
    body: BODIES[id as keyof typeof BODIES],
  })),
  ...Object.entries(AUTH_ROUTES).map(([id, { method, path, access }]) => ({
    name: `${method} ${path}`,
    method,
    path,
    access,
    body: BODIES[id as keyof typeof BODIES],
  })),
];

/** Whether the route served the request or refused what it asked for, rather than who asked. */
const SERVED = 'served';

function verdict({ status, body }: ApiResponse): unknown {
  if (status >= 500) return [status, body];
  return status === 401 || status === 403 ? [status, body?.type] : SERVED;
}

type Expected = Record<Tested['access'], unknown>;
type Send = (route: Tested) => Promise<ApiResponse>;

const ALWAYS = { public: SERVED, program: SERVED };
const WITHOUT_SESSION: Expected = {
  ...ALWAYS,
  page: SERVED,
  account: [401, 'unauthenticated'],
  session: [401, 'unauthenticated'],
};
const FOREIGN = [403, 'forbidden_origin'];
const FROM_ELSEWHERE: Expected = { ...ALWAYS, page: FOREIGN, account: FOREIGN, session: FOREIGN };
/** Programs send neither an origin nor what browsers say about it. */
const FROM_A_SITE: Expected = { ...FROM_ELSEWHERE, program: FOREIGN };

/** What each of the routes says to a valid request, by its name. */
async function verdicts(send: Send, routes = EVERY_ROUTE): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const route of routes) found[route.name] = verdict(await send(route));
  return found;
}

/** The verdicts that follow from the access of each route. */
const expected = (byAccess: Expected, routes = EVERY_ROUTE) =>
  Object.fromEntries(routes.map(({ name, access }) => [name, byAccess[access]]));

/** A request with these headers, as a page or, where the route wants it, as a program sends it. */
function sender(url: string, headers: Record<string, string>): Send {
  const api = createApi(url, undefined);
  const program = openProgram({ url }, headers);
  return ({ method, path, access, body }) =>
    access === 'program'
      ? program.send(path, body as Record<string, string>)
      : api.request(method, path.replaceAll(/\{\w+\}/g, NOWHERE), body, { headers });
}

async function open({ openMarket, newHome }: MarketUnderTest) {
  const home = await newHome();
  const market = await openMarket(home);
  const browser = await signedUp(market, EMAIL);
  return { home, market, url: market.url, browser, cookie: browser.cookieHeader() };
}

// That a session was ended is stored: sign-in.test.ts.
describe.each(EMBEDDED)('every route on $name', (engine) => {
  it('is refused without credentials where it needs an account or a session', async () => {
    const { url } = await open(engine);
    expect(await verdicts(sender(url, { origin: url }))).toEqual(expected(WITHOUT_SESSION));
    const forged = { origin: url, cookie: 'mkt_session=x.y; mkt.dont_remember=true' };
    expect(await verdicts(sender(url, forged))).toEqual(expected(WITHOUT_SESSION));
  });

  it('is refused with a session that was ended', async () => {
    const { url, browser, cookie } = await open(engine);
    await browser.post('/auth/sign-out');
    expect(await verdicts(sender(url, { origin: url, cookie }))).toEqual(expected(WITHOUT_SESSION));
  });

  it('is refused with a session in a request of another site', async () => {
    const { url, browser, market, cookie } = await open(engine);
    const key = { 'x-mkt-api-key': market.apiKey ?? '' };
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${url}.evil.example` },
      { origin: url.replace(/\d+$/, '1') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'x-mkt-dashboard': '1' },
    ] as Record<string, string>[]) {
      expect(await verdicts(sender(url, { ...headers, cookie }))).toEqual(expected(FROM_A_SITE));
    }
    for (const headers of [{ 'sec-fetch-site': 'none' }, {}] as Record<string, string>[]) {
      expect(await verdicts(sender(url, { ...headers, cookie }))).toEqual(expected(FROM_ELSEWHERE));
    }
    const ofBrowsers = EVERY_ROUTE.filter(({ path }) => path.startsWith('/auth/'));
    const withKey = { origin: 'https://evil.example', ...key, cookie };
    expect(await verdicts(sender(url, withKey), ofBrowsers)).toEqual(
      expected(FROM_A_SITE, ofBrowsers),
    );
    expect((await browser.get('/auth/get-session')).body).not.toBeNull();
  });
});

describe.each(MARKETS)('every route on $name', (engine) => {
  it('is refused with a session that has expired', async () => {
    const { home, url, cookie } = await open(engine);
    await changeBeside(home, `UPDATE session SET "expiresAt" = '2020-01-01T00:00:00.000Z'`);
    expect(await verdicts(sender(url, { origin: url, cookie }))).toEqual(expected(WITHOUT_SESSION));
  });

  it('is refused with a session of a suspended account', async () => {
    const { home, url, cookie } = await open(engine);
    await changeBeside(home, `UPDATE account SET suspended_at = 1 WHERE name = 'Ann'`);
    const suspended = [403, 'account_suspended'];
    const ofAccount = EVERY_ROUTE.filter(
      ({ access, path }) =>
        access === 'account' || path.startsWith('/auth/device/') || path === '/auth/update-user',
    );
    const byAccess = { ...ALWAYS, page: SERVED, account: suspended, session: suspended };
    expect(await verdicts(sender(url, { origin: url, cookie }), ofAccount)).toEqual(
      expected(byAccess, ofAccount),
    );
    await changeBeside(home, `UPDATE account SET suspended_at = NULL`);
    const { status } = await createApi(url, undefined).get('/v1/me', {
      headers: { origin: url, cookie },
    });
    expect(status).toBe(200);
  });

  it('sees no object of another account, as if it did not exist', async () => {
    const { url, browser, market } = await open(engine);
    const bob = await signedUp(market, 'bob@example.com');
    const { body: key } = await browser.post('/v1/api-keys', { name: 'ann', scopes: ['*'] });
    const api = createApi(url, key.key);
    const provider = await publish(market, await openSeller(), { api });
    const order = await api.activate(provider.id, {}, 30);
    const { body: webhook } = await api.post('/v1/webhooks', { url: 'https://buyer.example.com' });
    const { body: attempt } = await api.post(`/v1/webhooks/${webhook.id}/test`, {});
    const ids: [RegExp, string][] = [
      [/^\/v1\/(providers|listings)\//, provider.id],
      [/^\/v1\/(orders|sales)\//, order.body.id],
      [/^\/v1\/api-keys\//, key.id],
      [/^\/v1\/webhooks\//, webhook.id],
      [/^\/v1\/deliveries\//, attempt.deliveryId],
    ];
    const owned = EVERY_ROUTE.filter(({ access, path }) => access === 'account' && /\{/.test(path));
    expect(owned.length).toBeGreaterThan(8);
    const bobsKey = await bob.post('/v1/api-keys', { name: 'bob', scopes: SCOPES });
    for (const { name, method, path, body } of owned) {
      const id = ids.find(([pattern]) => pattern.test(path))?.[1];
      expect([name, id]).toEqual([name, expect.any(String)]);
      const named = path.replaceAll(/\{\w+\}/g, id ?? '');
      for (const from of [bob, createApi(url, bobsKey.body.key)]) {
        const { status, body: refused } = await from.request(method, named, body);
        expect([name, status, refused?.type]).toEqual([name, 404, 'not_found']);
      }
    }
    const { session } = (await browser.get('/auth/get-session')).body;
    for (const [id, bodyOf] of Object.entries(OWNED)) {
      if (bodyOf === 'nothing') continue;
      const { path } = AUTH_ROUTES[id as SessionRoute];
      const { status } = await bob.post(path, bodyOf({ sessionId: session.id }));
      expect([id, status]).toEqual([id, 404]);
    }
    expect((await browser.get(`/v1/orders/${order.body.id}`)).status).toBe(200);
  });
});

describe('every route', () => {
  it('is served to a page of the marketplace with a session', async () => {
    const [engine] = MARKETS;
    if (!engine) throw new Error('There is no engine.');
    const { url, browser, cookie } = await open(engine);
    const wanted = EVERY_ROUTE.filter(
      ({ path }) => !['/auth/sign-out', '/auth/change-password'].includes(path),
    );
    const all = { ...ALWAYS, page: SERVED, account: SERVED, session: SERVED };
    expect(await verdicts(sender(url, { origin: url, cookie }), wanted)).toEqual(
      expected(all, wanted),
    );
    expect((await openBrowser(url).get('/auth/get-session')).text).toBe('null');
    expect((await browser.get('/auth/get-session')).body.user.email).toBe(EMAIL);
  });
});
