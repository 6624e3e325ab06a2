// docs/reference/protocol.md#authentication: an API key is also accepted as `Authorization: Bearer`.
import { request } from 'node:http';
import { ROUTES, type Route } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { openMarket } from '../market.ts';

const NOWHERE = '01920000-0000-7000-8000-000000000000';
const routes = Object.values<Route>(ROUTES);
const outcome = ({ status, body }: ApiResponse) => [status, body?.type];

describe('a bearer token', () => {
  it('is accepted like a key in x-mkt-api-key on every route', async () => {
    const { url, api, apiKey } = await openMarket();
    const anonymous = createApi(url, undefined);
    const headers = { authorization: `Bearer ${apiKey}` };
    for (const { method, path, body } of routes) {
      const ask = (from: typeof api, options = {}) =>
        from.request(method, path.replace('{id}', NOWHERE), body ? {} : undefined, options);
      const withKey = await ask(api);
      expect([path, ...outcome(await ask(anonymous, { headers }))]).toEqual([
        path,
        ...outcome(withKey),
      ]);
      expect(withKey.status).not.toBe(401);
    }
  });

  it('may name its scheme in any case, and be followed by spaces', async () => {
    const { url, apiKey, api } = await openMarket();
    const me = (await api.get('/v1/me')).body;
    for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ']) {
      const authorization = `${scheme}${apiKey}`;
      const answer = await createApi(url, undefined).get('/v1/me', { headers: { authorization } });
      expect(answer.body).toEqual(me);
    }
  });

  it('a token of any other form is refused with 401, also on a public route', async () => {
    const { url, api } = await openMarket();
    const anonymous = createApi(url, undefined);
    for (const authorization of ['Bearer', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer mkt_x']) {
      for (const path of ['/v1/me', '/v1/marketplace/listings']) {
        const answer = await anonymous.get(path, { headers: { authorization } });
        expect([path, ...outcome(answer)]).toEqual([path, 401, 'unauthenticated']);
        expect(answer.headers.get('www-authenticate')).toMatch(/x-mkt-api-key.*Bearer/);
      }
    }
    expect((await api.get('/v1/me')).status).toBe(200);
  });

  it('equal to the key in x-mkt-api-key is accepted, a different one is 400', async () => {
    const market = await openMarket();
    const { key: other } = await market.otherApi();
    const get = (token: string | undefined) =>
      market.api.get('/v1/me', { headers: { authorization: `Bearer ${token}` } });
    expect((await get(market.apiKey)).status).toBe(200);
    expect(outcome(await get(other))).toEqual([400, 'invalid_request']);
    expect(outcome(await get('anything'))).toEqual([400, 'invalid_request']);
  });

  it('is all that counts of the header Authorization: other schemes are ignored', async () => {
    const { url, api } = await openMarket();
    const anonymous = createApi(url, undefined);
    for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearerx', 'mkt_x']) {
      const headers = { authorization };
      expect((await api.get('/v1/me', { headers })).status).toBe(200);
      expect(outcome(await anonymous.get('/v1/me', { headers }))).toEqual([401, 'unauthenticated']);
      expect((await anonymous.get('/v1/marketplace/listings', { headers })).status).toBe(200);
    }
  });

  it('must not be one of two Authorization headers', async () => {
    const { port, apiKey } = await openMarket();
    const headers = ['authorization', `Bearer ${apiKey}`, 'authorization', 'Bearer x'];
    const status = await new Promise((resolve, reject) => {
      request({ port, path: '/v1/me', headers: ['host', 'localhost', ...headers] }, (res) => {
        resolve(res.resume().statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
  });
});
