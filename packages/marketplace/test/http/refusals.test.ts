// docs/reference/protocol.md#order-of-checks, for every route: who may call it, in which order that is
// checked, and that records of other accounts look as if they did not exist.
import { ROUTES, SCOPES, type Route } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { newFolder, openMarket, publish } from '../market.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { createApi, type ApiResponse, type Api } from '../../../../test-bed/api.ts';

const NOWHERE = '01920000-0000-7000-8000-000000000000';
const routes = Object.values<Route>(ROUTES);
const scoped = routes.filter(({ access }) => typeof access === 'object');
const withId = routes.filter(({ path, access }) => path.includes('{id}') && access !== 'public');
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Valid bodies for the routes: whether the record exists is checked first. */
const BODIES: Record<string, object> = {
  'POST /v1/orders': { listingId: NOWHERE },
  'PATCH /v1/listings/{id}': { title: 'Other' },
};

function send(api: Api, route: Route, id = NOWHERE, raw?: string): Promise<ApiResponse> {
  const body = route.body ? (BODIES[nameOf(route)] ?? {}) : undefined;
  return api.request(route.method, route.path.replace('{id}', id), body, raw ? { raw } : {});
}

const outcome = ({ status, body }: ApiResponse) => [status, body?.type];

async function openTwo() {
  const folder = newFolder();
  const market = await openMarket({ folder });
  const other = await market.otherApi();
  const powerless = await market.otherApi({ scopes: [] });
  return { market, other, powerless };
}

describe('a path for operators', () => {
  it.each(['/metrics/', '/METRICS', '/%6Detrics', '//metrics', '/readyz/', '/Healthz'])(
    'has one spelling, so that a proxy that hides /metrics hides all of it: not %s',
    async (path) => {
      const { url } = await openMarket();
      const { status } = await fetch(url + path);
      expect(status).toBe(404);
      await expect(fetch(url + path, { method: 'HEAD' })).resolves.toMatchObject({ status: 404 });
    },
  );
});

