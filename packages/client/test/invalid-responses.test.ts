import { createClient, InvalidResponseError, type Client } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { json, mockMarketplace } from './mock-marketplace.ts';
import { CALLS } from '../src/generated/calls.ts';
import { readResponse } from '../src/response.ts';
import {
  API_KEY,
  BASE_URL,
  catalogueListing,
  failedOrder,
  openOrder,
  order,
  RESPONSES,
  type CallId,
} from './records.ts';

const mock = mockMarketplace();
const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, retries: 0 });

const html = (status: number) => () =>
  new Response('<html>hi</html>', { status, headers: { 'content-type': 'text/html' } });

describe('a response that is not the marketplace’s JSON throws an InvalidResponseError', () => {
  it.each([200, 201, 400, 401, 404, 500, 502, 503])('HTML with status %i', async (status) => {
    mock.respondsWith(html(status));
    await expect(client.me()).rejects.toMatchObject({
      name: 'InvalidResponseError',
      type: 'invalid_response',
      status,
      message: `GET /v1/me: ${BASE_URL} returned ${status} (text/html) instead of the marketplace’s JSON. Check baseUrl and any proxy in between.`,
    });
  });

  it.each([
    ['nothing', ''],
    ['half a document', '{"userId":"u"'],
    ['a text after it', '{"userId":"u"} extra'],
    ['NaN', 'NaN'],
    ['deep nesting', '['.repeat(200_000)],
    ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x7b])],
  ])('%s', async (_, body) => {
    mock.respondsWith(() => new Response(body));
    await expect(client.me()).rejects.toBeInstanceOf(InvalidResponseError);
  });

  it.each(['null', '[]', '"text"', '7', '{}', '{"message":"no"}', '{"error":{"code":1}}'])(
    'an error body such as %s',
    async (body) => {
      mock.respondsWith(() => new Response(body, { status: 400 }));
      await expect(client.me()).rejects.toMatchObject({
        name: 'InvalidResponseError',
        status: 400,
      });
    },
  );
});

describe('a response of an unexpected shape throws an InvalidResponseError', () => {
  const shapeless: [string, unknown][] = [
    ['null', null],
    ['an array', []],
    ['a text', 'text'],
    ['an object with nothing in it', {}],
    ['members of other types', { id: 7, userId: {}, key: null, secret: [], status: 1, data: {} }],
  ];
  const calls: [string, (client: Client) => PromiseLike<unknown>][] = [
    ['me', (client) => client.me()],
    ['a listing', (client) => client.listings.get('l')],
    ['a changed listing', (client) => client.listings.pause('l')],
    ['a published listing', (client) => client.listing('l')],
    ['an order', (client) => client.orders.get('o')],
    ['an activation', (client) => client.activate('l')],
    ['a wait', (client) => client.orders.wait('o')],
    ['a run', (client) => client.run('l')],
    ['a new key', (client) => client.apiKeys.create({ name: 'k', scopes: [] })],
    ['a secret', (client) => client.listings.signingSecret('p')],
    ['health', (client) => client.listings.health('p')],
    ['a list', (client) => client.orders.list()],
    ['categories', (client) => client.categories()],
  ];
  it.each(
    calls.flatMap(([what, call]) => shapeless.map(([how, body]) => ({ what, how, call, body }))),
  )('$what: $how', async ({ call, body }) => {
    mock.respondsWith(() => json(body));
    await expect(Promise.resolve(call(client))).rejects.toMatchObject({
      name: 'InvalidResponseError',
      message: expect.stringMatching(
        /^https:\/\/market\.example is not a mkt marketplace, .* returned 200, but .*\. Check baseUrl\.$/,
      ),
    });
  });

  it.each([
    ['an unknown state', { ...order(), orderState: 'lost' }],
    ['a state that is a member of every object', { ...order(), orderState: 'constructor' }],
    ['no result, although it is completed', { ...openOrder('running'), orderState: 'completed' }],
    ['no reason, although it failed', { ...failedOrder, failure: null }],
    ['no message, although it failed', { ...failedOrder, errorMessage: undefined }],
  ])('an order with %s', async (_, body) => {
    mock.respondsWith(() => json(body));
    await expect(client.orders.get('o')).rejects.toBeInstanceOf(InvalidResponseError);
    mock.respondsWith(() => json({ data: [order(), body], nextCursor: null }));
    const list = Promise.resolve(client.orders.list());
    await expect(list).rejects.toBeInstanceOf(InvalidResponseError);
    mock.respondsWith(() => json({ data: [body], nextCursor: null }));
    const sold = Promise.resolve(client.listings.orders('p'));
    await expect(sold).rejects.toBeInstanceOf(InvalidResponseError);
  });

  it('an order without a result is what a list of summaries contains', async () => {
    const { result: _, ...summary } = order();
    mock.respondsWith(() => json({ data: [summary], nextCursor: null }));
    const list = await client.orders.list({ view: 'summary' });
    expect(list.data).toEqual([summary]);
    const whole = Promise.resolve(client.orders.list());
    await expect(whole).rejects.toBeInstanceOf(InvalidResponseError);
    mock.respondsWith(() => json({ data: [{ id: 'o', orderState: 'failed' }], nextCursor: null }));
    const failed = Promise.resolve(client.orders.list({ view: 'summary' }));
    await expect(failed).rejects.toBeInstanceOf(InvalidResponseError);
  });

  it.each([[null], [7], ['text'], [[]], [{}], [{ id: 7 }]])(
    'a page with the record %j',
    async (record) => {
      mock.respondsWith(() => json({ data: [record], nextCursor: null }));
      await expect(Promise.resolve(client.orders.list())).rejects.toBeInstanceOf(
        InvalidResponseError,
      );
    },
  );

  it.each([{ data: [] }, { data: [], nextCursor: 7 }, { data: null, nextCursor: null }])(
    'the page %j',
    async (body) => {
      mock.respondsWith(() => json(body));
      const read = async () => {
        for await (const each of client.orders.list()) void each;
      };
      await expect(read()).rejects.toBeInstanceOf(InvalidResponseError);
    },
  );
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'a redirect with status %i is not followed, so that the key goes nowhere else',
    async (status) => {
      const headers = { location: 'https://elsewhere.example/v1/me' };
      const requests = mock.respondsWith(() => new Response(null, { status, headers }));
      await expect(client.me()).rejects.toMatchObject({
        name: 'InvalidResponseError',
        status,
        message: expect.stringContaining('a redirect to https://elsewhere.example/v1/me'),
      });
      expect(requests).toHaveLength(1);
    },
  );

  it('a redirect that a browser hides (status 0) is not followed either', async () => {
    const hidden = createClient({
      baseUrl: BASE_URL,
      apiKey: null,
      fetch: async () => Response.error(),
    });
    await expect(hidden.me()).rejects.toMatchObject({
      name: 'InvalidResponseError',
      status: 0,
      message: expect.stringContaining('a redirect, and redirects are not followed'),
    });
  });
});

