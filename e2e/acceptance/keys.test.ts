// docs/reference/protocol.md#api-keys and docs/reference/endpoints.md.
import { isApiKey, ROUTES, SCOPES, type Route } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { expectError, pathsOf } from './expect-error.ts';
import { createKey, openMarket } from './market.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';

const market = await openMarket();
const { api, anonymous } = market;

const make = (body: unknown, from = api) => from.post('/v1/api-keys', body);
const keyWith = async (...scopes: string[]) =>
  api.as((await make({ name: 'Some', scopes })).body.key as string);

const NOWHERE = '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01';
const routes: Route[] = Object.values(ROUTES);
const scoped = routes.flatMap((route) =>
  typeof route.access === 'object' ? [{ ...route, ...route.access }] : [],
);
const send = (from: typeof api, { method, path, body }: Route) =>
  from.request(method, path.replace('{id}', NOWHERE), body ? {} : undefined);

describe.concurrent('a new API key', () => {
  it('is returned in full once, with its parts', async () => {
    const { status, body, headers } = await make({ name: 'My key', scopes: ['order:read'] });
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual([
      'budget',
      'createdAt',
      'expiresAt',
      'id',
      'key',
      'lastFour',
      'name',
      'origin',
      'parentId',
      'prefix',
      'remaining',
      'scopes',
    ]);
    expect(body).toMatchObject({ name: 'My key', scopes: ['order:read'], expiresAt: null });
    expect(body.key).toMatch(/^mkt_[0-9A-Za-z]{49}$/);
    expect(isApiKey(body.key)).toBe(true);
    expect(body.key.startsWith(body.prefix)).toBe(true);
    expect(body.prefix.length).toBeLessThan(16);
    expect(body.key.endsWith(body.lastFour)).toBe(true);
    expect(body.lastFour).toHaveLength(4);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is never returned again: lists only show parts of it', async () => {
    const { api: own } = await market.account();
    const { body } = await make({ name: 'Listed', scopes: ['order:read'] }, own);
    const { key, ...parts } = body;
    const list = await own.get('/v1/api-keys');
    const shown = list.body.data.find(({ id }: any) => id === body.id);
    expect(shown).toEqual({ ...parts, lastUsedAt: null });
    expect(list.text).not.toContain(key);
    expect(list.body.data).toHaveLength(2);
  });

  it('records when it was last used', async () => {
    const { body } = await make({ name: 'Used', scopes: [] });
    await api.as(body.key).get('/v1/me');
    const used = await pollUntil('the key’s use is noted', async () => {
      const { data } = (await api.get('/v1/api-keys?limit=100')).body;
      return data.find(({ id }: any) => id === body.id)?.lastUsedAt ?? undefined;
    });
    expect(Math.abs(Date.parse(used) - Date.now())).toBeLessThan(60_000);
  });

  it('is recognized by /v1/me', async () => {
    const { body } = await make({ name: 'Me', scopes: ['order:read', 'listing:read'] });
    const me = (await api.as(body.key).get('/v1/me')).body;
    expect(Object.keys(me).toSorted()).toEqual([
      'budget',
      'keyId',
      'keyName',
      'scopes',
      'sessionId',
      'userId',
    ]);
    expect(me).toMatchObject({ keyName: 'Me', budget: null });
    expect(me.userId).toBe((await api.get('/v1/me')).body.userId);
    expect(me.keyId).toBe(body.id);
    expect(me.scopes.toSorted()).toEqual(['listing:read', 'order:read']);
  });

  for (const [what, body, path] of [
    ['no name', { scopes: [] }, '/name'],
    ['an empty name', { name: '', scopes: [] }, '/name'],
    ['no scopes', { name: 'x' }, '/scopes'],
    ['a scope that is not there', { name: 'x', scopes: ['provider:steal'] }, '/scopes/0'],
    ['a pattern of scopes', { name: 'x', scopes: ['order:*'] }, '/scopes/0'],
    ['scopes as text', { name: 'x', scopes: 'order:read' }, '/scopes'],
    ['an expiry that is no time', { name: 'x', scopes: [], expiresAt: 'soon' }, '/expiresAt'],
    [
      'an expiry that is no day',
      { name: 'x', scopes: [], expiresAt: '2027-02-31T00:00:00Z' },
      '/expiresAt',
    ],
    [
      'an expiry in the past',
      { name: 'x', scopes: [], expiresAt: '2020-01-01T00:00:00Z' },
      '/expiresAt',
    ],
    ['an unknown field', { name: 'x', scopes: [], owner: 'y' }, '/owner'],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      const error = expectError(await make(body), 400, 'invalid_request');
      expect(pathsOf(error)[0]).toBe(path);
    });
  }
});

