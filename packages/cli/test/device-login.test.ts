// mkt login: the device flow, against a scripted marketplace whose responses set the pace.
import { describe, expect, it } from 'vitest';
import { createClient } from '@mkt/client';
import { deviceLogin, type ShownCode } from '../src/commands/device-login.ts';
import { API_KEY, fakeMarketplace, type Reply } from './fake-marketplace.ts';

const CODES = {
  device_code: 'the-device-code',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://market.example/device',
  verification_uri_complete: 'https://market.example/device#code=WDJB-MJHT',
  expires_in: 600,
  interval: 5,
};
const PENDING = oauthError('authorization_pending');
const CREATED = { apiKey: API_KEY, lifetimeSeconds: 7_776_000 };
const KEY: Reply = {
  body: { access_token: API_KEY, token_type: 'Bearer', scope: '*', expires_in: 7_776_000 },
};
const DOWN: Reply = { status: 503, body: { error: 'Away.', type: 'storage_unavailable' } };
const PROXY: Reply = { status: 502 };

function oauthError(error: string): Reply {
  return { status: 400, body: { error, error_description: 'A sentence.' } };
}

/** Logs in while the marketplace sends these replies to the polls; notes each wait in seconds. */
async function logIn(replies: readonly Reply[], codes: unknown = CODES) {
  const left = [...replies];
  await using market = await fakeMarketplace(({ path }) =>
    path === '/auth/device/code' ? { body: codes } : (left.shift() ?? KEY),
  );
  const waits: number[] = [];
  const shown: ShownCode[] = [];
  const outcome = await deviceLogin({
    client: createClient({ baseUrl: market.url, apiKey: null, retries: 0 }),
    program: 'mkt 0.1.0',
    hostName: 'ann-laptop',
    scopes: ['order:read', 'order:create'],
    signal: new AbortController().signal,
    show: (code) => void shown.push(code),
    pause: async (ms) => void waits.push(ms / 1_000),
  }).catch((error: unknown) => error as Error & { type?: string });
  const forms = market.requests.map(({ path, headers, body }) => ({
    path,
    type: headers['content-type'],
    form: Object.fromEntries(new URLSearchParams(body)),
  }));
  return { outcome, waits, shown, forms, requests: market.requests };
}

describe('device login', () => {
  it('shows the code, waits before it asks, and returns the key', async () => {
    const { outcome, waits, shown, forms, requests } = await logIn([PENDING, PENDING]);
    expect(outcome).toEqual(CREATED);
    expect(waits).toEqual([5, 5, 5]);
    expect(shown).toMatchObject([
      {
        userCode: 'WDJB-MJHT',
        page: 'https://market.example/device',
        pageWithCode: 'https://market.example/device#code=WDJB-MJHT',
      },
    ]);
    const type = 'application/x-www-form-urlencoded';
    expect(forms.slice(0, 2)).toEqual([
      {
        path: '/auth/device/code',
        type,
        form: {
          client_id: 'mkt 0.1.0',
          host_name: 'ann-laptop',
          scope: 'order:read order:create',
        },
      },
      {
        path: '/auth/device/token',
        type,
        form: {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: 'the-device-code',
          client_id: 'mkt 0.1.0',
        },
      },
    ]);
    for (const { headers } of requests) expect(headers['x-mkt-api-key']).toBeUndefined();
  });

  it('waits 5 s longer after each slow_down', async () => {
    const slow = oauthError('slow_down');
    const { outcome, waits } = await logIn([slow, PENDING, slow, PENDING]);
    expect([outcome, waits]).toEqual([CREATED, [5, 10, 10, 15, 15]]);
  });

  it('polls less and less often while the marketplace fails, and recovers', async () => {
    const { outcome, waits } = await logIn([DOWN, PROXY, DOWN, DOWN, DOWN, PENDING]);
    expect([outcome, waits]).toEqual([CREATED, [5, 10, 20, 40, 60, 60, 5]]);
  });

  it('gives up when the marketplace fails until the code expires', async () => {
    const { outcome, waits } = await logIn(Array.from({ length: 100 }, () => DOWN));
    expect(outcome).toMatchObject({ type: 'storage_unavailable' });
    expect(waits.reduce((sum, seconds) => sum + seconds)).toBeLessThan(720);
  });

  it.each([
    ['access_denied', 'declined'],
    ['expired_token', 'wait_timeout'],
    ['invalid_grant', 'invalid_response'],
    ['server_error', 'invalid_response'],
  ])('ends at %s', async (error, type) => {
    const { outcome, waits } = await logIn([PENDING, oauthError(error)]);
    expect(outcome).toMatchObject({ type });
    expect(waits).toHaveLength(2);
  });

  it.each([
    ['no page', { ...CODES, verification_uri: undefined }],
    ['a page that is no web page', { ...CODES, verification_uri: 'file:///etc/passwd' }],
    ['a page that is an option', { ...CODES, verification_uri: '--version' }],
    ['no code', { ...CODES, user_code: 7 }],
    ['no object', [CODES]],
  ])('refuses a response with %s', async (_, codes) => {
    const { outcome, shown } = await logIn([], codes);
    expect([outcome, shown]).toMatchObject([{ type: 'invalid_response' }, []]);
  });

  it('refuses an invalid key, and a verification address that is not a web page', async () => {
    const { outcome } = await logIn([{ body: { access_token: 'mkt_short' } }]);
    expect(outcome).toMatchObject({ type: 'invalid_response' });
    const script = { ...CODES, verification_uri_complete: 'javascript:alert(1)' };
    const { shown } = await logIn([], script);
    expect(shown[0]?.pageWithCode).toBe(CODES.verification_uri);
    const other = { ...CODES, verification_uri_complete: 'https://other.example/device#code=A' };
    expect((await logIn([], other)).shown[0]?.pageWithCode).toBe(CODES.verification_uri);
  });

  it.each([1e300, -1, 0, '60', null])(
    'saves no expiry of a key that lasts %j',
    async (lifetime) => {
      const { outcome } = await logIn([{ body: { access_token: API_KEY, expires_in: lifetime } }]);
      expect(outcome).toEqual({ apiKey: API_KEY, lifetimeSeconds: undefined });
    },
  );

  it.each([
    ['https://market.example/device', true],
    ['https://127.0.0.1.example/device', true],
    ['http://localhost:8787/device', false],
    ['http://127.0.0.1:1/device', false],
  ])('tells a page of another server from one of the marketplace: %s', async (page, elsewhere) => {
    const { shown } = await logIn([], { ...CODES, verification_uri: page });
    expect(shown[0]?.isElsewhere).toBe(elsewhere);
  });

  it('polls at a reasonable pace, whatever interval the marketplace sends', async () => {
    for (const [interval, seconds] of [
      [1e9, 60],
      [-1, 5],
      ['soon', 5],
      [undefined, 5],
    ]) {
      const { waits } = await logIn([], { ...CODES, interval });
      expect(waits).toEqual([seconds]);
    }
  });
});
