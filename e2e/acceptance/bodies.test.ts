// docs/reference/protocol.md#errors and docs/reference/limits.md: which bodies are refused and with which error, for
// every route that takes one.
import { ROUTES, type Route } from '@mkt/protocol';
import { standaloneSchema } from '@mkt/protocol/schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { providerOf } from './contract.ts';
import { expectError, pathsOf } from './expect-error.ts';
import { openMarket } from './market.ts';

const market = await openMarket();
const { api } = market;
const { provider, seller } = await market.publish();

const KIB = 1024;
const routes = (Object.values(ROUTES) as Route[]).filter(({ body }) => body !== undefined);
const at = ({ path }: Route) => path.replace('{id}', provider.id);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** A body of the right shape, by the name of its schema. */
const GOOD: Record<string, Record<string, unknown>> = {
  CreateProviderRequest: providerOf(seller, { listingState: 'draft' }),
  EmptyRequest: {},
  RotateSigningSecretRequest: {},
  FromServiceRequest: { serviceUrl: seller.url },
  UpdateListingRequest: {},
  CreateOrderRequest: { listingId: provider.id },
  CreateApiKeyRequest: { name: 'x', scopes: [] },
  UpdateApiKeyRequest: {},
  UpdateProfileRequest: { name: 'x' },
  CreateWebhookRequest: { url: 'https://example.com/settled' },
  UpdateWebhookRequest: {},
  RotateWebhookSecretRequest: {},
};
const goodFor = ({ body = 'EmptyRequest' }: Route) => GOOD[body] ?? {};

const send = (
  route: Route,
  raw: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = {},
) => api.request(route.method, at(route), undefined, { raw, headers });
const sendJson = (route: Route, body: unknown) => send(route, JSON.stringify(body));

/** For each property a value of the wrong type, found with the published schema itself. */
function wrongTypes(route: Route): [string, unknown][] {
  const schema: any = standaloneSchema(route.body ?? 'EmptyRequest');
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return Object.entries<any>(schema.properties ?? {}).flatMap(([name, property]) => {
    if (property.readOnly) return [];
    const fits = ajv.compile({ ...property, $defs: schema.$defs });
    const wrong = [true, 5, 'x', [[]], { x: 1 }].find((value) => !fits(value));
    return wrong === undefined ? [] : [[name, wrong] as [string, unknown]];
  });
}

const requiredOf = (route: Route): string[] =>
  (standaloneSchema(route.body ?? 'EmptyRequest') as any).required ?? [];

it('finds routes with bodies, required fields, and wrong values for fields', () => {
  expect(routes.length).toBeGreaterThan(5);
  expect(routes.flatMap(requiredOf).length).toBeGreaterThan(3);
  expect(routes.flatMap(wrongTypes).length).toBeGreaterThan(10);
});

