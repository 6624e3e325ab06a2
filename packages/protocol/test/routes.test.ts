import { type Access, ERROR_TYPES, type Route, ROUTES, SCOPES } from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { validate, type ValidatedName } from '@mkt/protocol/validate';
import { describe, expect, it } from 'vitest';
import { pathParameterNames, type PathParameters, pathPattern } from '../src/route.ts';

const PROBE = '/v1/providers/{id}/health/{probeId}';
const PARAMETERS: PathParameters<typeof PROBE> = { id: 'a', probeId: 'b' };

describe('a path with several parameters', () => {
  it('names its parameters in their order', () => {
    expect(pathParameterNames(PROBE)).toEqual(['id', 'probeId']);
    expect(pathParameterNames('/v1/orders')).toEqual([]);
  });

  it('matches one segment for each, in any case, with or without a trailing slash', () => {
    const pattern = pathPattern(PROBE);
    expect(pattern.exec('/v1/Providers/a/health/b/')?.groups).toEqual(PARAMETERS);
    for (const other of [
      '/v1/providers/a/health',
      '/v1/providers/a/health/b/c',
      '/v1/providers//health/b',
    ])
      expect(pattern.test(other)).toBe(false);
    expect(pathPattern('/v1/openapi.json').test('/v1/openapiXjson')).toBe(false);
  });
});

/**
 * The table of docs/reference/endpoints.md, written again: method and path, access, status of
 * success.
 */
const TABLE = `
  POST   /v1/providers                            provider:create 201
  GET    /v1/providers                            provider:read   200
  GET    /v1/providers/{id}                       provider:read   200
  POST   /v1/providers/{id}/submit                provider:create 202
  DELETE /v1/providers/{id}                       provider:delete 204
  POST   /v1/providers/{id}/signing-secret        provider:secret 200
  POST   /v1/providers/{id}/signing-secret/rotate provider:secret 200
  GET    /v1/providers/{id}/orders                provider:read   200
  GET    /v1/providers/{id}/health                provider:read   200
  POST   /v1/listings/from-service/preview        provider:create 200
  POST   /v1/listings/from-service                provider:create 201
  GET    /v1/listings                             listing:read    200
  GET    /v1/listings/{id}                        listing:read    200
  GET    /v1/listings/{id}/history                listing:read    200
  PATCH  /v1/listings/{id}                        listing:update  200
  GET    /v1/marketplace/listings                 public          200
  GET    /v1/marketplace/listings/{id}            public          200
  GET    /v1/marketplace/listings/{id}/history    public          200
  GET    /v1/marketplace/listings/{id}/health     public          200
  GET    /v1/marketplace/sellers/{id}             public          200
  GET    /v1/marketplace/categories               public          200
  GET    /v1/mkt-schema                           public          200
  POST   /v1/orders                               order:create    201
  GET    /v1/orders                               order:read      200
  GET    /v1/orders/{id}                          order:read      200
  POST   /v1/orders/{id}/cancel                   order:create    200
  GET    /v1/events                               any-key         200
  GET    /v1/sales                                provider:read   200
  GET    /v1/sales/{id}                           provider:read   200
  GET    /v1/stats/orders                         order:read      200
  GET    /v1/stats/sales                          provider:read   200
  GET    /v1/stats/listings                       provider:read   200
  GET    /v1/usage                                order:read      200
  GET    /v1/webhooks                             webhook:manage  200
  POST   /v1/webhooks                             webhook:manage  201
  GET    /v1/webhooks/{id}                        webhook:manage  200
  PATCH  /v1/webhooks/{id}                        webhook:manage  200
  DELETE /v1/webhooks/{id}                        webhook:manage  204
  POST   /v1/webhooks/{id}/secret/rotate          webhook:manage  200
  POST   /v1/webhooks/{id}/test                   webhook:manage  200
  GET    /v1/webhooks/{id}/attempts               webhook:manage  200
  GET    /v1/deliveries/{id}                      webhook:manage  200
  POST   /v1/deliveries/{id}/send                 webhook:manage  200
  GET    /v1/api-keys                             api_key:read    200
  POST   /v1/api-keys                             api_key:create  201
  PATCH  /v1/api-keys/{id}                        api_key:create  200
  DELETE /v1/api-keys/{id}                        api_key:delete  204
  GET    /v1/audit                                api_key:read    200
  GET    /v1/profile                              account:read    200
  PUT    /v1/profile                              account:update  200
  GET    /v1/me                                   any-key         200
  GET    /v1/openapi.json                         public          200
`;

