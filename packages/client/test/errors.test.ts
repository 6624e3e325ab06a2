import { inspect } from 'node:util';
import * as mkt from '@mkt/client';
import { ERROR_TYPES, IMPORT_ERROR_TYPES, type ErrorType } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { errorBody, json, mockMarketplace } from './mock-marketplace.ts';
import { API_KEY, BASE_URL, OTHER_KEY } from './records.ts';

const mock = mockMarketplace();
const client = mkt.createClient({ baseUrl: BASE_URL, apiKey: API_KEY, retries: 0 });

const PRICE = { amount: 0.05, currency: 'USD', unit: 'call' };

/** The error that the client throws for a response. */
async function errorOf(reply: () => Response, by: mkt.Client = client): Promise<mkt.ApiError> {
  mock.respondsWith(reply);
  const thrown: unknown = await by.me().catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(mkt.MktError);
  return thrown as mkt.ApiError;
}

type ClassName = {
  [Name in keyof typeof mkt]: (typeof mkt)[Name] extends typeof mkt.ApiError ? Name : never;
}[keyof typeof mkt];

const CLASS_OF: Record<ErrorType, ClassName> = {
  malformed_request: 'InvalidRequestError',
  invalid_request: 'InvalidRequestError',
  invalid_json: 'InvalidRequestError',
  invalid_input: 'InvalidInputError',
  invalid_schema: 'InvalidRequestError',
  invalid_cursor: 'InvalidRequestError',
  url_not_allowed: 'InvalidRequestError',
  unauthenticated: 'AuthenticationError',
  budget_exceeded: 'BudgetExceededError',
  insufficient_scope: 'PermissionError',
  forbidden_origin: 'PermissionError',
  signup_closed: 'PermissionError',
  account_suspended: 'PermissionError',
  budget_protected: 'PermissionError',
  not_found: 'NotFoundError',
  method_not_allowed: 'InvalidRequestError',
  request_timeout: 'ApiError',
  invalid_state_transition: 'ConflictError',
  listing_not_active: 'ConflictError',
  listing_archived: 'ConflictError',
  listing_changed: 'ListingChangedError',
  order_running: 'ConflictError',
  order_settled: 'ConflictError',
  review_in_progress: 'ConflictError',
  provider_was_published: 'ConflictError',
  secret_not_available: 'ConflictError',
  slug_taken: 'ConflictError',
  email_taken: 'ConflictError',
  payload_too_large: 'PayloadTooLargeError',
  unsupported_media_type: 'InvalidRequestError',
  network: 'ImportError',
  non_ok_status: 'ImportError',
  invalid_contract: 'ImportError',
  review_failed: 'ReviewFailedError',
  idempotency_key_reused: 'UnprocessableError',
  rate_limited: 'RateLimitError',
  quota_exceeded: 'RateLimitError',
  headers_too_large: 'PayloadTooLargeError',
  internal: 'ServerError',
  overloaded: 'ServerError',
  storage_unavailable: 'ServerError',
};