for (const route of routes) {
  describe.concurrent(nameOf(route), () => {
    for (const [what, raw] of [
      ['half a document', '{"a":'],
      ['a word', 'hello'],
      ['a trailing comma', '{"a":1,}'],
      ['single quotes', "{'a':1}"],
      ['two documents', '{}{}'],
      ['NaN', '{"a":NaN}'],
      ['white space', '  \n '],
      ['a byte order mark', '\ufeff{}'],
      ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
      ['a number without end', '{"a":1e999}'],
      ['a name that comes twice', '{"a":1,"a":1}'],
      ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
      ['100 000 levels', '['.repeat(100_000)],
    ] as const) {
      it(`refuses ${what} as invalid JSON`, async () => {
        const response = await send(route, raw);
        expect(response.status, response.text).toBe(400);
        expect(['invalid_json', 'invalid_request']).toContain(response.body.type);
        if (typeof raw === 'string' && /^[{h]/.test(raw)) {
          expectError(response, 400, 'invalid_json');
        }
      });
    }

    for (const value of [[], [{}], 'text', 5, true, null]) {
      it(`refuses ${JSON.stringify(value)} because the body must be an object`, async () => {
        expectError(await sendJson(route, value), 400, 'invalid_request');
      });
    }

    if (requiredOf(route).length > 0) {
      it('refuses a missing body', async () => {
        const response = await api.request(route.method, at(route));
        expect(response.status, response.text).toBe(400);
        expectError(await send(route, ''), 400, response.body.type);
      });
    }

    for (const missing of requiredOf(route)) {
      it(`refuses a body without ${missing} and names the field`, async () => {
        const error = expectError(
          await sendJson(route, { ...goodFor(route), [missing]: undefined }),
          400,
          'invalid_request',
        );
        expect(pathsOf(error)).toContain(`/${missing}`);
      });
    }

    for (const [name, wrong] of wrongTypes(route)) {
      it(`refuses ${JSON.stringify(wrong)} as ${name} and names the field`, async () => {
        const error = expectError(
          await sendJson(route, { ...goodFor(route), [name]: wrong }),
          400,
          'invalid_request',
        );
        expect(pathsOf(error).every((path) => path.startsWith(`/${name}`))).toBe(true);
      });
    }

    it('refuses an unknown field, names it, and does not echo its value', async () => {
      const response = await sendJson(route, { ...goodFor(route), 'a/b~c': 'do-not-echo' });
      const error = expectError(response, 400, 'invalid_request');
      expect(pathsOf(error)).toEqual(['/a~1b~0c']);
      expect(response.text).not.toContain('do-not-echo');
    });

    it('lists at most 10 errors', async () => {
      const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`u${i}`, 1]));
      const error = expectError(
        await sendJson(route, { ...goodFor(route), ...many }),
        400,
        'invalid_request',
      );
      expect(error.details).toHaveLength(10);
    });

    it('treats names that are special in JavaScript as unknown fields', async () => {
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
        const raw = JSON.stringify({ ...goodFor(route), NAME: { x: 1 } }).replace('NAME', name);
        const error = expectError(await send(route, raw), 400, 'invalid_request');
        expect(pathsOf(error)).toEqual([`/${name}`]);
      }
    });

    it('refuses more than 256 KiB, whether or not the length is declared', async () => {
      const raw = JSON.stringify({ ...goodFor(route), padding: 'x'.repeat(256 * KIB) });
      expectError(await send(route, raw), 413, 'payload_too_large');
      const stream = new Blob([raw]).stream();
      expectError(await send(route, stream), 413, 'payload_too_large');
    });

    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'json',
      'application/jsonp',
    ]) {
      it(`refuses the content type ${type}`, async () => {
        const response = await send(route, JSON.stringify(goodFor(route)), {
          'content-type': type,
        });
        expectError(response, 415, 'unsupported_media_type');
      });
    }

    it('refuses a body with a content encoding', async () => {
      const packed = new Uint8Array(gzipSync(JSON.stringify(goodFor(route))));
      const response = await send(route, packed, { 'content-encoding': 'gzip' });
      expect([400, 415]).toContain(response.status);
    });
  });
}

describe.concurrent('a route with a body', () => {
  const make = (raw: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') =>
    api.request('POST', '/v1/api-keys', undefined, {
      raw,
      headers: { 'content-type': contentType },
    });

  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
  ]) {
    it(`accepts the content type ${type}`, async () => {
      expect((await make('{"name":"x","scopes":[]}', type)).status).toBe(201);
    });
  }

  it('accepts a body of exactly 256 KiB, but not one byte more', async () => {
    const empty = JSON.stringify({ listingId: provider.id, requestBody: '' });
    const fill = 'x'.repeat(256 * KIB - empty.length);
    const body = { listingId: provider.id, requestBody: fill };
    expect(JSON.stringify(body)).toHaveLength(256 * KIB);
    expect((await api.post('/v1/orders', body)).status).toBe(201);
    const more = { ...body, requestBody: `${fill}x` };
    expectError(await api.post('/v1/orders', more), 413, 'payload_too_large');
  });

  it('accepts JSON that is nested 64 levels deep', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const order = (levels: number) =>
      api.request('POST', '/v1/orders', undefined, {
        raw: `{"listingId":"${provider.id}","requestBody":${deep(levels)}}`,
      });
    expect((await order(63)).status).toBe(201);
    expectError(await order(64), 400, 'invalid_json');
  });

  it('accepts a request without a body where no field is required', async () => {
    for (const path of ['signing-secret', 'signing-secret/rotate']) {
      const at = `/v1/providers/${provider.id}/${path}`;
      expect((await api.request('POST', at)).status).toBe(200);
      expect((await api.post(at, {})).status).toBe(200);
    }
  });
});
