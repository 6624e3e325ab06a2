// docs/operate/accounts.md#requests-from-other-sites: who may use /auth; every-route.test.ts has every route.
import { AUTH_ROUTES } from '@mkt/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuth } from '../../src/accounts/better-auth.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import { systemClock } from '../../src/server/outside.ts';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { exchange, message } from '../http/raw-exchange.ts';
import { openMarket } from '../market.ts';
import { openBrowser, PASSWORD, signedUp } from './browser.ts';
import { openProgram } from './program.ts';

const outcome = ({ status, body }: ApiResponse) => [status, body?.type];

/** What the accounts library would serve if it were given requests; names of objects are filled in. */
async function libraryPaths(): Promise<string[]> {
  const storage = await openSqliteStorage({ clock: systemClock });
  onTestFinished(() => storage.close());
  const { api, $context } = createAuth({
    database: storage.auth,
    cookieKey: new Uint8Array(32),
    secureCookies: true,
    baseUrl: 'https://market.example.com',
    id: () => '0',
  });
  await $context;
  const endpoints: { path?: string }[] = Object.values(api);
  return endpoints.flatMap(({ path }) => (path ? [`/auth${path.replaceAll(/:\w+/g, 'x')}`] : []));
}

describe('a request below /auth', () => {
  it('a request from a page of the marketplace is accepted, by any name of this machine in dev mode', async () => {
    const { url, port } = await openMarket();
    await signedUp({ url });
    const credentials = { email: 'ann@example.com', password: PASSWORD };
    const api = createApi(url, undefined);
    for (const headers of [
      { origin: url },
      { origin: `http://localhost:${port}` },
      { origin: `http://[::1]:${port}`, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-origin' },
    ] as Record<string, string>[]) {
      const answer = await api.post('/auth/sign-in/email', credentials, { headers });
      expect([headers, answer.status]).toEqual([headers, 200]);
    }
  });

  it('needs an origin only if it changes something or reads a session from a page', async () => {
    const { url } = await openMarket();
    const cookie = (await signedUp({ url })).cookieHeader();
    const api = createApi(url, undefined);
    const ask = (headers: Record<string, string>) =>
      api.get('/auth/get-session', { headers: { cookie, ...headers } });
    expect((await ask({ 'x-mkt-dashboard': '1' })).status).toBe(200);
    expect((await ask({ 'x-mkt-dashboard': '0' })).status).toBe(403);
    const post = await api.post(
      '/auth/sign-out',
      {},
      { headers: { cookie, 'x-mkt-dashboard': '1' } },
    );
    expect(post.status).toBe(403);
  });

  it('a request to another path gets 404, also for what the accounts library would offer', async () => {
    const { url } = await openMarket();
    const browser = await signedUp({ url });
    const ours = new Set<string>(Object.values(AUTH_ROUTES).map(({ path }) => path));
    const theirs = (await libraryPaths()).filter((path) => !ours.has(path));
    expect(theirs).toEqual(expect.arrayContaining(['/auth/change-email', '/auth/delete-user']));
    for (const path of ['/auth', ...theirs]) {
      for (const method of ['GET', 'POST']) {
        expect([path, ...outcome(await browser.request(method, path))]).toEqual([
          path,
          404,
          'not_found',
        ]);
      }
    }
    const wrongMethod = await browser.get('/auth/sign-in/email');
    expect(outcome(wrongMethod)).toEqual([405, 'method_not_allowed']);
    expect(wrongMethod.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it('a request with a hostile body is refused before it reaches the accounts library', async () => {
    const { url } = await openMarket();
    const api = createApi(url, undefined);
    const send = (raw: string, type = 'application/json') =>
      api.request('POST', '/auth/sign-in/email', undefined, {
        raw,
        headers: { origin: url, 'content-type': type },
      });
    const email = 'ann@example.com';
    expect(outcome(await send('{'))).toEqual([400, 'invalid_json']);
    expect(
      outcome(await send(`email=${email}&password=x`, 'application/x-www-form-urlencoded')),
    ).toEqual([415, 'unsupported_media_type']);
    expect(outcome(await send(`{"email":"${email}","email":"x","password":"x"}`))).toEqual([
      400,
      'invalid_json',
    ]);
    expect(outcome(await send(JSON.stringify({ email, password: 'x'.repeat(300_000) })))).toEqual([
      413,
      'payload_too_large',
    ]);
    for (const body of [
      { email: ['ann@example.com'], password: PASSWORD },
      { email, password: { $ne: '' } },
      { email, password: PASSWORD, callbackURL: 'https://evil.example' },
      { email: `${'a.'.repeat(5_000)}@example.com`, password: PASSWORD },
      [],
      null,
    ]) {
      expect(outcome(await send(JSON.stringify(body)))).toEqual([400, 'invalid_request']);
    }
  });
});

describe('a page of another site', () => {
  const headers = { origin: 'https://evil.example' };

  it('may read no response below /auth, of the operator’s endpoints and of /mcp', async () => {
    const { url } = await openMarket();
    const api = createApi(url, undefined);
    const paths = new Set<string>(Object.values(AUTH_ROUTES).map(({ path }) => path));
    const others = [
      '/auth',
      '/auth/nothing',
      '/healthz',
      '/readyz',
      '/metrics',
      '/mcp',
      '/',
      '/no',
    ];
    for (const path of [...paths, ...others]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const asked = { ...headers, 'access-control-request-method': 'POST' };
        const answer = await api.request(method, path, undefined, { headers: asked });
        const open = [...answer.headers.keys()].filter((name) =>
          name.startsWith('access-control-'),
        );
        expect([method, path, open]).toEqual([method, path, []]);
      }
    }
  });

  it('gets no metrics in dev mode, by any name of this machine', async () => {
    const { url, port } = await openMarket();
    const api = createApi(url, undefined);
    const ask = (more: Record<string, string>) => api.get('/metrics', { headers: more });
    for (const refused of [
      headers,
      { origin: 'null' },
      { origin: url.replace(/\d+$/, '1') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      expect([refused, ...outcome(await ask(refused))]).toEqual([refused, 403, 'forbidden_origin']);
    }
    for (const accepted of [{}, { origin: url }, { 'sec-fetch-site': 'none' }] as const) {
      expect([accepted, (await ask(accepted)).status]).toEqual([accepted, 200]);
    }
    // A name of its own that it points here (DNS rebinding).
    const rebound = ['GET /metrics HTTP/1.1', `host: evil.example:${port}`, 'connection: close'];
    expect(await exchange(url, message(rebound))).toMatchObject([{ status: 403 }]);
  });

  it('cannot start a device login, fetch its key, or revoke one', async () => {
    const market = await openMarket();
    const codes = await openProgram(market).start();
    for (const more of [headers, { 'sec-fetch-site': 'cross-site' }] as Record<string, string>[]) {
      const page = openProgram(market, more);
      const forms = { client_id: 'mkt', host_name: 'your-laptop', scope: '*' };
      expect(outcome(await page.send('/auth/device/code', forms))).toEqual([
        403,
        'forbidden_origin',
      ]);
      expect(outcome(await page.poll(codes))).toEqual([403, 'forbidden_origin']);
      const token = market.apiKey ?? '';
      expect(outcome(await page.send('/auth/revoke', { token }))).toEqual([
        403,
        'forbidden_origin',
      ]);
    }
    expect((await market.api.get('/v1/me')).status).toBe(200);
    // The page at /docs/api sends the examples of these requests.
    const docs = openProgram(market, { origin: market.url, 'sec-fetch-site': 'same-origin' });
    expect((await docs.send('/auth/device/code', { client_id: 'docs' })).status).toBe(200);
  });
});

describe('outside dev mode', () => {
  it('the cookie is for this host and for TLS only, and the public address is the only origin', async () => {
    const publicUrl = 'https://market.example.com';
    const { port } = await openMarket({
      dev: false,
      environment: { MKT_PUBLIC_URL: publicUrl, MKT_SIGNUP: 'open' },
    });
    const address = `http://127.0.0.1:${port}`;
    const person = { name: 'Ann', email: 'ann@example.com', password: PASSWORD };
    const direct = openBrowser(address);
    expect(outcome(await direct.post('/auth/sign-up/email', person))).toEqual([
      403,
      'forbidden_origin',
    ]);
    const browser = openBrowser(address, publicUrl);
    const answer = await browser.post('/auth/sign-up/email', person);
    const [cookie = ''] = answer.headers.getSetCookie();
    const [name, ...attributes] = cookie.replace(/=[^;]*/, '').split('; ');
    expect([name, ...attributes.toSorted()]).toEqual([
      '__Host-mkt_session',
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    expect((await browser.get('/auth/get-session')).body.user.email).toBe('ann@example.com');
  });
});
