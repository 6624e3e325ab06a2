import { inspect } from 'node:util';
import { createClient, InvalidOptionError, type ClientOptions } from '@mkt/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, mockMarketplace, type ReceivedRequest } from './mock-marketplace.ts';
import { RESPONSES, API_KEY, BASE_URL, OTHER_KEY } from './records.ts';

const mock = mockMarketplace();
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** What the marketplace sees of `GET /v1/me`. */
async function requestOf(options: ClientOptions): Promise<ReceivedRequest | undefined> {
  const requests = mock.respondsWith(() => json(RESPONSES.getMe));
  await createClient(options).me();
  return requests[0];
}

function refusalOf(options: ClientOptions): InvalidOptionError {
  try {
    createClient(options);
  } catch (error) {
    if (error instanceof InvalidOptionError) return error;
  }
  throw new Error('It was accepted.');
}

describe('the base URL', () => {
  it('is the option, or else MKT_BASE_URL, or else the address of a local marketplace', () => {
    vi.stubEnv('MKT_BASE_URL', 'https://from-env.example');
    expect(createClient({ baseUrl: BASE_URL }).baseUrl).toBe(BASE_URL);
    expect(createClient().baseUrl).toBe('https://from-env.example');
    vi.stubEnv('MKT_BASE_URL', '');
    expect(createClient().baseUrl).toBe('http://127.0.0.1:8787');
  });

  it('may have a path and trailing slashes', async () => {
    const request = await requestOf({ baseUrl: `${BASE_URL}/market//` });
    expect(request?.path).toBe('/market/v1/me');
  });

  it.each([
    '',
    'market.example',
    'ftp://market.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:pw@market.example',
    'https://market.example?a=1',
    'https://market.example/#a',
  ])('%j is rejected', (baseUrl) => {
    expect(refusalOf({ baseUrl }).message).toMatch(/^baseUrl /);
  });

  it.each(['https://market.example/v1', 'https://market.example/base/v1/'])(
    '%j is rejected, because the client adds /v1',
    (baseUrl) => {
      expect(refusalOf({ baseUrl }).message).toMatch(/must not end in \/v1/);
    },
  );
});

describe('the API key', () => {
  it('is the option, or else MKT_API_KEY', async () => {
    vi.stubEnv('MKT_API_KEY', OTHER_KEY);
    const keySent = async (options: ClientOptions) =>
      (await requestOf({ ...options, baseUrl: BASE_URL }))?.headers.get('x-mkt-api-key');
    expect(await keySent({ apiKey: API_KEY })).toBe(API_KEY);
    expect(await keySent({})).toBe(OTHER_KEY);
    expect(await keySent({ apiKey: null })).toBeNull();
    vi.stubEnv('MKT_API_KEY', '');
    expect(await keySent({})).toBeNull();
  });

  it('is rejected in a browser, unless it is allowed there', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    expect(refusalOf({ apiKey: API_KEY }).message).toMatch(
      /^An API key in a browser.*allowInBrowser/,
    );
    expect(createClient({ apiKey: API_KEY, allowInBrowser: true }).baseUrl).toBeTruthy();
    expect(createClient({ apiKey: null }).baseUrl).toBeTruthy();
  });

  it('may have white space around it, as when it is read from a file', async () => {
    const request = await requestOf({ baseUrl: BASE_URL, apiKey: ` ${API_KEY}\r\n` });
    expect(request?.headers.get('x-mkt-api-key')).toBe(API_KEY);
  });

  it.each([
    [
      'with a typo',
      `${API_KEY.slice(0, 20)}${API_KEY[20] === 'x' ? 'y' : 'x'}${API_KEY.slice(21)}`,
    ],
    ['cut short', API_KEY.slice(0, -1)],
    ['that is empty', ''],
    ['of something else', 'sk_live_0123456789'],
    ['with a header after it', `${API_KEY}\r\nx-evil: 1`],
    ['with a NUL in it', API_KEY.replace('_', '_\0')],
  ])('%s is rejected offline, by an error that does not show it', (_, apiKey) => {
    const error = refusalOf({ apiKey });
    expect(error.message).toMatch(/^The API key is malformed: /);
    expect(error.type).toBe('invalid_option');
    const shown = [API_KEY.slice(0, 12), apiKey.slice(0, 12) || API_KEY];
    for (const part of shown) expect(inspect(error)).not.toContain(part);
  });
});

describe('headers', () => {
  it('are sent with every request, and cannot replace the key', async () => {
    const request = await requestOf({
      baseUrl: BASE_URL,
      apiKey: API_KEY,
      headers: { 'user-agent': 'shop/1', 'X-MKT-API-Key': OTHER_KEY },
    });
    expect(request?.headers.get('user-agent')).toBe('shop/1');
    expect(request?.headers.get('x-mkt-api-key')).toBe(API_KEY);
  });

  it.each([
    ['a line break in the value', { 'x-a': 'secret-value\r\nx-evil: 1' }],
    ['a line break in the name', { 'x-a\r\nx-evil': 'secret-value' }],
    ['a value beyond Latin-1', { 'x-a': 'secret-value ☃' }],
  ])('headers with %s are rejected, by an error that does not show the value', (_, headers) => {
    const error = refusalOf({ headers });
    expect(error.message).toMatch(/^The header "x-a/);
    expect(inspect(error)).not.toContain('secret-value');
  });
});

describe('numbers', () => {
  it.each([
    { retries: -1 },
    { retries: 1.5 },
    { retries: Number.NaN },
    { retries: 11 },
    { timeout: 0 },
    { timeout: -1 },
    { timeout: Infinity },
    { timeout: 2 ** 31 },
    { backoff: { minDelay: Number.NaN } },
    { backoff: { maxDelay: -1 } },
    { backoff: { maxRetryAfter: Infinity } },
  ] satisfies ClientOptions[])('%j is rejected by name', (options) => {
    const [name = ''] = Object.keys(options);
    expect(refusalOf(options).message).toContain(name);
  });
});