describe('unknown members', () => {
  it('are kept, because a newer marketplace may send more', async () => {
    mock.respondsWith(() => json({ ...order(), tip: 0.01 }));
    await expect(client.orders.get('o')).resolves.toEqual({ ...order(), tip: 0.01 });
  });
});

/** Texts that people write, and what a buyer and a seller send each other: any text is allowed there. */
const FREE =
  /^(title|description|category|unit|tags|name|keyName|message|errorMessage|sellerMessage|error|path|fix|code|keyword|lastFour|prefix|disabledReason|reviewRejectionReason|request\w*|response\w*|result|metadata|headers|body|inputSchema|outputSchema|openapi|\$schema)$/;

/** A copy for each text in a value, in which that text is another one; with its path. */
function* withText(
  value: unknown,
  text: string,
  name = '',
): Generator<{ copy: unknown; path: string[]; isFree: boolean }> {
  if (typeof value === 'string') yield { copy: text, path: [], isFree: FREE.test(name) };
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    const member = Array.isArray(value) ? name : key;
    for (const { copy, path, isFree } of withText(inner, text, member)) {
      const changed = Array.isArray(value)
        ? value.with(Number(key), copy)
        : { ...value, [key]: copy };
      yield { copy: changed, path: [key, ...path], isFree: isFree || FREE.test(key) };
    }
  }
}

const HOSTILE = [
  '../../.config/autostart/x',
  'a"; rm -rf ~ #',
  'text\u001b]0;x\u0007',
  'a\u202eb',
  'javascript:alert(1)',
  'C:\\x.cmd & calc',
  'x'.repeat(5_000),
  '',
];

/** One short line without characters that a terminal would act on. */
const REFUSAL =
  /^InvalidResponseError: https:\/\/market\.example is not a mkt marketplace, (?!.*[\p{Cc}\p{Cf}]).{1,400}$/u;

describe('a text of a record that becomes a path, a command, a URL or a time', () => {
  const ids = (Object.keys(RESPONSES) as CallId[]).filter((id) => CALLS[id].success.schema);

  it.each(ids)('must have its form in the response of %s', async (id) => {
    const { method, path, success } = CALLS[id];
    const request = { method, url: BASE_URL + path, headers: new Headers(), body: undefined };
    const context = { request, timeoutMs: 1, maxResponseBytes: 1, success };
    const send = async (body: unknown) => {
      const text = JSON.stringify(body);
      const headers = new Headers();
      return readResponse({ kind: 'response', status: 200, headers, text }, context).data;
    };
    expect(await send(RESPONSES[id])).toEqual(RESPONSES[id]);
    for (const text of HOSTILE) {
      for (const { copy, path: at, isFree } of withText(RESPONSES[id], text)) {
        const outcome = await send(copy).catch(String);
        const expected = isFree ? copy : expect.stringMatching(REFUSAL);
        expect({ at, outcome }).toEqual({ at, outcome: expected });
      }
    }
  });

  it('may be a word that only a newer marketplace has', async () => {
    const words = { ...(RESPONSES.getMe as object), scopes: ['refund:create', 'v2.audit_log'] };
    mock.respondsWith(() => json(words));
    expect(await client.me()).toEqual(words);
    const listing = {
      ...catalogueListing,
      listingState: 'retired',
      health: { ...catalogueListing.health, status: 'degraded' },
    };
    mock.respondsWith(() => json(listing));
    expect(await client.listing('l')).toEqual(listing);
  });

  it('is not shown if it is a secret', async () => {
    mock.respondsWith(() =>
      json({ ...(RESPONSES.getSigningSecret as object), secret: 'whsec_$(id)' }),
    );
    const error = await Promise.resolve(client.listings.signingSecret('p')).catch(String);
    expect(error).toContain('secret is not a signing secret');
    expect(error).not.toContain('$(id)');
  });

  it.each([
    ['id', 7],
    ['slug', null],
    ['slug', { toString: 'a' }],
    ['price', undefined],
    ['price', { amount: '1', unit: 'call', currency: 'USD' }],
    ['tags', 'all'],
    ['createdAt', '2026-13-01T00:00:00Z'],
    ['health', []],
  ])('has its type, and is there: %s is not %j', async (member, value) => {
    mock.respondsWith(() => json({ ...catalogueListing, [member]: value }));
    await expect(client.listing('l')).rejects.toThrow(
      new RegExp(`but ${member}(\\.amount)? is (missing|.* instead of)`),
    );
  });
});
