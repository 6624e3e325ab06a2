// SECURITY.md: ambiguous requests are refused, and every refusal has an error body.
import { afterAll, describe, expect, it } from 'vitest';
import { createTestMarketplace } from '../../src/testing.ts';
import { openMarket, publish } from '../market.ts';
import { exchange, message, type RawResponse } from './raw-exchange.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold } from '../../../../test-bed/seller.ts';

const BODY = '{"listingId":"nothing"}';
const KEY = 'X-MKT-API-Key: KEY';
const CHUNKED = 'Transfer-Encoding: chunked';
const chunked = (text: string, trailers = '') =>
  `${text.length.toString(16)}\r\n${text}\r\n0\r\n${trailers}\r\n`;

const post = (headers: string[], body: string) =>
  message(
    [
      'POST /v1/orders HTTP/1.1',
      'Host: x',
      'Connection: close',
      KEY,
      ...(headers.some((each) => /^content-type/i.test(each))
        ? []
        : ['Content-Type: application/json']),
      ...headers,
    ],
    body,
  );
const get = (path: string, ...headers: string[]) =>
  message([`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers]);
const length = (bytes: number | string) => `Content-Length: ${bytes}`;

/**
 * The status and the type of each response, which must not reveal where the server is installed.
 */
async function exchangeSafely(
  url: string,
  key: string | undefined,
  text: string,
): Promise<string[]> {
  const responses = await exchange(url, text.replaceAll('KEY', key ?? ''));
  return responses.map((response) => {
    expectSafe(response);
    return [response.status, response.body?.type].filter((part) => part !== undefined).join(' ');
  });
}

function expectSafe({ status, headers, text, body }: RawResponse): void {
  if (status < 200) return;
  expect(headers.get('x-request-id')).toMatch(/\S/);
  expect(text).not.toMatch(/node_modules|\.ts\b|\.js\b|at \w+ \(|\/packages\//);
  if (status >= 400 && text !== '') {
    expect(body).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
  }
}

const MALFORMED = ['400 malformed_request'];

const REQUESTS: [what: string, text: string, responses: string[]][] = [
  ['a length and chunks', post([length(5), CHUNKED], chunked(BODY)), MALFORMED],
  ['chunks and a length', post([CHUNKED, length(5)], chunked(BODY)), MALFORMED],
  [
    'a coding that is almost chunked',
    post(['Transfer-Encoding: xchunked'], chunked(BODY)),
    MALFORMED,
  ],
  ['compressed chunks', post(['Transfer-Encoding: gzip, chunked'], chunked(BODY)), MALFORMED],
  [
    'chunked not as the last coding',
    post(['Transfer-Encoding: chunked, identity'], chunked(BODY)),
    MALFORMED,
  ],
  ['a repeated Transfer-Encoding', post([CHUNKED, CHUNKED], chunked(BODY)), MALFORMED],
  ['a space before a colon', post(['Transfer-Encoding : chunked'], chunked(BODY)), MALFORMED],
  ['the same length twice', post([length(23), length(23)], BODY), MALFORMED],
  ['a list of lengths', post([length('23, 23')], BODY), MALFORMED],
  ['a length with a sign', post([length('+23')], BODY), MALFORMED],
  ['a negative length', post([length(-1)], BODY), MALFORMED],
  [
    'lines that end in a line feed only',
    post([length(23)], BODY).replaceAll('\r\n', '\n'),
    MALFORMED,
  ],
  ['a folded header', get('/v1/me', 'X-A: b', ' c'), MALFORMED],
  ['a chunk whose length is not a number', post([CHUNKED], 'zz\r\n'), MALFORMED],
  ['a chunk with an overflowing length', post([CHUNKED], 'FFFFFFFFFFFFFFFFF\r\n'), MALFORMED],
  ['NUL in a header', get('/v1/me', 'X-A: a\0b'), MALFORMED],
  ['NUL in the path', get('/v1/\0me'), MALFORMED],
  ['two hosts', get('/v1/me', 'Host: y', KEY), MALFORMED],
  [
    'two content types',
    post([length(23), 'Content-Type: application/json', 'Content-Type: text/plain'], BODY),
    MALFORMED,
  ],
  [
    'two idempotency keys',
    post([length(23), 'Idempotency-Key: a', 'Idempotency-Key: b'], BODY),
    MALFORMED,
  ],
  ['two keys', get('/v1/me', KEY, KEY), ['401 unauthenticated']],
  ['a key that is not text', get('/v1/me', 'X-MKT-API-Key: mkt_\xff\xfe'), ['401 unauthenticated']],
  ['a key in the query', get('/v1/me?x-mkt-api-key=KEY'), ['401 unauthenticated']],
  [
    'a key in the query and in its header',
    get('/v1/me?x-mkt-api-key=KEY', KEY),
    ['400 invalid_request'],
  ],
  ['an invalid version', 'GET /v1/me HTTP/2.5\r\nHost: x\r\n\r\n', MALFORMED],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', MALFORMED],
  ['HTTP/1.0', message(['GET /v1/me HTTP/1.0', KEY]), ['200']],
  ['an absolute URL as the target', get('http://elsewhere.example/v1/me', KEY), ['200']],
  ['CONNECT', message(['CONNECT example.com:443 HTTP/1.1', 'Host: x']), ['405 method_not_allowed']],
  [
    'TRACE',
    message(['TRACE /v1/me HTTP/1.1', 'Host: x', 'Connection: close', KEY]),
    ['405 method_not_allowed'],
  ],
  ['OPTIONS *', message(['OPTIONS * HTTP/1.1', 'Host: x', 'Connection: close']), ['204']],
  ['an upgrade to another protocol', get('/v1/me', 'Upgrade: websocket', KEY), ['200']],
  [
    'Expect: 100-continue',
    post([length(23), 'Expect: 100-continue'], BODY),
    ['100', '404 not_found'],
  ],
  [
    'a method override',
    post([length(23), 'X-HTTP-Method-Override: DELETE'], BODY),
    ['404 not_found'],
  ],
  [
    'trailers',
    post([CHUNKED], chunked(BODY, 'Content-Type: text/plain\r\nX-MKT-API-Key: other\r\n')),
    ['404 not_found'],
  ],
  [
    'a compressed body',
    post([length(2), 'Content-Encoding: gzip'], '\x1f\x8b'),
    ['415 unsupported_media_type'],
  ],
  ['a byte order mark', post([length(26)], `\xef\xbb\xbf${BODY}`), ['400 invalid_json']],
  ['bytes that are not UTF-8', post([length(3)], '"\xff"'), ['400 invalid_json']],
  [
    'another charset',
    post([length(23), 'Content-Type: application/json; charset=utf-16'], BODY),
    ['415 unsupported_media_type'],
  ],
  [
    'too many headers',
    get('/v1/me', ...Array.from({ length: 2100 }, () => 'a: 1'), KEY),
    ['431 headers_too_large'],
  ],
  ['a body on a GET', `${get('/v1/me', KEY, length(5))}hello`, ['200']],
];

const market = await createTestMarketplace();
afterAll(() => market.close());

describe('a request with', () => {
  it.for(REQUESTS)(
    '%s gets its response, and the connection is closed',
    async ([, text, responses]) => {
      expect(await exchangeSafely(market.url, market.apiKey, text)).toEqual(responses);
    },
  );

  it('two more pipelined behind it gets three responses, in order', async () => {
    const one = (path: string, ...more: string[]) =>
      message([`GET ${path} HTTP/1.1`, 'Host: x', ...more]);
    const text = one('/v1/me', KEY) + one('/nowhere') + one('/healthz', 'Connection: close');
    expect(await exchangeSafely(market.url, market.apiKey, text)).toEqual([
      '200',
      '404 not_found',
      '200',
    ]);
  });
});

describe('invalid bytes after a valid request', () => {
  it('get no response, which the caller would take for a refusal of the valid request', async () => {
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller);
    const body = JSON.stringify({ listingId: id });
    const good = post([length(body.length), 'Prefer: wait=30'], body).replace(
      'Connection: close\r\n',
      '',
    );
    expect(await exchangeSafely(market.url, market.apiKey, `${good}NONSENSE\r\n\r\n`)).toEqual([]);
  });
});
