// Sends the documented example of every operation through a validating proxy to a real server. A
// new operation is sent too; if its example needs other records, say so in BEFORE.
import { ROUTES, type Route, type RouteId } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { openExampleWorld, type Situation } from './example-world.ts';
import { openValidatingProxy, type Exchanged } from './validating-proxy.ts';

/** What must exist before an example is sent, if it is not the default. */
const BEFORE: Partial<Record<RouteId, Situation>> = {
  createProvider: 'nothing',
  previewService: 'nothing',
  importService: 'nothing',
  submitProvider: 'a draft',
  deleteProvider: 'a draft',
};

const NOWHERE = '01920000-0000-7000-8000-000000000000';
/** Without streams, which do not end (flows/events.test.ts). */
const routes = (Object.entries(ROUTES) as [RouteId, Route][]).filter(
  ([, { success }]) => !success.stream,
);
const AS_DOCUMENTED = { request: [], response: [] };

async function open(situation: Situation = 'a sale') {
  const { market, document, exampleOf } = await openExampleWorld(situation);
  const exchange = await openValidatingProxy(market.url, document);

  /** Sends the example of a route with a key; `changes` replaces parts of the request. */
  function send(id: RouteId, key: string | undefined = market.api.key, changes: object = {}) {
    const { method, path } = ROUTES[id] as Route;
    const example = exampleOf(id);
    return exchange({
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => example.path[name] ?? ''),
      query: example.query,
      body: example.body,
      ...changes,
      headers: { ...example.headers, ...(key ? { 'x-mkt-api-key': key } : {}) },
    });
  }

  /** Headers of a response that pages may read, and the document does not mention. */
  function undocumentedHeaders(id: RouteId, { status, headers }: Exchanged): string[] {
    const { method, path } = ROUTES[id] as Route;
    const response = document.paths[path][method.toLowerCase()].responses[status];
    const documented = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    return exposed.filter((name) => name in headers && !documented.has(name));
  }

  return { market, send, undocumentedHeaders };
}

const outcome = ({ status, body, problems }: Exchanged) => [status, body?.type, problems];

describe('the documented example of', () => {
  it.each(routes)('%s gets the documented response', async (id, { success }) => {
    const { send, undocumentedHeaders } = await open(BEFORE[id]);
    const response = await send(id);
    expect([response.status, response.body?.error]).toEqual([success.status, undefined]);
    expect(response.problems).toEqual(AS_DOCUMENTED);
    expect(undocumentedHeaders(id, response)).toEqual([]);
  });
});

describe('a documented error', () => {
  const scoped = routes.filter(([, { access }]) => typeof access === 'object');

  it('the errors for a missing key and a missing scope are as documented', async () => {
    const { market, send, undocumentedHeaders } = await open();
    const powerless = (await market.createAccount({ scopes: [] })).apiKey;
    for (const [id] of scoped) {
      const anonymous = await send(id, '');
      const [status, type, { response }] = outcome(anonymous);
      expect([id, status, type, response]).toEqual([id, 401, 'unauthenticated', []]);
      const refused = await send(id, powerless);
      expect([id, ...outcome(refused)]).toEqual([id, 403, 'insufficient_scope', AS_DOCUMENTED]);
      expect(undocumentedHeaders(id, refused)).toEqual([]);
    }
  });

  it('the error for a record that does not exist is as documented', async () => {
    const { send } = await open();
    for (const [id, { path }] of routes.filter(([, route]) => route.path.includes('{id}'))) {
      const response = await send(id, undefined, { path: path.replace('{id}', NOWHERE) });
      expect([id, ...outcome(response)]).toEqual([id, 404, 'not_found', AS_DOCUMENTED]);
    }
  });

  it('the error for a body with an unknown field is as documented', async () => {
    const { send } = await open();
    for (const [id] of routes.filter(([, { body }]) => body)) {
      const response = await send(id, undefined, { body: { unknown: 1 } });
      const [status, type, problems] = outcome(response);
      expect([id, status, type]).toEqual([id, 400, 'invalid_request']);
      expect([id, problems]).toEqual([id, { request: expect.any(Array), response: [] }]);
      expect(response.problems.request).not.toEqual([]);
    }
  });
});

describe('the validating proxy', () => {
  it('reports a response that the document does not describe', async () => {
    const { market, document, exampleOf } = await openExampleWorld('a sale');
    const changed = structuredClone(document);
    const { responses } = changed.paths['/v1/orders/{id}'].get;
    responses['200'].content['application/json'].schema = { type: 'object', required: ['colour'] };
    responses['200'].headers = { 'x-colour': { required: true, schema: { type: 'string' } } };
    const exchange = await openValidatingProxy(market.url, changed);
    const { problems } = await exchange({
      method: 'GET',
      path: `/v1/orders/${exampleOf('getOrder').path['id']}`,
      headers: { 'x-mkt-api-key': market.api.key ?? '' },
    });
    expect(problems.request).toEqual([]);
    expect(problems.response).toEqual([
      expect.stringMatching(/^body .*colour/),
      expect.stringMatching(/^header .*x-colour/),
    ]);
  });
});