describe('an error response', () => {
  it.each(Object.entries(CLASS_OF))('an error of type %s is thrown as a %s', async (type, name) => {
    const { status } = ERROR_TYPES[type as ErrorType];
    const error = await errorOf(() => errorBody(status, type));
    expect(error).toBeInstanceOf(mkt[name]);
    expect(error).toBeInstanceOf(mkt.ApiError);
    expect(error).toMatchObject({ name, type, status, reason: 'A sentence.' });
    expect(error.stack).toContain(`${name}: A sentence.`);
  });

  it.each(IMPORT_ERROR_TYPES)(
    'an error of the import type %s with status 422 is thrown as an ImportError',
    async (type) => {
      const error = await errorOf(() => errorBody(422, type));
      expect(error).toBeInstanceOf(mkt.ImportError);
      expect(error).toBeInstanceOf(mkt.UnprocessableError);
    },
  );

  it.each([
    [400, 'InvalidRequestError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [413, 'PayloadTooLargeError'],
    [418, 'ApiError'],
    [422, 'UnprocessableError'],
    [429, 'RateLimitError'],
    [507, 'ServerError'],
  ])(
    'an error of an unknown type is classified by its status: %i is thrown as a %s',
    async (status, name) => {
      const error = await errorOf(() => errorBody(status, 'constructor'));
      expect(error).toMatchObject({ name, type: 'constructor', status });
    },
  );

  it('has every problem of an invalid input, and names the first three in its message', async () => {
    const details = ['/a', '/b', '', '/d', '/e'].map((path) => ({ path, message: 'is required' }));
    const error = await errorOf(() => errorBody(400, 'invalid_input', { details }));
    expect(error).toBeInstanceOf(mkt.InvalidInputError);
    expect(error).toBeInstanceOf(mkt.InvalidRequestError);
    expect(error.details).toEqual(details);
    expect(error.message).toBe(
      'A sentence. (/a is required; /b is required; the value is required; 2 more)',
    );
  });

  it('names the scope that the key lacks', async () => {
    const error = await errorOf(() =>
      errorBody(403, 'insufficient_scope', { requiredScope: 'order:create' }),
    );
    expect(error).toMatchObject({ name: 'PermissionError', requiredScope: 'order:create' });
  });

  it.each<[string, object, object]>([
    ['both', { reason: 'max_price', price: PRICE }, { rule: 'max_price', price: PRICE }],
    ['a price that is none', { price: { amount: '5' } }, { rule: undefined, price: undefined }],
    ['a newer reason', { reason: 'region', price: PRICE }, { rule: 'region', price: PRICE }],
  ])('of a condition that is not met has the rule and the price: %s', async (_, sent, known) => {
    const error = await errorOf(() => errorBody(409, 'listing_changed', sent));
    expect(error).toBeInstanceOf(mkt.ConflictError);
    // Of every error, reason is the sentence of the marketplace.
    expect(error).toMatchObject({ name: 'ListingChangedError', reason: 'A sentence.', ...known });
  });

  it('names what a 404 did not find, the page size of a list, and where listings for sale are', async () => {
    const notFound = () => errorBody(404, 'not_found');
    const messageOf = async (
      call: (client: mkt.Client) => PromiseLike<unknown>,
      reply = notFound,
    ) => {
      mock.respondsWith(reply);
      const error = await call(client).then(undefined, (thrown: unknown) => thrown);
      return (error as Error).message;
    };
    const asked = 'A sentence. Asked for: text-insigths.';
    expect(await messageOf(({ run }) => run('text-insigths', {}))).toBe(asked);
    expect(await messageOf(({ listing }) => listing('text-insigths'))).toBe(asked);
    expect(await messageOf(({ orders }) => orders.wait('o1'))).toBe('A sentence. Asked for: o1.');
    const tooMany = { details: [{ path: '/limit', message: 'must be <= 100' }] };
    const paged = () => errorBody(400, 'invalid_request', tooMany);
    expect(await messageOf(({ orders }) => orders.list({ limit: 1_000 }), paged)).toMatch(
      /\(\/limit must be <= 100\) limit is the size of a page: iterate/,
    );
    const scoped = () => errorBody(403, 'insufficient_scope', { requiredScope: 'provider:read' });
    expect(await messageOf(({ listings }) => listings.list(), scoped)).toMatch(
      /for your own listings; market\.search\(\) and market\.listing\(\) read those for sale/,
    );
    expect(await messageOf(({ sales }) => sales.list(), scoped)).not.toMatch('own listings');
  });

  it('lists the states that can be requested', async () => {
    const states = { from: 'draft', to: 'paused', allowed: ['archived'] };
    const error = await errorOf(() => errorBody(409, 'invalid_state_transition', states));
    expect(error).toMatchObject({ name: 'ConflictError', ...states });
  });

  it('has the checks of a failed review', async () => {
    const checks = [
      { name: 'health', ok: false, level: 'required', outcome: 'failed', message: '503' },
    ];
    const error = await errorOf(() => errorBody(422, 'review_failed', { checks }));
    expect(error).toMatchObject({ name: 'ReviewFailedError', checks });
  });

  it('says how long to wait before trying again', async () => {
    const body = { error: 'Too many requests.', type: 'rate_limited', requestId: 'r' };
    const error = await errorOf(() =>
      json(body, { status: 429, headers: { 'retry-after': '90' } }),
    );
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 90_000 });
    expect(error.message).toBe('Too many requests. Try again in 90 s.');
  });

  it('has the request id of the header, or else of the body', async () => {
    const withHeader = () => {
      const response = errorBody(500, 'internal');
      response.headers.set('x-request-id', 'req-header');
      return response;
    };
    expect((await errorOf(withHeader)).requestId).toBe('req-header');
    expect((await errorOf(() => errorBody(500, 'internal'))).requestId).toBe('req-1');
    const forged = { error: 'No.', type: 'internal', requestId: 'a\u001b[2J\r\nb' };
    const { requestId } = await errorOf(() => json(forged, { status: 500 }));
    expect(requestId).toMatch(/^a[ -~]*b$/);
  });

  it('has the whole body, but does not print it twice', async () => {
    const error = await errorOf(() => errorBody(400, 'invalid_request', { hint: 'unprinted' }));
    expect(error.body).toEqual({
      error: 'A sentence.',
      type: 'invalid_request',
      requestId: 'req-1',
      hint: 'unprinted',
    });
    expect(inspect(error)).not.toContain('unprinted');
  });

  it('explains how to send a key only when none was sent', async () => {
    const anonymous = mkt.createClient({ baseUrl: BASE_URL, apiKey: null });
    const refusal = () => errorBody(401, 'unauthenticated');
    expect((await errorOf(refusal, anonymous)).message).toContain('set MKT_API_KEY or pass apiKey');
    expect((await errorOf(refusal)).message).toBe('A sentence.');
  });

  it('ignores members of unexpected types', async () => {
    const error = await errorOf(() =>
      json(
        {
          error: 'Odd.',
          type: 7,
          details: [null, { path: 1 }, 'x'],
          requestId: {},
          allowed: [1, 'paused'],
          checks: 'none',
          from: [],
          requiredScope: {},
        },
        { status: 409 },
      ),
    );
    expect(error).toMatchObject({
      name: 'ConflictError',
      type: 'unknown',
      details: [],
      requestId: undefined,
      allowed: ['paused'],
      from: undefined,
    });
  });

  it('has no control characters that could rewrite a terminal’s line', async () => {
    const error = await errorOf(() =>
      json({ error: 'a\u001B[2Jb\r\n\u202Ec', type: 'internal' }, { status: 500 }),
    );
    expect(error.message).toBe('a [2Jb c');
  });
});

