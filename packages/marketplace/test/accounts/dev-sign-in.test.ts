// docs/operate/accounts.md#dev-mode: signing the person of dev mode in, with a link or a key.
import { request } from 'node:http';
import { SCOPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { openMarket } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openBrowser } from './browser.ts';
import { openProgram } from './program.ts';

const outcome = ({ status, body }: ApiResponse) => [status, body?.type];
const tokenOf = (dashboardUrl: string) => new URL(dashboardUrl).hash.replace('#sign-in=', '');

/** The status of a POST with a different host name, which `fetch` does not let us choose. */
function statusByName(
  port: number,
  host: string,
  token: string | undefined,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    };
    const req = request({ port, method: 'POST', path: '/auth/dev', headers }, (res) => {
      resolve(res.resume().statusCode);
    });
    req.on('error', reject).end(JSON.stringify({ token }));
  });
}

describe.each(MARKETS)('in dev mode on $name', ({ openMarket }) => {
  it('the printed key signs in as its account, until it is revoked', async () => {
    const { url, api, apiKey } = await openMarket();
    const browser = openBrowser(url);
    const { status, body } = await browser.post('/auth/dev', { token: apiKey });
    expect([status, body.user.email]).toEqual([200, 'dev@localhost']);
    const { userId } = (await api.get('/v1/me')).body;
    const me = (await browser.get('/v1/me')).body;
    expect(me).toMatchObject({
      userId,
      keyId: null,
      sessionId: expect.any(String),
      scopes: SCOPES,
    });
    expect((await browser.post('/auth/sign-out')).status).toBe(200);
    expect((await browser.get('/v1/me')).status).toBe(401);
    const { body: made } = await api.post('/v1/api-keys', { name: 'other', scopes: ['*'] });
    expect(outcome(await browser.post('/auth/dev', { token: made.key }))).toEqual([
      401,
      'unauthenticated',
    ]);
    await openProgram({ url }).send('/auth/revoke', { token: apiKey ?? '' });
    expect(outcome(await browser.post('/auth/dev', { token: apiKey }))).toEqual([
      401,
      'unauthenticated',
    ]);
  });

  it('nothing signs in without a token, although the request comes from this machine', async () => {
    const { url } = await openMarket();
    const browser = openBrowser(url);
    for (const body of [{}, { token: '' }, { token: null }]) {
      expect(outcome(await browser.post('/auth/dev', body))).toEqual([400, 'invalid_request']);
    }
    expect(outcome(await browser.post('/auth/dev', { token: 'guessed' }))).toEqual([
      401,
      'unauthenticated',
    ]);
    expect(browser.cookies.size).toBe(0);
  });

  it('the printed address signs in once, within 5 minutes', async () => {
    const market = await openMarket();
    const token = tokenOf(market.dashboardUrl);
    expect(market.dashboardUrl).toBe(`${market.url}/#sign-in=${token}`);
    const signIn = (given: string) => openBrowser(market.url).post('/auth/dev', { token: given });
    expect(outcome(await signIn('guessed'))).toEqual([401, 'unauthenticated']);
    expect((await signIn(token)).status).toBe(200);
    expect(outcome(await signIn(token))).toEqual([401, 'unauthenticated']);
    const late = await openMarket();
    late.clock.move(5 * 60_000);
    const answer = await openBrowser(late.url).post('/auth/dev', {
      token: tokenOf(late.dashboardUrl),
    });
    expect(outcome(answer)).toEqual([401, 'unauthenticated']);
  });
});

describe('signing in without a password', () => {
  it('is only for the names of this machine', async () => {
    const { port, apiKey } = await openMarket();
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '127.0.0.2',
      `0.0.0.0:${port}`,
      '[::2]',
    ]) {
      expect([host, await statusByName(port, host, apiKey)]).toEqual([host, 403]);
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
      expect([host, await statusByName(port, host, apiKey)]).toEqual([host, 200]);
    }
  });

  it('is not for other sites', async () => {
    const { url, apiKey } = await openMarket();
    const api = createApi(url, undefined);
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'x-mkt-dashboard': '1' },
    ] as Record<string, string>[]) {
      const answer = await api.post('/auth/dev', { token: apiKey }, { headers });
      expect([headers, ...outcome(answer)]).toEqual([headers, 403, 'forbidden_origin']);
    }
  });

  it('does not exist outside dev mode', async () => {
    const { port, dashboardUrl } = await openMarket({ dev: false });
    const browser = openBrowser(`http://127.0.0.1:${port}`);
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      expect(outcome(await browser.request(method, '/auth/dev'))).toEqual([404, 'not_found']);
    }
    expect(dashboardUrl).toBe(`http://127.0.0.1:${port}/`);
  });
});