const routes: readonly [string, Route][] = Object.entries(ROUTES);
const nameOf = (access: Access) => (typeof access === 'object' ? access.scope : access);

describe('the routes', () => {
  it('are those of the reference, with their access and status', () => {
    const rows = routes.map(([, { method, path, access, success }]) =>
      [method, path, nameOf(access), success.status].join(' '),
    );
    const expected = TABLE.trim()
      .split('\n')
      .map((row) => row.trim().replaceAll(/ +/g, ' '));
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });

  it('use every scope, and no other', () => {
    const scopes = routes.flatMap(([, { access }]) =>
      typeof access === 'object' ? [access.scope, access.or ?? []].flat() : [],
    );
    expect([...new Set(scopes)].toSorted()).toEqual(SCOPES.toSorted());
  });

  it('routes that return pages take a limit and a cursor', () => {
    const lists = routes.filter(([, { success }]) => success.schema?.endsWith('List'));
    const paged = lists.filter(([id]) => id !== 'listCategories');
    expect(paged).toHaveLength(12);
    for (const [, { query, errors }] of paged) {
      expect(Object.keys(SCHEMAS[query ?? 'NoQuery']['properties'] as object)).toEqual(
        expect.arrayContaining(['limit', 'cursor']),
      );
      expect(errors).toContain('invalid_cursor');
    }
  });

  it('hide the owner and the address of a service from buyers', () => {
    for (const [, { access, success }] of routes) {
      if (access !== 'public' || !success.schema) continue;
      const shown = JSON.stringify(schemaWithReferences(success.schema));
      expect(shown).not.toMatch(/"(userId|endpointPath|healthEndpoint)"/);
    }
  });
});

describe.each(routes)('%s', (_, route) => {
  const { method, path, query, body, success, errors, access } = route;

  it('names only schemas that exist, and has a validator for its query and body', () => {
    const taken = [query, body].filter((name) => name !== undefined);
    const named = success.schema ? [success.schema, ...taken] : taken;
    expect(Object.keys(SCHEMAS)).toEqual(expect.arrayContaining(named));
    // A name without a validator throws.
    const accepted = taken.filter((name) => validate(name as ValidatedName, null).ok);
    expect(accepted).toEqual([]);
  });

  it('has no body with 204, and a schema or a document otherwise', () => {
    const isDocument = path === '/v1/mkt-schema' || path === '/v1/openapi.json';
    expect(success.schema !== undefined).toBe(success.status !== 204 && !isDocument);
  });

  it('takes a body with POST, PUT and PATCH, and none with GET and DELETE', () => {
    expect(body !== undefined).toBe(['POST', 'PUT', 'PATCH'].includes(method));
    expect(query === undefined || method === 'GET').toBe(true);
  });

  it('lists not_found if its path has an id, and no error twice', () => {
    expect(errors.includes('not_found') || !path.includes('{id}')).toBe(true);
    expect(new Set(errors).size).toBe(errors.length);
    for (const type of errors) expect(Object.keys(ERROR_TYPES)).toContain(type);
  });

  it('has an access rule, and is the only route with its method and path', () => {
    expect(['object', 'string']).toContain(typeof access);
    const same = routes.filter(([, other]) => other.method === method && other.path === path);
    expect(same).toHaveLength(1);
  });
});

function schemaWithReferences(name: keyof typeof SCHEMAS): unknown {
  const text = JSON.stringify(SCHEMAS[name]);
  const names = [...text.matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, each]) => each);
  return [SCHEMAS[name], ...names.map((each) => schemaWithReferences(each as typeof name))];
}
