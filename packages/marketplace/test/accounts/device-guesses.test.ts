// docs/operate/accounts.md#device-login: what strangers send to the endpoints of device login.
import { USER_CODE_LETTERS } from '../../src/accounts/device-login.ts';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../e2e/torture/random.ts';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { SEED } from '../../../../test-bed/seed.ts';
import { openMarket } from '../market.ts';
import { signedUp } from './browser.ts';
import { GRANT_TYPE, openProgram } from './program.ts';

const oauth = ({ status, body }: ApiResponse) => [status, body?.error];
const TEN = { MKT_RATE_SIGN_INS_PER_MINUTE: '10', MKT_TRUSTED_PROXIES: '127.0.0.1' };

const random = createRandom(SEED);
const randomLetter = () => USER_CODE_LETTERS.charAt(random.int(0, USER_CODE_LETTERS.length - 1));
const randomCode = () => Array.from({ length: 8 }, randomLetter).join('');

/** Runs the work `times` times, 50 at once. */
async function often(times: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: 50 }, worker));
}

describe('guessed user codes', () => {
  it('none of 300 guesses is accepted, and all but 10 are refused unseen, from any address', async () => {
    const market = await openMarket({ environment: TEN });
    const program = openProgram(market);
    for (let n = 0; n < 10; n++) await program.start();
    const browser = await signedUp(market);
    const verdicts: Record<string, number> = {};
    await often(300, async (n) => {
      const path = ['look-up', 'approve', 'deny'][n % 3] ?? '';
      const body = { userCode: randomCode(), ...(path === 'approve' ? { scopes: ['*'] } : {}) };
      const headers = { 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}` };
      const { status } = await browser.post(`/auth/device/${path}`, body, headers);
      verdicts[status] = (verdicts[status] ?? 0) + 1;
    });
    expect(verdicts).toEqual({ 404: 10, 429: 290 });
  });

  it('are limited per address too, whatever accounts send them', async () => {
    const market = await openMarket({ environment: TEN });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}` };
      const browser = await signedUp(market, `person${n}@example.com`);
      for (let guess = 0; guess < 5; guess++) {
        const body = { userCode: randomCode() };
        statuses.push((await browser.post('/auth/device/look-up', body)).status);
      }
      // The account itself has guesses left at another address.
      const elsewhere = { userCode: randomCode() };
      expect((await browser.post('/auth/device/look-up', elsewhere, headers)).status).toBe(404);
    }
    expect(statuses).toEqual([...Array(10).fill(404), ...Array(5).fill(429)]);
  });

  it('a code of a form that no code has is refused in the same words', async () => {
    const market = await openMarket();
    const browser = await signedUp(market);
    const unknown = await browser.post('/auth/device/look-up', { userCode: 'BCDF-GHJK' });
    for (const userCode of ['A', 'AEIO-UAEI', '%', 'BCDF-GHJK-L', '\u202E', '😀'.repeat(8)]) {
      const { status, body } = await browser.post('/auth/device/look-up', { userCode });
      expect([status, body.type, body.error]).toEqual([404, 'not_found', unknown.body.error]);
    }
  });
});

describe('requests for device codes', () => {
  it('are limited per address', async () => {
    const market = await openMarket({ environment: TEN });
    const program = openProgram(market);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      statuses.push((await program.send('/auth/device/code', { client_id: 'mkt' })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  });

  it.each([
    [{}, 'invalid_request', 'client_id is required.'],
    [{ client_id: '' }, 'invalid_request', 'client_id is required.'],
    [
      { client_id: 'x'.repeat(201) },
      'invalid_request',
      'client_id must not have more than 200 characters.',
    ],
    [{ client_id: 'mkt', scope: 'order:steal' }, 'invalid_scope', undefined],
    [{ client_id: 'mkt', scope: ' ' }, 'invalid_scope', undefined],
  ])('a request with %j is refused as %s', async (form, error, description) => {
    const answer = await openProgram(await openMarket()).send('/auth/device/code', form);
    expect(oauth(answer)).toEqual([400, error]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    if (description) expect(answer.body.error_description).toBe(description);
  });
});

describe('the endpoints for programs', () => {
  it('accept only a form without repeated fields', async () => {
    const { url } = await openMarket();
    const api = createApi(url, undefined);
    const form = 'application/x-www-form-urlencoded';
    const send = (raw: string, type: string) =>
      api.request('POST', '/auth/device/code', undefined, {
        raw,
        headers: { 'content-type': type },
      });
    expect(oauth(await send('{"client_id":"mkt"}', 'application/json'))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(oauth(await send('client_id=a&client_id=b', form))).toEqual([400, 'invalid_request']);
    expect(oauth(await send('', form))).toEqual([400, 'invalid_request']);
    expect(oauth(await send('%ff=%&client_id=%00', form))).toEqual([400, 'invalid_request']);
    const ignored = `client_id=mkt&unknown=1&unknown=2&__proto__=x&${'&a=b'.repeat(4_000)}`;
    expect((await send(ignored, `${form}; charset=UTF-8`)).status).toBe(200);
    const { status, body } = await send(`client_id=mkt&x=${'y'.repeat(16_384)}`, form);
    expect([status, body.type]).toEqual([413, 'payload_too_large']);
  });

  it('refuse a device code that is unknown, of another program, or of another grant', async () => {
    const market = await openMarket({ environment: { MKT_RATE_FAILED_KEYS_PER_MINUTE: '2' } });
    const program = openProgram(market);
    const { deviceCode } = await program.start();
    const ask = (form: Record<string, string>) =>
      program.send('/auth/device/token', {
        grant_type: GRANT_TYPE,
        device_code: deviceCode,
        client_id: 'mkt',
        ...form,
      });
    expect(oauth(await ask({ grant_type: 'password' }))).toEqual([400, 'unsupported_grant_type']);
    expect(oauth(await ask({ client_id: 'other' }))).toEqual([400, 'invalid_grant']);
    expect(oauth(await ask({ device_code: 'guessed' }))).toEqual([400, 'invalid_grant']);
    expect((await ask({ device_code: 'guessed again' })).status).toBe(429);
    expect(oauth(await ask({}))).toEqual([400, 'authorization_pending']);
  });

  it('revoke a key for anyone who has it, with the keys that it created', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const made = await market.api.post('/v1/api-keys', {
      name: 'parent',
      scopes: ['api_key:create'],
    });
    const parent = market.api.as(made.body.key);
    const child = await parent.post('/v1/api-keys', { name: 'child', scopes: [] });
    const revoked = await program.send('/auth/revoke', { token: made.body.key });
    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    for (const key of [made.body.key, child.body.key]) {
      expect((await market.api.as(key).get('/v1/me')).status).toBe(401);
    }
    for (const token of [made.body.key, 'mkt_guessed', '\u0000']) {
      expect((await program.send('/auth/revoke', { token })).status).toBe(200);
    }
    expect((await market.api.get('/v1/me')).status).toBe(200);
  });
});
