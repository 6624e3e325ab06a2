// docs/accounts.md#dev-mode: signing the person of dev mode in, with one click or one link.
import { request } from 'node:http';
import { SCOPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { openMarket } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openBrowser } from './browser.ts';

const outcome = ({ status, body }: ApiResponse) => [status, body?.type];
const tokenOf = (dashboardUrl: string) => new URL(dashboardUrl).hash.replace('#sign-in=', '');

/** The status of a POST with a different host name, which `fetch` does not let us choose. */
function statusByName(
  port: number,
  host: string,
  { token, forwardedFor }: { token?: string; forwardedFor?: string } = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}),
    };
    const req = request({ port, method: 'POST', path: '/auth/dev', headers }, (res) => {
      resolve(res.resume().statusCode);
    });
    req.on('error', reject).end(JSON.stringify(token === undefined ? {} : { token }));
  });
}

describe.each(MARKETS)('in dev mode on $name', ({ openMarket }) => {
  it('one click signs in as the account whose key is printed', async () => {
    const { url, api } = await openMarket();
    const browser = openBrowser(url);
    const { status, body } = await browser.post('/auth/dev');
    expect([status, body.user.email]).toEqual([200, 'dev@localhost']);
    const { userId } = (await api.get('/v1/me')).body;
    const me = (await browser.get('/v1/me')).body;
    expect(me).toEqual({ userId, keyId: null, sessionId: expect.any(String), scopes: SCOPES });
    expect((await browser.post('/auth/sign-out')).status).toBe(200);
    expect((await browser.get('/v1/me')).status).toBe(401);
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
  it('is only for the names of this machine, also with the link', async () => {
    const { port, dashboardUrl } = await openMarket();
    const token = tokenOf(dashboardUrl);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '127.0.0.2',
      `0.0.0.0:${port}`,
      '[::2]',
    ]) {
      expect([host, await statusByName(port, host)]).toEqual([host, 403]);
      expect([host, await statusByName(port, host, { token })]).toEqual([host, 403]);
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
      expect([host, await statusByName(port, host)]).toEqual([host, 200]);
    }
  });

  it('needs the link for a browser on another machine', async () => {
    const { port, dashboardUrl } = await openMarket({
      environment: { MKT_TRUSTED_PROXIES: '127.0.0.1' },
    });
    const elsewhere = { forwardedFor: '192.0.2.1' };
    expect(await statusByName(port, 'localhost', elsewhere)).toBe(403);
    const token = tokenOf(dashboardUrl);
    expect(await statusByName(port, 'localhost', { ...elsewhere, token })).toBe(200);
  });

  it('is not for other sites', async () => {
    const { url } = await openMarket();
    const api = createApi(url, undefined);
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'x-mkt-dashboard': '1' },
    ] as Record<string, string>[]) {
      const answer = await api.post('/auth/dev', {}, { headers });
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