describe('a route', () => {
  it('is matched before the caller is authenticated', async () => {
    const { url } = await openMarket();
    const anonymous = createApi(url, undefined);
    expect(outcome(await anonymous.get('/v1/nowhere'))).toEqual([404, 'not_found']);
    for (const { path } of routes) {
      const taken = routes.filter((route) => route.path === path).map(({ method }) => method);
      const method = taken.includes('PUT') ? 'PATCH' : 'PUT';
      const response = await anonymous.request(method, path.replace('{id}', NOWHERE), {});
      expect(outcome(response)).toEqual([405, 'method_not_allowed']);
      expect(response.headers.get('allow')).toMatch(/OPTIONS/);
    }
  });

  it('that activates a listing is named where callers look for it', async () => {
    const { api } = await openMarket();
    const body = { text: 'a' };
    for (const path of [
      `/v1/listings/${NOWHERE}/activate`,
      '/v1/listings/some-slug/run',
      '/v1/marketplace/listings/some-slug/orders',
      '/v1/providers/some-slug/activate',
      '/v1/listings/some-slug/purchases/',
      '/v1/activations',
      '/v1/order',
    ]) {
      const { status, body: error } = await api.post(path, body);
      expect([path, status, error.type]).toEqual([path, 404, 'not_found']);
      expect(error.error).toMatch(/POST \/v1\/orders with \{ "listingId": .*"requestBody": /);
    }
    for (const path of [
      '/v1/listings/a/b/run',
      '/v1/reactivate',
      '/v2/listings/a/run',
      '/v1/run2',
    ]) {
      expect((await api.post(path, body)).body.error).toBe('Path not found.');
    }
    for (const path of ['/v1/v1/orders', '/v1/v1', '/v1/v1/listings/a/run']) {
      const { status, body: error } = await api.get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(error.error).toBe(
        'Path not found: it begins with /v1 twice. Remove /v1 from the base address of your client.',
      );
    }
    const { body: refused } = await api.post('/v1/orders', { listingId: NOWHERE, input: body });
    expect(refused.details).toEqual([
      {
        path: '/input',
        message:
          'is not a known field; the known fields are listingId, requestBody, maxPrice, currency, unit, revision and metadata',
        keyword: 'additionalProperties',
      },
    ]);
  });

  it('names its parameters when it gets an unknown one', async () => {
    const { api } = await openMarket();
    const messageOf = async (path: string) => (await api.get(path)).body.details[0].message;
    expect(await messageOf('/v1/listings?page=1')).toBe(
      'is not a known parameter; the known parameters are limit and cursor',
    );
    expect(await messageOf('/v1/orders?_=1700000000')).toContain('orderState');
    for (const limit of ['1000', '0', '1.5', 'many']) {
      expect(await messageOf(`/v1/orders?limit=${limit}`)).toBe(
        'must be a whole number from 1 to 100',
      );
    }
    expect(await messageOf('/v1/orders?limt=5')).toBe(
      'is not a known parameter. Did you mean limit?',
    );
    expect(await messageOf('/v1/mkt-schema?v=2')).toBe(
      'is not a known parameter; this endpoint takes none',
    );
  });

  it('checks the key, then its scope, and only then the body', async () => {
    const { market, powerless } = await openTwo();
    for (const route of routes) {
      const broken = route.body ? '{"broken' : undefined;
      const guessed = await send(market.api.as('mkt_guessed'), route, NOWHERE, broken);
      expect([nameOf(route), ...outcome(guessed)]).toEqual([nameOf(route), 401, 'unauthenticated']);
      expect(guessed.headers.get('www-authenticate')).toMatch(/x-mkt-api-key/);
      if (route.access === 'public') continue;
      const anonymous = await send(market.api.as(undefined), route, NOWHERE, broken);
      expect([nameOf(route), ...outcome(anonymous)]).toEqual([
        nameOf(route),
        401,
        'unauthenticated',
      ]);
    }
    for (const route of scoped) {
      const broken = route.body ? '{"broken' : undefined;
      const response = await send(powerless, route, NOWHERE, broken);
      expect([nameOf(route), ...outcome(response)]).toEqual([
        nameOf(route),
        403,
        'insufficient_scope',
      ]);
      expect(SCOPES).toContain(response.body.requiredScope);
    }
  });

  it('responds to HEAD as to GET, without a body', async () => {
    const { api } = await openMarket();
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const path = route.path.replace('{id}', NOWHERE);
      const [head, get] = [await api.request('HEAD', path), await api.get(path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
  });

  it('sends a request id and nosniff', async () => {
    const { api } = await openMarket();
    for (const route of routes) {
      const { headers } = await send(api, route);
      expect(headers.get('x-request-id')).toMatch(/\S/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});

describe('a record of another account', () => {
  it('looks as if it did not exist, on every route and in every state', async () => {
    const { market, other } = await openTwo();
    const seller = await openSeller();
    const runContract = { method: 'POST', endpointPath: `${seller.url}/run` };
    const published = await publish(market, seller);
    const draft = await market.api.post('/v1/providers', {
      title: 'Draft',
      listingState: 'draft',
      runContract,
    });
    const order = await market.api.activate(published.id, {}, 10);
    const key = await market.api.post('/v1/api-keys', { name: 'theirs', scopes: [] });
    const ids = [published.id, published.slug, draft.body.id, order.body.id, key.body.id];
    for (const route of withId) {
      const absent = await send(other, route);
      expect([nameOf(route), ...outcome(absent)]).toEqual([nameOf(route), 404, 'not_found']);
      for (const id of ids) {
        const { status, body } = await send(other, route, id);
        const { error, type } = body;
        expect({ route: nameOf(route), id, status, error, type }).toEqual({
          route: nameOf(route),
          id,
          status: absent.status,
          // What was asked for is named.
          error: absent.body.error.replace(NOWHERE, id),
          type: absent.body.type,
        });
      }
    }
    expect((await market.api.get(`/v1/listings/${published.id}`)).body).toMatchObject({
      title: published.title,
      listingState: 'published',
    });
  });

  it('is in none of the caller’s lists, not even with a cursor of the other account', async () => {
    const { market, other } = await openTwo();
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    for (let n = 0; n < 2; n++) await market.api.activate(id, {}, 10);
    const { body: page } = await market.api.get('/v1/orders?limit=1');
    expect(page.nextCursor).toEqual(expect.any(String));
    const { body: otherPage } = await other.get(`/v1/orders?cursor=${page.nextCursor}`);
    expect(otherPage).toEqual({ data: [], nextCursor: null });
    const mistaken = await other.get(`/v1/listings?cursor=${page.nextCursor}`);
    expect(outcome(mistaken)).toEqual([400, 'invalid_cursor']);
  });

  it('does not share idempotency keys', async () => {
    const { market, other } = await openTwo();
    const seller = await openSeller();
    const { id: listingId } = await publish(market, seller);
    const headers = { 'idempotency-key': 'the same', prefer: 'wait=10' };
    const [one, two] = [
      await market.api.post('/v1/orders', { listingId, requestBody: 1 }, { headers }),
      await other.post('/v1/orders', { listingId, requestBody: 2 }, { headers }),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.id).not.toBe(one.body.id);
    expect(two.headers.get('idempotent-replayed')).toBeNull();
    expect(seller.calls).toHaveLength(2);
  });
});

describe('a key', () => {
  it('cannot create one with more scopes, whatever their names', async () => {
    const { market } = await openTwo();
    const limited = await market.otherApi({ scopes: ['api_key:create', 'order:read'] });
    const make = (scopes: unknown) => limited.post('/v1/api-keys', { name: 'more', scopes });
    expect((await make(['order:read'])).status).toBe(201);
    for (const scopes of [['order:read', 'order:create'], ['*'], ['order:read', '*']]) {
      expect(outcome(await make(scopes))).toEqual([403, 'insufficient_scope']);
    }
    for (const scopes of [
      '*',
      ['order:*'],
      ['ORDER:READ'],
      ['order:read '],
      [['order:read']],
      null,
    ]) {
      expect([JSON.stringify(scopes), ...outcome(await make(scopes))]).toEqual([
        JSON.stringify(scopes),
        400,
        'invalid_request',
      ]);
    }
  });

  it('a key that was revoked stops working, even on an open connection', async () => {
    const { api } = await openMarket();
    const { body } = await api.post('/v1/api-keys', { name: 'short', scopes: ['order:read'] });
    const own = api.as(body.key);
    expect((await own.get('/v1/orders')).status).toBe(200);
    expect((await api.delete(`/v1/api-keys/${body.id}`)).status).toBe(204);
    expect(outcome(await own.get('/v1/orders'))).toEqual([401, 'unauthenticated']);
    expect(outcome(await own.get('/v1/marketplace/listings'))).toEqual([401, 'unauthenticated']);
  });
});
