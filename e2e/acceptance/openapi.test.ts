// `GET /v1/openapi.json`. Every test checks its responses against it (response-check.ts); these
// tests show that the check can fail, and that the document is complete.
import { ERROR_TYPES, GENERAL_ERROR_TYPES } from '@mkt/protocol';
import { ALL_ROUTES, type AnyRoute } from '@mkt/protocol/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createResponseCheck } from './response-check.ts';
import type { ApiResponse } from '../../test-bed/api.ts';
import { openMarket } from './market.ts';

const market = await openMarket();
const { anonymous } = market;
const document = (await anonymous.get('/v1/openapi.json')).body;
const routes = Object.entries<AnyRoute>(ALL_ROUTES);

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, names this server, and is public', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({
      title: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(new URL(document.servers[0].url, market.server.baseUrl).origin).toBe(
      market.server.baseUrl,
    );
  });

  it('describes every route and no other', () => {
    const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = routes.map(([, { method, path }]) => `${method} ${path}`);
    expect(documented.toSorted()).toEqual(expected.toSorted());
  });

  for (const [id, route] of routes) {
    it(`describes who may call ${route.method} ${route.path} and what it returns`, () => {
      const operation = document.paths[route.path][route.method.toLowerCase()];
      expect(operation.operationId).toBe(id);
      const needsNothing = ['public', 'page', 'program'].some((each) => each === route.access);
      expect(operation.security.some((each: object) => Object.keys(each).length === 0)).toBe(
        needsNothing,
      );
      if (typeof route.access === 'object') {
        expect(operation['x-required-scope']).toBe(route.access.scope);
      }
      expect(Object.keys(operation.responses)).toContain(String(route.success.status));
      for (const name of route.path.match(/(?<=\{)\w+(?=\})/g) ?? []) {
        expect(operation.parameters).toContainEqual(
          expect.objectContaining({ name, in: 'path', required: true }),
        );
      }
    });
  }

  it('has valid schemas without dangling references', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ ...document, $id: 'mkt:document' });
    for (const name of Object.keys(document.components.schemas)) {
      const validate = ajv.getSchema(`mkt:document#/components/schemas/${name}`);
      expect(validate, name).toBeTypeOf('function');
    }
  });
});

describe('the check of every response', () => {
  const check = createResponseCheck(document);
  const responseWith = (changes: Partial<ApiResponse>): ApiResponse => {
    const body = changes.body;
    return {
      status: 200,
      headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'r' }),
      text: body === undefined ? '' : JSON.stringify(body),
      body,
      ...changes,
    };
  };
  const me = { userId: '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01', scopes: [] as string[] };
  const good = { ...me, keyId: me.userId, sessionId: null, keyName: null, budget: null };
  const error = { error: 'It is not there.', type: 'not_found', requestId: 'r' };

  it('accepts a valid response', () => {
    expect(() => check('GET', '/v1/me', responseWith({ body: good }))).not.toThrow();
    const notFound = responseWith({ status: 404, body: error });
    expect(() => check('GET', '/v1/orders/x', notFound)).not.toThrow();
    const refused = { error: 'invalid_grant', error_description: 'The code is unknown.' };
    const oauth = responseWith({ status: 400, body: refused });
    expect(() => check('POST', '/auth/device/token', oauth)).not.toThrow();
  });

  for (const [what, method, path, wrong] of [
    ['a field that is missing', 'GET', '/v1/me', { body: me }],
    ['a field of the wrong type', 'GET', '/v1/me', { body: { ...good, scopes: 'all' } }],
    ['an id that is no UUID', 'GET', '/v1/me', { body: { ...good, userId: 'me' } }],
    ['a different success', 'GET', '/v1/me', { status: 201, body: good }],
    ['a defect', 'GET', '/v1/me', { status: 500, body: { ...error, type: 'internal' } }],
    ['an error without a type', 'GET', '/v1/me', { status: 404, body: { error: 'No.' } }],
    [
      'a type that is not in the table',
      'GET',
      '/v1/me',
      { status: 404, body: { ...error, type: 'oops' } },
    ],
    ['a type with a different status', 'GET', '/v1/me', { status: 409, body: error }],
    [
      'a type that the route does not have',
      'GET',
      '/v1/me',
      { status: 409, body: { ...error, type: 'review_in_progress' } },
    ],
    [
      'a different request id',
      'GET',
      '/v1/me',
      { status: 404, body: { ...error, requestId: 'x' } },
    ],
    ['a stack', 'GET', '/v1/me', { status: 404, body: { ...error, error: 'Error at f (a.ts:1)' } }],
    ['a success where nothing is documented', 'GET', '/v1/nothing', { body: {} }],
    [
      'an error of our own form from a route for programs',
      'POST',
      '/auth/device/token',
      { status: 400, body: { ...error, type: 'invalid_request' } },
    ],
    ['a body with 204', 'DELETE', '/v1/api-keys/x', { status: 204, body: {} }],
  ] as const) {
    it(`detects ${what}`, () => {
      expect(() => check(method, path, responseWith(wrong))).toThrow(/\S/);
    });
  }

  it('covers every error type', () => {
    const types = Object.keys(ERROR_TYPES);
    const named = JSON.stringify(document.paths);
    const general = new Set<string>([...GENERAL_ERROR_TYPES, 'internal']);
    const missing = types.filter((type) => !general.has(type) && !named.includes(`\`${type}\``));
    expect(missing).toEqual([]);
  });
});
