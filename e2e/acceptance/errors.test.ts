// docs/reference/protocol.md#order-of-checks, for every route: authentication, ownership and methods.
import { ROUTES, type Route } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { newTitle } from './contract.ts';
import { expectError } from './expect-error.ts';
import { activate, openMarket } from './market.ts';

const market = await openMarket();
const { api, anonymous } = market;

const NOWHERE = '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const routes: Route[] = Object.values(ROUTES);
const paths = [...new Set(routes.map(({ path }) => path))];
const allowedAt = (path: string) =>
  routes.filter((route) => route.path === path).map(({ method }) => method as string);

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const at = (path: string, id = NOWHERE) => path.replace('{id}', id);
const send = (from: typeof api, route: Route, id?: string) =>
  from.request(route.method, at(route.path, id), route.body ? {} : undefined);

/** Records of another account, by the route that returns them. */
const owner = await market.account();
const { provider } = await market.publish({ api: owner.api });
await owner.api.patch(`/v1/listings/${provider.id}`, { listingState: 'paused' });
await owner.api.patch(`/v1/listings/${provider.id}`, { listingState: 'published' });
const order = await activate(owner.api, provider.id, {});
const madeKey = await owner.api.post('/v1/api-keys', { name: newTitle('key'), scopes: [] });
const foreignOf = ({ path }: Route): string => {
  if (path.startsWith('/v1/orders')) return order.id;
  if (path.startsWith('/v1/api-keys')) return madeKey.body.id;
  return provider.id;
};

describe.concurrent('a request without a key', () => {
  for (const route of routes) {
    if (route.access === 'public') {
      it(`is accepted by the public route ${nameOf(route)}`, async () => {
        expect([200, 404]).toContain((await send(anonymous, route)).status);
      });
    } else {
      it(`is refused by ${nameOf(route)} with 401 and how to authenticate`, async () => {
        const response = await send(anonymous, route);
        expectError(response, 401, 'unauthenticated');
        expect(response.headers.get('www-authenticate')).toMatch(/\S/);
      });
    }
  }
});

describe.concurrent('a request with an invalid key', () => {
  for (const route of routes) {
    it(`is refused with 401 by ${nameOf(route)}`, async () => {
      expectError(await send(api.as('mkt_nonsense'), route), 401, 'unauthenticated');
    });
  }
});

describe.concurrent('a record that does not exist', () => {
  const withId = routes.filter(({ path }) => path.includes('{id}'));
  const body = (route: Route) => (route.body === 'UpdateListingRequest' ? { title: 'x' } : {});
  for (const route of withId) {
    it(`is 404 for an unknown id: ${nameOf(route)}`, async () => {
      for (const id of [NOWHERE, NOWHERE.toUpperCase(), 'no-such-slug', 'x'.repeat(300)]) {
        const sent = route.body ? body(route) : undefined;
        const response = await api.request(route.method, at(route.path, id), sent);
        expectError(response, 404, 'not_found');
      }
    });

    it(`is 4xx for a malformed id: ${nameOf(route)}`, async () => {
      for (const id of [
        '%00',
        '%',
        '%ff',
        '%2e%2e%2f',
        '..%2f..',
        '💥',
        '%0a',
        'a%2Fb',
        '{id}',
        '*',
      ]) {
        const sent = route.body ? body(route) : undefined;
        const response = await api.request(route.method, at(route.path, id), sent);
        expect([400, 404], `${id}: ${response.text}`).toContain(response.status);
      }
    });

    if (route.access !== 'public') {
      it(`is 404, not 403, when it belongs to another account: ${nameOf(route)}`, async () => {
        const sent = route.body ? body(route) : undefined;
        const response = await api.request(route.method, at(route.path, foreignOf(route)), sent);
        expectError(response, 404, 'not_found');
      });
    }
  }

  for (const path of [
    '/v1',
    '/v1/nothing',
    '/v1/providers/a/b/c',
    `/v1/providers/${NOWHERE}/nothing`,
    '/v1/marketplace',
    '/v1/listings/from-service/preview/more',
    '/v2/providers',
  ]) {
    for (const method of METHODS) {
      it(`is 404 with and without a key for the unknown path ${method} ${path}`, async () => {
        for (const from of [anonymous, api, api.as('mkt_nonsense')]) {
          const response = await from.request(method, path, method === 'POST' ? {} : undefined);
          expectError(response, 404, 'not_found');
          expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        }
      });
    }
  }
});

describe.concurrent('a method that a path does not support', () => {
  for (const path of paths) {
    // `from-service` also matches `/v1/listings/{id}` as a slug, and then its methods apply too.
    const isSlug = path === '/v1/listings/from-service';
    const allowed = [...allowedAt(path), ...(isSlug ? allowedAt('/v1/listings/{id}') : [])];
    for (const method of METHODS.filter((each) => !allowed.includes(each))) {
      it(`is 405 before authentication, with the allowed methods: ${method} ${path}`, async () => {
        for (const from of [anonymous, api]) {
          const response = await from.request(method, at(path), method === 'GET' ? undefined : {});
          expectError(response, 405, 'method_not_allowed');
          const named = (response.headers.get('allow') ?? '').split(/,\s*/);
          expect(named).toEqual(expect.arrayContaining(allowed));
          expect(named).not.toContain(method);
        }
      });
    }
  }
});

describe.concurrent('HEAD', () => {
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    it(`returns what GET returns, without the body: ${route.path}`, async () => {
      const get = await api.get(at(route.path, foreignOf(route)));
      const head = await api.request('HEAD', at(route.path, foreignOf(route)));
      expect(head.status).toBe(get.status);
      expect(head.text).toBe('');
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    });
  }
});

describe.concurrent('OPTIONS', () => {
  for (const path of paths) {
    it(`returns 204 with what a page of another origin may send and read: ${path}`, async () => {
      const response = await anonymous.request('OPTIONS', at(path), undefined, {
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': allowedAt(path)[0] ?? '',
          'access-control-request-headers': 'x-mkt-api-key,content-type,idempotency-key,prefer',
        },
      });
      expect(response.status).toBe(204);
      const list = (name: string) =>
        (response.headers.get(name) ?? '').toLowerCase().split(/,\s*/).filter(Boolean);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      // The asterisk names every header but `authorization`.
      expect(list('access-control-allow-headers')).toEqual(['*', 'authorization']);
      expect(list('access-control-expose-headers')).toEqual(
        expect.arrayContaining(['x-request-id', 'location', 'retry-after']),
      );
      expect(list('access-control-allow-methods')).toEqual(
        expect.arrayContaining(allowedAt(path).map((method) => method.toLowerCase())),
      );
    });
  }

  it('is consistent with the headers of the responses themselves, successful or not', async () => {
    const headers = { origin: 'https://shop.example' };
    for (const response of [
      await api.get('/v1/me', { headers }),
      await anonymous.get('/v1/me', { headers }),
      await api.get('/v1/nothing', { headers }),
      await api.post('/v1/orders', {}, { headers }),
      await anonymous.get('/v1/marketplace/listings', { headers }),
    ]) {
      expect(response.headers.get('access-control-allow-origin'), response.text).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

describe.concurrent('x-request-id', () => {
  it('differs in every response', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? api.get('/v1/me') : api.get('/v1/nothing'))),
    );
    const requestIds = responses.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(requestIds).size).toBe(20);
  });

  it('is also in responses outside /v1', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await anonymous.get(path)).headers.get('x-request-id')).toMatch(/\S/);
    }
  });
});
