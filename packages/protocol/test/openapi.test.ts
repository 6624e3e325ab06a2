import { ERROR_TYPES, ROUTES } from '@mkt/protocol';
import { ALL_ROUTES, errorsOf, isAuthRoute, type AnyRoute } from '@mkt/protocol/openapi';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { exampleDocument, resolve, type Operation } from './openapi-document.ts';

const document = exampleDocument();
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const routes: readonly [string, AnyRoute][] = Object.entries(ALL_ROUTES);

const operationOf = ({ method, path }: AnyRoute): Operation => {
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document.`);
  return operation;
};

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('is JSON, with its server and its version', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
      servers: [{ url: 'http://127.0.0.1:8787' }],
    });
  });

  it('has every route, and no other', () => {
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(ALL_ROUTES).toSorted(),
    );
  });

  it('describes the table of usage, and what webhooks receive', () => {
    const { paths, webhooks, components } = exampleDocument() as any;
    const usage = paths['/v1/usage'].get.responses['200'].content;
    expect(Object.keys(usage)).toEqual(['application/json', 'text/csv']);
    expect(usage['text/csv'].example).toMatch(/^keyId,keyName,calls,.*spend USD/);
    const { requestBody, operationId } = webhooks['order.settled'].post;
    const { schema, example } = requestBody.content['application/json'];
    expect([operationId, schema.$ref]).toEqual([
      'orderSettled',
      '#/components/schemas/OrderSettled',
    ]);
    expect(components.schemas).toHaveProperty('OrderSettled');
    expect(example).toMatchObject({ type: 'order.settled', data: { orderState: 'completed' } });
    expect(example.data).not.toHaveProperty('result');
  });

  it('has the route of dev mode only in dev mode, and names the cookie of the server', () => {
    const { paths, components } = exampleDocument({
      devMode: false,
      cookieName: '__Host-a',
    }) as any;
    expect(Object.keys(document['paths'] as object)).toContain('/auth/dev');
    expect(Object.keys(paths)).not.toContain('/auth/dev');
    expect(components.securitySchemes.session).toMatchObject({ in: 'cookie', name: '__Host-a' });
  });

  it('has every schema that a route uses, and no broken reference', () => {
    const { schemas } = document['components'] as { schemas: object };
    expect(Object.keys(SCHEMAS)).toEqual(expect.arrayContaining(Object.keys(schemas)));
    for (const { body, success } of Object.values<AnyRoute>(ALL_ROUTES)) {
      if (body) expect(schemas).toHaveProperty(body);
      if (success.schema) expect(schemas).toHaveProperty(success.schema);
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    for (const [, reference = ''] of references) {
      expect(reference).toMatch(/^#\/components\//);
      expect([reference, typeof resolve(document, reference)]).toEqual([reference, 'object']);
    }
  });
});

describe('the patterns of the document', () => {
  const texts = JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g);
  const patterns = [...new Set([...texts].map(([, text = '']) => JSON.parse(text) as string))];

  it('are ASCII', () => {
    expect(patterns.length).toBeGreaterThan(3);
    for (const pattern of patterns) expect(pattern).toMatch(/^[ -~]+$/);
  });

  it('accept the same as those of the wire schemas', () => {
    const { name } = SCHEMAS.CreateApiKeyRequest['properties'] as { name: { pattern: string } };
    const line = patterns.find((pattern) => pattern.includes(String.raw`\u2028`)) ?? '';
    expect(name.pattern).not.toBe(line);
    for (const character of ['a', 'é', '👋', ' ', '\n', '\u009f', '\u00a0', '\u2028', '\u3000']) {
      const outcome = (pattern: string) => new RegExp(pattern, 'u').test(character);
      expect([character, outcome(line)]).toEqual([character, outcome(name.pattern)]);
    }
  });
});

const NO_PARAMETERS = { query: undefined, waits: undefined, idempotent: undefined };
const KEY = [{ apiKey: [] }, { bearer: [] }];
const SECURITY = {
  public: [{}, ...KEY],
  account: [...KEY, { session: [] }],
  page: [{}, { session: [] }],
  session: [{ session: [] }],
  program: [{}],
};

function accessOf({ access }: AnyRoute): keyof typeof SECURITY {
  return access === 'any-key' || typeof access === 'object' ? 'account' : access;
}

describe.each(routes)('the operation %s', (_, route) => {
  const operation = operationOf(route);

  it('declares each parameter of its path and its query', () => {
    const names = (location: string) =>
      (operation.parameters ?? []).filter((each) => each.in === location).map(({ name }) => name);
    expect(names('path')).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const { query, waits, idempotent } = isAuthRoute(route) ? NO_PARAMETERS : route;
    const { properties = {} } = query ? SCHEMAS[query] : {};
    expect(names('query')).toEqual(Object.keys(properties as object));
    expect(names('header').includes('Prefer')).toBe(waits === true);
    expect(names('header').includes('Idempotency-Key')).toBe(idempotent === true);
  });

  it('says what it must be sent with, and which scope it needs', () => {
    expect(operation.security).toEqual(SECURITY[accessOf(route)]);
    const { scope, or } = typeof route.access === 'object' ? route.access : {};
    expect(operation['x-required-scope']).toBe(scope);
    expect(operation['x-or-scope']).toBe(or);
  });

  it('describes its success, each of its errors by status, and any other', () => {
    const statuses = errorsOf(route).map((type) => ERROR_TYPES[type].status);
    const imports = route.errors.includes('invalid_contract') ? [422] : [];
    const ofPrograms = isAuthRoute(route) && route.oauthErrors ? [400] : [];
    const all = [route.success.status, ...statuses, ...imports, ...ofPrograms];
    const expected = new Set(all.map(String));
    expect(new Set(Object.keys(operation.responses))).toEqual(new Set([...expected, 'default']));
    for (const [status, { headers, content }] of Object.entries(operation.responses)) {
      expect(headers).toHaveProperty('x-request-id');
      expect(content !== undefined).toBe(status !== '204');
    }
  });
});

describe('the errors of a route', () => {
  it('follow from its access and its body', () => {
    expect(errorsOf(ROUTES.listCategories)).toEqual([
      'invalid_request',
      'unauthenticated',
      'account_suspended',
      'rate_limited',
      'overloaded',
      'storage_unavailable',
    ]);
    expect(errorsOf(ROUTES.createOrder)).toEqual(
      expect.arrayContaining(['insufficient_scope', 'invalid_json', 'payload_too_large']),
    );
    expect(errorsOf(ROUTES.getMe)).not.toContain('insufficient_scope');
    expect(errorsOf(ROUTES.getMe)).toContain('forbidden_origin');
  });

  it('include the seller’s invalid JSON beside our own for imports', () => {
    const { responses } = operationOf(ROUTES.importService);
    expect(JSON.stringify(responses['400'])).toContain('`invalid_json`');
    expect(JSON.stringify(responses['422'])).toContain('`invalid_json`');
    expect(JSON.stringify(operationOf(ROUTES.createOrder).responses['422'])).not.toContain(
      'invalid_json',
    );
  });
});

describe('a body', () => {
  it('is required unless all its members are optional', () => {
    expect(operationOf(ROUTES.createOrder).requestBody).toMatchObject({ required: true });
    expect(operationOf(ROUTES.rotateSigningSecret).requestBody).toMatchObject({ required: false });
    expect(operationOf(ROUTES.submitProvider).requestBody).toMatchObject({ required: false });
  });
});
