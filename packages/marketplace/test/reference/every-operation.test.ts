// Sends the documented example of every operation through a validating proxy to a real server. A
// new operation is sent too; if its example needs other records, say so in BEFORE (example-world.ts).
import type { RouteId } from '@mkt/protocol';
import { ALL_ROUTES, isAuthRoute, type AnyRoute, type AnyRouteId } from '@mkt/protocol/openapi';
import { describe, expect, it } from 'vitest';
import { COMPRESSED } from '../../src/http/compression.ts';
import { openExampleWorld, type Situation, situationOf } from './example-world.ts';
import { openValidatingProxy, type Exchanged } from './validating-proxy.ts';

const NOWHERE = '01920000-0000-7000-8000-000000000000';
/** Without streams, which do not end (flows/events.test.ts). */
const all = (Object.entries(ALL_ROUTES) as [AnyRouteId, AnyRoute][]).filter(
  ([, { success }]) => !success.stream,
);
const routes = all.filter(([, route]) => !isAuthRoute(route));
const ofPages = all.filter(([, { access }]) => access === 'page' || access === 'session');
const ofPrograms = all.filter(([, { access }]) => access === 'program');
const AS_DOCUMENTED = { request: [], response: [] };

async function open(situation: Situation) {
  const { market, document, cookie, exampleOf } = await openExampleWorld(situation);
  const exchange = await openValidatingProxy(market.url, document);
  /** As a page of the marketplace that a person has open. */
  const asPage = { origin: market.url, ...(cookie === '' ? {} : { cookie }) };
  const withKey = { 'x-mkt-api-key': market.api.key ?? '' };

  /** Sends the example of a route as its caller would; `changes` replaces parts of the request. */
  function send(id: AnyRouteId, changes: object = {}) {
    const { method, path, access }: AnyRoute = ALL_ROUTES[id];
    const isPage = access === 'page' || access === 'session';
    const example = exampleOf(id);
    return exchange({
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => example.path[name] ?? ''),
      query: example.query,
      body: example.body,
      headers: {
        ...example.headers,
        ...(isPage ? asPage : access === 'program' ? {} : withKey),
      },
      ...changes,
    });
  }

  /** Headers of a response that pages may read, and the document does not mention. */
  function undocumentedHeaders(id: AnyRouteId, { status, headers }: Exchanged): string[] {
    const { method, path }: AnyRoute = ALL_ROUTES[id];
    const response = document.paths[path][method.toLowerCase()].responses[status];
    const documented = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
    const readable = [
      ...String(headers['access-control-expose-headers']).split(', '),
      'set-cookie',
    ];
    return readable.filter((name) => name in headers && !documented.has(name));
  }

  return { market, send, undocumentedHeaders };
}

const outcome = ({ status, body, problems }: Exchanged) => [status, body?.type, problems];

/** Sends the example of an operation; resolves with what the document says of its response. */
async function exampleResponse(id: AnyRouteId, world: Awaited<ReturnType<typeof open>>) {
  const response = await world.send(id);
  return {
    id,
    status: response.status,
    // An attempt to deliver has an `error` too.
    error: response.body?.requestId && response.body.error,
    problems: response.problems,
    undocumentedHeaders: world.undocumentedHeaders(id, response),
    // Also of a response that is too small to be compressed.
    isCompressed: /\bAccept-Encoding\b/.test(response.headers['vary'] ?? ''),
  };
}

const asDocumented = (id: AnyRouteId) => ({
  id,
  status: ALL_ROUTES[id].success.status,
  error: undefined,
  problems: AS_DOCUMENTED,
  undocumentedHeaders: [],
  isCompressed: COMPRESSED.has(id as RouteId),
});

describe('the documented example of', () => {
  const isRead = ([id, { method }]: [AnyRouteId, AnyRoute]) =>
    method === 'GET' && situationOf(id) === 'a sale';

  it.each(all.filter((route) => !isRead(route)))('%s gets the documented response', async (id) => {
    const world = await open(situationOf(id));
    expect(await exampleResponse(id, world)).toEqual(asDocumented(id));
  });

  it('every operation that only reads gets the documented response', async () => {
    const world = await open('a sale');
    for (const [id] of all.filter(isRead)) {
      expect(await exampleResponse(id, world)).toEqual(asDocumented(id));
    }
  });
});

describe('a documented error', () => {
  const scoped = routes.filter(([, { access }]) => typeof access === 'object');

  it('the errors for a missing key and a missing scope are as documented', async () => {
    const { market, send, undocumentedHeaders } = await open('a sale');
    const powerless = { 'x-mkt-api-key': (await market.createAccount({ scopes: [] })).apiKey };
    for (const [id] of scoped) {
      const anonymous = await send(id, { headers: {} });
      const [status, type, { response }] = outcome(anonymous);
      expect([id, status, type, response]).toEqual([id, 401, 'unauthenticated', []]);
      const refused = await send(id, { headers: powerless });
      expect([id, ...outcome(refused)]).toEqual([id, 403, 'insufficient_scope', AS_DOCUMENTED]);
      expect(undocumentedHeaders(id, refused)).toEqual([]);
    }
  });

  it('the errors for another site and a missing session are as documented', async () => {
    const { market, send } = await open('nothing');
    for (const [id, { access }] of ofPages) {
      const elsewhere = await send(id, { headers: { origin: 'https://evil.example' } });
      const [status, type, { response }] = outcome(elsewhere);
      expect([id, status, type, response]).toEqual([id, 403, 'forbidden_origin', []]);
      if (access !== 'session') continue;
      const anonymous = await send(id, { headers: { origin: market.url } });
      expect([id, ...outcome(anonymous).slice(0, 2)]).toEqual([id, 401, 'unauthenticated']);
      expect(anonymous.problems.response).toEqual([]);
    }
  });

  it('the error for a record that does not exist is as documented', async () => {
    const { send } = await open('a sale');
    for (const [id, { path }] of routes.filter(([, route]) => route.path.includes('{id}'))) {
      const response = await send(id, { path: path.replace('{id}', NOWHERE) });
      expect([id, ...outcome(response)]).toEqual([id, 404, 'not_found', AS_DOCUMENTED]);
    }
  });

  it('the error for a body with an unknown field is as documented', async () => {
    const { send } = await open('a session');
    for (const [id] of [...routes, ...ofPages].filter(([, { body }]) => body)) {
      const response = await send(id, { body: { unknown: 1 } });
      const [status, type, problems] = outcome(response);
      expect([id, status, type]).toEqual([id, 400, 'invalid_request']);
      expect([id, problems]).toEqual([id, { request: expect.any(Array), response: [] }]);
      expect(response.problems.request).not.toEqual([]);
    }
  });

  it('the errors for the form of a program are as documented', async () => {
    const { send } = await open('nothing');
    for (const [id] of ofPrograms) {
      const response = await send(id, { body: 'unknown=1' });
      expect([id, response.status, response.body.error]).toEqual([id, 400, 'invalid_request']);
      expect(response.problems.response).toEqual([]);
      expect(response.problems.request).not.toEqual([]);
    }
    const unknown = await send('pollDeviceLogin');
    expect([unknown.status, unknown.body.error, unknown.problems]).toEqual([
      400,
      'invalid_grant',
      AS_DOCUMENTED,
    ]);
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
