// docs/operate/accounts.md#device-login: a program gets an API key once a person allows it, on both engines.
import { isApiKey, SCOPES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createApi, type ApiResponse } from '../../../../test-bed/api.ts';
import { MARKETS } from '../markets.ts';
import { signedUp, type TestBrowser } from './browser.ts';
import { changeBeside, readBeside } from './database-beside.ts';
import { openProgram } from './program.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const outcome = ({ status, body }: ApiResponse) => [status, body?.type];
const oauth = ({ status, body }: ApiResponse) => [status, body?.error];

const statusesOf = (answers: ApiResponse[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

const approve = (browser: TestBrowser, userCode: string, more: object = {}) =>
  browser.post('/auth/device/approve', { userCode, scopes: ['*'], ...more });

describe.each(MARKETS)('device login on $name', ({ openMarket, newHome }) => {
  it('hands an API key with the allowed scopes to the program, once', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const started = await program.send('/auth/device/code', {
      client_id: 'mkt 0.1.0',
      host_name: 'ann-laptop',
      scope: 'order:read order:create',
    });
    expect(started.headers.get('cache-control')).toBe('no-store');
    expect(started.body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: `${market.url}/device`,
      verification_uri_complete: `${market.url}/device#code=${started.body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    const poll = () =>
      program.send('/auth/device/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: started.body.device_code,
        client_id: 'mkt 0.1.0',
      });
    const waiting = await poll();
    expect([...oauth(waiting), waiting.body.error_description]).toEqual([
      400,
      'authorization_pending',
      'The login has not been allowed or denied yet.',
    ]);

    const browser = await signedUp(market);
    const typed = started.body.user_code.toLowerCase().replace('-', ' ');
    const { body: asked } = await browser.post('/auth/device/look-up', { userCode: typed });
    expect(asked).toEqual({
      userCode: started.body.user_code,
      program: 'mkt 0.1.0',
      hostName: 'ann-laptop',
      address: '127.0.0.1',
      scopes: ['order:read', 'order:create'],
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(Date.parse(asked.expiresAt) - Date.parse(asked.createdAt)).toBe(10 * MINUTE_MS);
    const expiresAt = new Date(market.clock.now() + 24 * HOUR_MS).toISOString();
    const allowed = await approve(browser, typed, { scopes: ['order:read'], expiresAt });
    expect([allowed.status, allowed.body]).toEqual([200, { success: true }]);

    const handed = await poll();
    expect([handed.status, handed.body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        token_type: 'Bearer',
        scope: 'order:read',
        expires_in: expect.any(Number),
      },
    ]);
    expect(86_400 - handed.body.expires_in).toBeLessThan(10);
    const key = handed.body.access_token;
    expect(isApiKey(key)).toBe(true);
    const me = (await createApi(market.url, key).get('/v1/me')).body;
    expect(me.scopes).toEqual(['order:read']);
    expect(me.userId).toBe((await browser.get('/v1/me')).body.userId);
    const { data } = (await browser.get('/v1/api-keys')).body;
    expect(data).toMatchObject([
      { id: me.keyId, name: 'ann-laptop', origin: 'device', parentId: null, expiresAt },
    ]);
    expect(oauth(await poll())).toEqual([400, 'invalid_grant']);
    expect(JSON.stringify(market.log)).not.toContain(key);
  });

  it('gives its key the budget that the person set, which is refused as that of any key is', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const codes = await openProgram(market).start();
    const browser = await signedUp(market);
    for (const [budget, path] of [
      [{ limit: 5 }, '/budget/currency'],
      [{ limit: -1, currency: 'USD' }, '/budget/limit'],
      [{ limit: 0.000_000_1, currency: 'USD' }, '/budget/limit'],
      [{ listings: ['no-such-listing'] }, '/budget/listings/0'],
      ['much', '/budget'],
    ] as const) {
      const refused = await approve(browser, codes.userCode, { budget });
      expect([...outcome(refused), refused.body.details[0].path]).toEqual([
        400,
        'invalid_request',
        path,
      ]);
    }
    const budget = { limit: 5, currency: 'usd', period: 'day', maxPrice: 0.05 };
    expect((await approve(browser, codes.userCode, { budget })).status).toBe(200);
    // The program may poll after a restart.
    await market.close();
    const again = await openMarket(home);
    const { body } = await openProgram(again).poll(codes);
    const { data } = (await createApi(again.url, body.access_token).get('/v1/api-keys')).body;
    expect(data).toMatchObject([
      {
        origin: 'device',
        budget: { ...budget, currency: 'USD', listings: null },
        remaining: { amount: 5, currency: 'USD' },
      },
    ]);
    expect(oauth(await openProgram(again).poll(codes))).toEqual([400, 'invalid_grant']);
  });

  it('outlives the session and a restart between approval and hand-over', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const codes = await openProgram(market).start();
    const browser = await signedUp(market);
    await approve(browser, codes.userCode);
    await browser.post('/auth/sign-out');
    await market.close();
    const again = await openMarket(home);
    const { status, body } = await openProgram(again).poll(codes);
    expect([status, body.scope]).toEqual([200, '*']);
    expect((await createApi(again.url, body.access_token).get('/v1/me')).body.scopes).toEqual(
      SCOPES,
    );
  });

  it('stores neither code, and no key before it is handed over', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const codes = await openProgram(market).start();
    const browser = await signedUp(market);
    await approve(browser, codes.userCode);
    const rows = JSON.stringify(await readBeside(home, 'SELECT * FROM device_login'));
    const plain = codes.userCode.replace('-', '');
    for (const text of [codes.deviceCode, codes.userCode, plain]) expect(rows).not.toContain(text);
    expect((await browser.get('/v1/api-keys')).body.data).toEqual([]);
  });

  it('a login that is denied ends the program’s wait, and the code', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const codes = await program.start();
    const browser = await signedUp(market);
    const { userCode } = codes;
    expect((await browser.post('/auth/device/deny', { userCode })).status).toBe(200);
    expect(oauth(await program.poll(codes))).toEqual([400, 'access_denied']);
    expect(outcome(await approve(browser, userCode))).toEqual([404, 'not_found']);
    expect(outcome(await browser.post('/auth/device/deny', { userCode }))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('expires after 10 minutes, before or after the approval', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const [waiting, approved] = [await program.start(), await program.start()];
    const browser = await signedUp(market);
    await approve(browser, approved.userCode);
    market.clock.move(10 * MINUTE_MS);
    for (const codes of [waiting, approved]) {
      expect(oauth(await program.poll(codes))).toEqual([400, 'expired_token']);
      expect(outcome(await approve(browser, codes.userCode))).toEqual([404, 'not_found']);
    }
    await market.advance(3 * HOUR_MS);
    expect(oauth(await program.poll(waiting))).toEqual([400, 'invalid_grant']);
    expect((await browser.get('/v1/api-keys')).body.data).toEqual([]);
  });

  it('tells a program that polls too often to slow down, by 5 s each time', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const codes = await program.start();
    const after = async (seconds: number) => {
      market.clock.move(seconds * 1_000);
      return (await program.poll(codes)).body.error;
    };
    expect(await after(0)).toBe('authorization_pending');
    expect(await after(5)).toBe('authorization_pending');
    expect(await after(3)).toBe('slow_down');
    expect(await after(6)).toBe('slow_down');
    expect(await after(15)).toBe('authorization_pending');
    const browser = await signedUp(market);
    await approve(browser, codes.userCode);
    expect((await program.poll(codes)).status).toBe(200);
  });

  it('gives one of several polls at once the key, and one person the decision', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const codes = await program.start();
    const people = [await signedUp(market), await signedUp(market, 'bob@example.com')];
    const decided = await Promise.all(people.map((person) => approve(person, codes.userCode)));
    expect(statusesOf(decided)).toEqual([200, 404]);
    const polled = await Promise.all(Array.from({ length: 8 }, () => program.poll(codes)));
    expect(statusesOf(polled)).toEqual([200, ...Array(7).fill(400)]);
  });

  it('revokes a key whose response was lost, and keeps one that was used', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const [lost, used] = [await program.start(), await program.start()];
    const browser = await signedUp(market);
    for (const { userCode } of [lost, used]) await approve(browser, userCode);
    const lostKey = (await program.poll(lost)).body.access_token;
    const usedKey = (await program.poll(used)).body.access_token;
    await createApi(market.url, usedKey).get('/v1/me');
    await market.advance(3 * HOUR_MS);
    expect((await createApi(market.url, lostKey).get('/v1/me')).status).toBe(401);
    expect((await createApi(market.url, usedKey).get('/v1/me')).status).toBe(200);
    const { data } = (await browser.get('/v1/api-keys')).body;
    expect(data).toHaveLength(1);
  });

  it('respects how many keys an account may have, when allowed and when handed over', async () => {
    const market = await openMarket({ environment: { MKT_SHARE_API_KEYS: '1' } });
    const program = openProgram(market);
    const [first, second, third] = [
      await program.start(),
      await program.start(),
      await program.start(),
    ];
    const browser = await signedUp(market);
    for (const { userCode } of [first, second]) {
      expect((await approve(browser, userCode)).status).toBe(200);
    }
    expect((await program.poll(first)).status).toBe(200);
    for (let times = 0; times < 2; times++) {
      expect(oauth(await program.poll(second))).toEqual([400, 'access_denied']);
    }
    const refused = await approve(browser, third.userCode);
    expect([...outcome(refused), refused.body.limit]).toEqual([429, 'quota_exceeded', 'api_keys']);
    expect((await program.poll(third)).body.error).toBe('authorization_pending');
  });

  it('gives its key no more than the program asked for, and no expiry in the past', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const { userCode } = await program.start({ scope: 'order:read' });
    const browser = await signedUp(market);
    for (const [more, path] of [
      [{ scopes: ['order:read', 'order:create'] }, '/scopes/1'],
      [{ scopes: ['*'] }, '/scopes/0'],
      [{ scopes: [] }, '/scopes'],
      [{ scopes: ['order:read'], expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ] as const) {
      const refused = await approve(browser, userCode, more);
      expect([...outcome(refused), refused.body.details[0].path]).toEqual([
        400,
        'invalid_request',
        path,
      ]);
    }
    expect((await approve(browser, userCode, { scopes: ['order:read'] })).status).toBe(200);
  });

  it('shows claimed names without characters that hide or reorder text', async () => {
    const market = await openMarket();
    const program = openProgram(market);
    const browser = await signedUp(market);
    const shown = async (client: string, host: string) => {
      const { userCode, deviceCode } = await program.start({ client_id: client, host_name: host });
      const { body } = await browser.post('/auth/device/look-up', { userCode });
      await approve(browser, userCode);
      const form = {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: client,
      };
      await program.send('/auth/device/token', { ...form, device_code: deviceCode });
      const { data } = (await browser.get('/v1/api-keys')).body;
      return [body.program, body.hostName, data[0].name];
    };
    expect(await shown('mkt', 'evil\u0000\u001B[2J\r\nhost\u2028\u0085x')).toEqual([
      'mkt',
      'evil [2J host x',
      'evil [2J host x',
    ]);
    expect(await shown('m\u202Ekt', '\u2066\u200Bann\u00AD\uFEFF\u{E0041}’s 電腦\u2069')).toEqual([
      'mkt',
      'ann’s 電腦',
      'ann’s 電腦',
    ]);
    expect(await shown('mkt', '\u202E\u200B \u0007')).toEqual(['mkt', null, 'mkt']);
    expect(await shown('mkt', '🎉'.repeat(100))).toEqual(['mkt', '🎉'.repeat(64), '🎉'.repeat(64)]);
    const hidden = await program.send('/auth/device/code', { client_id: '\u200B' });
    expect(oauth(hidden)).toEqual([400, 'invalid_request']);
  });

  it('is decided by people, not with keys, and not for a suspended account', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const { userCode } = await openProgram(market).start();
    const api = createApi(market.url, market.apiKey);
    const headers = { origin: market.url };
    const browser = await signedUp(market);
    await changeBeside(home, `UPDATE account SET suspended_at = 1 WHERE name = 'Ann'`);
    for (const path of ['look-up', 'approve', 'deny']) {
      const body = { userCode, ...(path === 'approve' ? { scopes: ['*'] } : {}) };
      const withKey = await api.post(`/auth/device/${path}`, body, { headers });
      expect([path, ...outcome(withKey)]).toEqual([path, 401, 'unauthenticated']);
      const suspended = await browser.post(`/auth/device/${path}`, body);
      expect([path, ...outcome(suspended)]).toEqual([path, 403, 'account_suspended']);
    }
  });
});