describe('the API key', () => {
  const everything = (value: unknown) => inspect(value, { depth: Infinity, showHidden: true });

  it('is not shown when a client is printed', () => {
    expect(everything(client)).not.toContain(API_KEY);
    expect(JSON.stringify(client)).not.toContain(API_KEY);
  });

  it('is not in an error, even if the server repeats it', async () => {
    const body = {
      error: `No such key: ${API_KEY}.`,
      type: 'unauthenticated',
      details: [{ path: '/key', message: API_KEY }],
      requestId: API_KEY,
    };
    const error = await errorOf(() => json(body, { status: 401 }));
    expect(everything(error)).not.toContain(API_KEY);
    expect(everything(error.body)).not.toContain(API_KEY);
    expect(error.message).toContain('No such key: mkt_[redacted].');
  });

  it('is not in an error, even if the server sends it as the request id', async () => {
    const reply = (status: number, text: string) => () =>
      new Response(text, { status, headers: { 'x-request-id': API_KEY } });
    for (const error of [
      await errorOf(reply(500, '{"error":"Sorry.","type":"internal"}')),
      await errorOf(reply(200, '<html>')),
    ]) {
      expect(error.requestId).toBe('mkt_[redacted]');
      expect(everything(error)).not.toContain(API_KEY);
    }
  });

  it.each([
    ['of its headers', 'text/html', 'x', 502],
    ['of its address', 'application/json', 'x', 307],
  ])(
    'is not in an error, even if a response repeats it in one %s',
    async (_, type, text, status) => {
      const headers = {
        'content-type': `${type}; ${API_KEY}`,
        location: `https://x.example/${API_KEY}`,
      };
      const error = await errorOf(() => new Response(text, { status, headers }));
      expect(error).toBeInstanceOf(mkt.InvalidResponseError);
      expect(everything(error)).not.toContain(API_KEY);
    },
  );

  it('is not in the error about a response of an unexpected shape that contains a new key', async () => {
    mock.respondsWith(() => json({ secret: OTHER_KEY, key: [OTHER_KEY] }, { status: 201 }));
    const error: unknown = await client.apiKeys
      .create({ name: 'laptop', scopes: [] })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(mkt.InvalidResponseError);
    expect(everything(error)).not.toContain(OTHER_KEY);
  });

  it('is not in the causes of an error, even if the failed fetch put it into each of them', async () => {
    const careless = mkt.createClient({
      baseUrl: BASE_URL,
      apiKey: API_KEY,
      retries: 0,
      fetch: async (_, init) => {
        const inner = Object.assign(new Error(`socket of ${API_KEY}`), {
          code: 'ECONNRESET',
          config: init,
          headers: Object.fromEntries(new Headers(init.headers)),
        });
        const many = new AggregateError([inner, API_KEY, init], API_KEY);
        throw Object.assign(new Error('failed', { cause: many }), { request: init });
      },
    });
    const error: unknown = await careless.me().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(mkt.ConnectionError);
    const text = everything(error);
    expect(text).not.toContain(API_KEY);
    expect(text).toContain('socket of mkt_[redacted]');
    expect(text).toContain('ECONNRESET');
  });
});

it('of an order over the budget of its key has the rule and what is left, beside the sentence', async () => {
  const remaining = { amount: 0.01, currency: 'USD', resetsAt: '2026-11-24T00:00:00.000Z' };
  const facts = { error: 'Nothing is left.', type: 'budget_exceeded', reason: 'limit', remaining };
  const error = await errorOf(() => json({ ...facts, requestId: 'r' }, { status: 402 }));
  expect(error).toBeInstanceOf(mkt.BudgetExceededError);
  expect(error).toMatchObject({ rule: 'limit', remaining, reason: 'Nothing is left.' });
  expect(error.message).toBe('Nothing is left.');
});