describe.concurrent('the scopes of a key', () => {
  it('are those that the routes require, and no others', () => {
    const needed = scoped.flatMap(({ scope, or }) => (or ? [scope, or] : [scope]));
    expect(new Set(needed)).toEqual(new Set(SCOPES));
  });

  for (const route of scoped) {
    const enough = [route.scope, ...(route.or ? [route.or] : [])];
    it(`must include ${enough.join(' or ')} and no other for ${route.method} ${route.path}`, async () => {
      const without = await keyWith(...SCOPES.filter((scope) => !enough.includes(scope)));
      const error = expectError(await send(without, route), 403, 'insufficient_scope');
      expect(error.requiredScope).toBe(route.scope);
      for (const scope of enough) {
        const only = await keyWith(scope);
        expect([401, 403]).not.toContain((await send(only, route)).status);
      }
    });
  }

  it('give access only to /v1/me when there are none', async () => {
    const none = await keyWith();
    for (const route of scoped) expectError(await send(none, route), 403, 'insufficient_scope');
    expect((await none.get('/v1/me')).body.scopes).toEqual([]);
    expect((await none.get('/v1/marketplace/listings')).status).toBe(200);
  });

  it('cannot be granted by a key that does not have them', async () => {
    const maker = await keyWith('api_key:create', 'order:read');
    const error = expectError(
      await make({ name: 'x', scopes: ['order:read', 'order:create'] }, maker),
      403,
      'insufficient_scope',
    );
    expect(error.requiredScope).toBe('order:create');
    const { status, body } = await make({ name: 'x', scopes: ['order:read'] }, maker);
    expect(status).toBe(201);
    expect(body.scopes).toEqual(['order:read']);
  });

  it('may be repeated, and are stored once', async () => {
    const { body } = await make({ name: 'x', scopes: ['order:read', 'order:read'] });
    expect(body.scopes).toEqual(['order:read']);
  });
});

describe.concurrent('a request is refused when its key', () => {
  const unauthenticated = async (key: string) => {
    const response = await anonymous.as(key).get('/v1/me');
    expectError(response, 401, 'unauthenticated');
    expect(response.headers.get('www-authenticate')).toMatch(/\S/);
  };

  it('is missing', async () => {
    const response = await anonymous.get('/v1/me');
    expectError(response, 401, 'unauthenticated');
    expect(response.headers.get('www-authenticate')).toMatch(/\S/);
  });

  for (const key of [
    '',
    'x',
    'mkt_',
    `mkt_${'a'.repeat(49)}`,
    'Bearer x',
    'a, b',
    'x'.repeat(2000),
  ]) {
    it(`is ${key.slice(0, 30) || 'empty'}`, () => unauthenticated(key));
  }

  it('has one wrong character', async () => {
    const key = (await make({ name: 'x', scopes: [] })).body.key as string;
    const other = key[20] === 'a' ? 'b' : 'a';
    await unauthenticated(key.slice(0, 20) + other + key.slice(21));
    await unauthenticated(key.slice(0, -1));
    await unauthenticated(`${key}x`);
    await unauthenticated(key.toLowerCase());
  });

  it('is in the query string', async () => {
    const key = (await make({ name: 'x', scopes: ['listing:read'] })).body.key as string;
    for (const name of ['x-mkt-api-key', 'api_key', 'key']) {
      const response = await anonymous.get(`/v1/listings?${name}=${key}`);
      expect([400, 401]).toContain(response.status);
      expect(response.text).not.toContain(key);
    }
  });

  it('is sent twice', async () => {
    const key = (await make({ name: 'x', scopes: [] })).body.key as string;
    await unauthenticated(`${key}, ${key}`);
  });

  it('was revoked before the request', async () => {
    const { body } = await make({ name: 'x', scopes: ['order:read'] });
    const own = api.as(body.key);
    expect((await own.get('/v1/orders')).status).toBe(200);
    expect((await api.delete(`/v1/api-keys/${body.id}`)).status).toBe(204);
    await unauthenticated(body.key);
    expectError(await api.delete(`/v1/api-keys/${body.id}`), 404, 'not_found');
    const { data } = (await api.get('/v1/api-keys?limit=100')).body;
    expect(data.map(({ id }: any) => id)).not.toContain(body.id);
  });

  it('revoked itself', async () => {
    const { body } = await make({ name: 'x', scopes: ['api_key:delete'] });
    const own = api.as(body.key);
    expect((await own.delete(`/v1/api-keys/${body.id}`)).status).toBe(204);
    await unauthenticated(body.key);
  });
});

describe.concurrent('another account’s keys', () => {
  it('are neither listed nor revoked', async () => {
    const other = await market.account();
    const { body } = await make({ name: 'Mine', scopes: [] });
    expect((await other.api.get('/v1/api-keys')).text).not.toContain(body.id);
    expectError(await other.api.delete(`/v1/api-keys/${body.id}`), 404, 'not_found');
    expect((await api.as(body.key).get('/v1/me')).status).toBe(200);
  });
});

describe.concurrent('mkt-marketplace keys create', () => {
  it('creates a key while the server runs, which is valid immediately', async () => {
    const key = await createKey(market.server, 'run@example.com', '*');
    const me = (await anonymous.as(key).get('/v1/me')).body;
    expect(me.scopes.toSorted()).toEqual([...SCOPES].toSorted());
  });

  it('creates one account per email address, regardless of case', async () => {
    const [first, second, third] = [
      await createKey(market.server, 'same@example.com', '*'),
      await createKey(market.server, 'Same@Example.com', 'order:read'),
      await createKey(market.server, 'other@example.com', '*'),
    ];
    const userOf = async (key: string) => (await anonymous.as(key).get('/v1/me')).body.userId;
    expect(await userOf(second)).toBe(await userOf(first));
    expect(await userOf(third)).not.toBe(await userOf(first));
  });

  it('accepts only a list of known scopes', async () => {
    const key = await createKey(market.server, 'two@example.com', 'order:read,order:create');
    const { body } = await anonymous.as(key).get('/v1/me');
    expect(body.scopes.toSorted()).toEqual(['order:create', 'order:read']);
  });
});
