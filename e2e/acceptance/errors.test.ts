// docs/protocol.md#order-of-checks, for every route of the table: who is let in, by which method.
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

/** Things of another account, by the route that they are asked at. */
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

describe.concurrent('without a key', () => {
  for (const route of routes) {
    if (route.access === 'public') {
      it(`${nameOf(route)} answers, for it is public`, async () => {
        expect([200, 404]).toContain((await send(anonymous, route)).status);
      });
    } else {
      it(`${nameOf(route)} answers 401 and says how to authenticate`, async () => {
        const response = await send(anonymous, route);
        expectError(response, 401, 'unauthenticated');
        expect(response.headers.get('www-authenticate')).toMatch(/\S/);
      });
    }
  }
});

describe.concurrent('with a key that is not one', () => {
  for (const route of routes) {
    it(`${nameOf(route)} answers 401, public or not`, async () => {
      expectError(await send(api.as('mkt_nonsense'), route), 401, 'unauthenticated');
    });
  }
});

describe.concurrent('what is not there', () => {
  const withId = routes.filter(({ path }) => path.includes('{id}'));
  const body = (route: Route) => (route.body === 'UpdateListingRequest' ? { title: 'x' } : {});
  for (const route of withId) {
    it(`${nameOf(route)} returns 404 for an unknown id`, async () => {
      for (const id of [NOWHERE, NOWHERE.toUpperCase(), 'no-such-slug', 'x'.repeat(300)]) {
        const sent = route.body ? body(route) : undefined;
        const response = await api.request(route.method, at(route.path, id), sent);
        expectError(response, 404, 'not_found');
      }
    });

    it(`${nameOf(route)} answers 4xx for an id that is none`, async () => {
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
      it(`${nameOf(route)} answers 404 for what is another’s, never 403`, async () => {
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
      it(`${method} ${path} answers 404, with a key and without`, async () => {
        for (const from of [anonymous, api, api.as('mkt_nonsense')]) {
          const response = await from.request(method, path, method === 'POST' ? {} : undefined);
          expectError(response, 404, 'not_found');
          expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        }
      });
    }
  }
});

describe.concurrent('another method', () => {
  for (const path of paths) {
    // `from-service` fits `/v1/listings/{id}` as a slug too, with its methods.
    const isSlug = path === '/v1/listings/from-service';
    const allowed = [...allowedAt(path), ...(isSlug ? allowedAt('/v1/listings/{id}') : [])];
    for (const method of METHODS.filter((each) => !allowed.includes(each))) {
      it(`${method} ${path} answers 405 before any key is asked for, and names the others`, async () => {
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
    it(`${route.path} answers as GET does, without the body`, async () => {
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
    it(`${path} answers 204 with what a page from elsewhere may send and read`, async () => {
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

  it('is matched by the answers themselves, good and bad', async () => {
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
  it('is another on every answer', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? api.get('/v1/me') : api.get('/v1/nothing'))),
    );
    const requestIds = responses.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(requestIds).size).toBe(20);
  });

  it('is on answers outside /v1 too', async () => {
    for (const path of ['/healthz', '/readyz']) {
      expect((await anonymous.get(path)).headers.get('x-request-id')).toMatch(/\S/);
    }
  });
});
