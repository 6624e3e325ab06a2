// docs/operate/accounts.md: signing up, in and out, passwords and sessions, on both engines.
import { describe, expect, it } from 'vitest';
import type { ApiResponse } from '../../../../test-bed/api.ts';
import { openMarket } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { newDatabase } from '../postgres/databases.ts';
import { openBrowser, PASSWORD, signedUp } from './browser.ts';

const outcome = ({ status, body }: ApiResponse) => [status, body?.type];
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

describe.each(MARKETS)('signing up on $name', ({ openMarket, newHome }) => {
  it('creates a person with an account, and signs them in', async () => {
    const { url } = await openMarket();
    const browser = openBrowser(url);
    const body = { name: 'Ann', email: 'Ann@Example.com', password: PASSWORD };
    const { status, body: created, text } = await browser.post('/auth/sign-up/email', body);
    expect([status, created]).toEqual([
      200,
      { user: { id: expect.stringMatching(UUID_V7), name: 'Ann', email: 'ann@example.com' } },
    ]);
    const { body: found } = await browser.get('/auth/get-session');
    expect(found).toEqual({
      user: created.user,
      session: {
        id: expect.stringMatching(UUID_V7),
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        ipAddress: '127.0.0.1',
        userAgent: expect.any(String),
      },
    });
    const lasts = Date.parse(found.session.expiresAt) - Date.parse(found.session.createdAt);
    expect(Math.round(lasts / 86_400_000)).toBe(7);
    const token = [...browser.cookies.values()].join().split('.')[0] ?? '';
    expect(text).not.toContain(token);
  });

  it('is refused for an email address that is known, and changes nothing', async () => {
    const { url } = await openMarket();
    await signedUp({ url });
    const thief = openBrowser(url);
    const again = { name: 'Eve', email: 'ANN@example.com', password: 'another password' };
    expect(outcome(await thief.post('/auth/sign-up/email', again))).toEqual([409, 'email_taken']);
    expect(thief.cookies.size).toBe(0);
    const signIn = (password: string) =>
      openBrowser(url).post('/auth/sign-in/email', { email: 'ann@example.com', password });
    expect((await signIn(PASSWORD)).status).toBe(200);
    expect((await signIn('another password')).status).toBe(401);
    // The account of dev mode has no password.
    const developer = { ...again, email: 'dev@localhost.localdomain' };
    expect((await thief.post('/auth/sign-up/email', developer)).status).toBe(200);
  });

  it('checks the name, the address and the length of the password', async () => {
    const { url } = await openMarket();
    const good = { name: 'Ann', email: 'ann@example.com', password: PASSWORD };
    for (const [path, body] of [
      ['/password', { ...good, password: 'nine char' }],
      ['/password', { ...good, password: 'x'.repeat(129) }],
      ['/email', { ...good, email: 'ann' }],
      ['/email', { ...good, email: 'ann@example' }],
      ['/name', { ...good, name: ' ' }],
      ['/image', { ...good, image: 'https://example.com' }],
    ] as const) {
      const answer = await openBrowser(url).post('/auth/sign-up/email', body);
      expect([path, ...outcome(answer)]).toEqual([path, 400, 'invalid_request']);
      expect(answer.body.details[0].path).toBe(path);
      expect(answer.text).not.toContain(body.password);
    }
  });

  it('is possible only when the operator allows it', async () => {
    for (const policy of ['invite', 'closed']) {
      const { url } = await openMarket({ environment: { MKT_SIGNUP: policy } });
      const body = { name: 'Ann', email: 'ann@example.com', password: PASSWORD };
      const answer = await openBrowser(url).post('/auth/sign-up/email', body);
      expect([policy, ...outcome(answer)]).toEqual([policy, 403, 'signup_closed']);
    }
  });

  it('succeeds once for simultaneous attempts with one address', async () => {
    const { url } = await openMarket();
    const body = { name: 'Ann', email: 'ann@example.com', password: PASSWORD };
    const all = await Promise.all(
      Array.from({ length: 5 }, () => openBrowser(url).post('/auth/sign-up/email', body)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  it('survives a restart, like its sessions', async () => {
    const home = await newHome();
    const first = await openMarket(home);
    const browser = await signedUp(first);
    await first.close();
    const { url } = await openMarket(home);
    const again = openBrowser(url);
    const cookie = browser.cookieHeader();
    expect((await again.get('/auth/get-session', { cookie })).body.user.email).toBe(
      'ann@example.com',
    );
    const credentials = { email: 'ann@example.com', password: PASSWORD };
    expect((await again.post('/auth/sign-in/email', credentials)).status).toBe(200);
  });
});

describe.each(MARKETS)('signing in on $name', ({ openMarket }) => {
  it('refuses a wrong address and a wrong password with the same words', async () => {
    const { url } = await openMarket();
    await signedUp({ url });
    const browser = openBrowser(url);
    const attempts = [
      { email: 'ann@example.com', password: 'wrong password' },
      { email: 'bob@example.com', password: PASSWORD },
    ];
    const answers = [];
    for (const body of attempts) answers.push(await browser.post('/auth/sign-in/email', body));
    const [wrongPassword, wrongAddress] = answers.map(
      ({ status, body: { requestId: _, ...rest } }) => [status, rest],
    );
    expect(wrongPassword).toEqual([
      401,
      { error: 'The email address or the password is wrong.', type: 'unauthenticated' },
    ]);
    expect(wrongAddress).toEqual(wrongPassword);
    expect(browser.cookies.size).toBe(0);
  });

  it('sets a cookie that no script can read and no other site can send', async () => {
    const { url } = await openMarket();
    await signedUp({ url });
    const credentials = { email: 'ann@example.com', password: PASSWORD };
    const answer = await openBrowser(url).post('/auth/sign-in/email', credentials);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^mkt_session=[^;]+; /);
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Lax',
    ]);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is limited for the network that fails, and not for the owner elsewhere or in a known browser', async () => {
    const { url } = await openMarket({
      environment: { MKT_RATE_SIGN_INS_PER_MINUTE: '3', MKT_TRUSTED_PROXIES: '127.0.0.1' },
    });
    const home = await signedUp({ url });
    const signIn = (address: string, password = 'not the password', browser = openBrowser(url)) =>
      browser.post(
        '/auth/sign-in/email',
        { email: 'ANN@example.com', password },
        { 'x-forwarded-for': address },
      );
    for (let n = 0; n < 3; n++) expect((await signIn('2001:db8:1:2::5')).status).toBe(401);
    const limited = await signIn('2001:db8:1:2::6', PASSWORD);
    expect(outcome(limited)).toEqual([429, 'rate_limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(50);
    for (let n = 0; n < 5; n++) expect((await signIn('192.0.2.77', PASSWORD)).status).toBe(200);
    expect((await signIn('2001:db8:1:2::5', PASSWORD, home)).status).toBe(200);
  });

  it('makes the browser known by a cookie that no script can read, and that fits no other account', async () => {
    const { url } = await openMarket({
      environment: { MKT_RATE_SIGN_INS_PER_MINUTE: '2', MKT_SIGNUP: 'open' },
      dev: false,
    });
    const cookieOf = async (email: string) => {
      const body = { name: 'Ann', email, password: PASSWORD };
      const { headers } = await openBrowser(url).post('/auth/sign-up/email', body);
      return headers.getSetCookie().find((line) => line.startsWith('__Host-mkt_device=')) ?? '';
    };
    const [anns, bobs] = [await cookieOf('ann@example.com'), await cookieOf('bob@example.com')];
    expect(
      anns
        .replace(/=[^;]*/, '')
        .split('; ')
        .toSorted(),
    ).toEqual([
      'HttpOnly',
      'Max-Age=34560000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
      '__Host-mkt_device',
    ]);
    const signIn = (password: string, cookie = '') =>
      openBrowser(url).post(
        '/auth/sign-in/email',
        { email: 'ann@example.com', password },
        { cookie: cookie.split(';')[0] ?? '' },
      );
    for (let n = 0; n < 2; n++) expect((await signIn('not the password')).status).toBe(401);
    for (const cookie of [bobs, anns.replace(/[\w-]{22};/, `${'A'.repeat(22)};`), 'x']) {
      expect((await signIn(PASSWORD, cookie)).status).toBe(429);
    }
    expect((await signIn(PASSWORD, anns)).status).toBe(200);
  });
});

describe('signing in to processes that count together', () => {
  it('has one limit in all of them, which does not count correct passwords', async () => {
    const environment = {
      MKT_RATE_SIGN_INS_PER_MINUTE: '3',
      MKT_RATE_LIMIT_STORE: 'postgres',
      MKT_TRUSTED_PROXIES: '127.0.0.1',
    };
    const database = await newDatabase();
    const [one, two] = [
      await openMarket({ database, environment }),
      await openMarket({ database, environment }),
    ];
    await signedUp(one);
    const signIn = async ({ url }: { url: string }, password: string, network = '192.0.2.7') => {
      const body = { email: 'ann@example.com', password };
      const headers = { 'x-forwarded-for': network };
      return (await openBrowser(url).post('/auth/sign-in/email', body, headers)).status;
    };
    for (const market of [one, two, one, two]) expect(await signIn(market, PASSWORD)).toBe(200);
    for (const market of [two, one, two]) expect(await signIn(market, 'a wild guess')).toBe(401);
    expect(await signIn(one, PASSWORD)).toBe(429);
    expect(await signIn(two, PASSWORD)).toBe(429);
    expect(await signIn(two, PASSWORD, '203.0.113.9')).toBe(200);
  });
});

describe.each(MARKETS)('a session on $name', ({ openMarket }) => {
  it('ends when its person signs out', async () => {
    const { url } = await openMarket();
    const browser = await signedUp({ url });
    const cookie = browser.cookieHeader();
    expect((await browser.post('/auth/sign-out')).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['mkt_device']);
    const kept = openBrowser(url);
    expect((await kept.get('/auth/get-session', { cookie })).body).toBeNull();
    expect((await kept.get('/auth/get-session', { cookie })).text).toBe('null');
  });

  it('is listed, and can be ended, by the sessions of the same person only', async () => {
    const { url } = await openMarket();
    const [laptop, other] = [await signedUp({ url }), await signedUp({ url }, 'bob@example.com')];
    const phone = openBrowser(url);
    const credentials = { email: 'ann@example.com', password: PASSWORD };
    await phone.post('/auth/sign-in/email', credentials, { 'user-agent': 'Phone' });
    const { body: sessions, text } = await laptop.get('/auth/list-sessions');
    expect(sessions.map(({ userAgent, current }: any) => [userAgent, current])).toEqual([
      ['Phone', false],
      [expect.any(String), true],
    ]);
    expect(text).not.toMatch(/token/);
    const [{ id }] = sessions;
    const end = (from: typeof phone) => from.post('/auth/revoke-session', { id });
    expect(outcome(await end(other))).toEqual([404, 'not_found']);
    expect((await phone.get('/auth/get-session')).body).not.toBeNull();
    expect((await end(laptop)).status).toBe(200);
    expect(outcome(await phone.get('/auth/list-sessions'))).toEqual([401, 'unauthenticated']);
    expect(outcome(await end(laptop))).toEqual([404, 'not_found']);
  });

  it('can end all others', async () => {
    const { url } = await openMarket();
    const [laptop, phone] = [await signedUp({ url }), openBrowser(url)];
    await phone.post('/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD });
    expect((await laptop.post('/auth/revoke-other-sessions')).status).toBe(200);
    expect((await phone.get('/auth/get-session')).body).toBeNull();
    expect((await laptop.get('/auth/get-session')).body).not.toBeNull();
  });

  it('changes the password, which ends all others', async () => {
    const { url } = await openMarket();
    const [laptop, phone] = [await signedUp({ url }), openBrowser(url)];
    await phone.post('/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD });
    const newPassword = 'a new long password';
    const change = (currentPassword: string) =>
      laptop.post('/auth/change-password', { currentPassword, newPassword });
    const wrong = await change('not my password');
    expect(outcome(wrong)).toEqual([400, 'invalid_request']);
    expect(wrong.body.details).toEqual([
      { path: '/currentPassword', message: 'is wrong', keyword: 'currentPassword' },
    ]);
    expect((await phone.get('/auth/get-session')).body).not.toBeNull();
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await phone.get('/auth/get-session')).body).toBeNull();
    expect((await laptop.get('/auth/get-session')).body.user.email).toBe('ann@example.com');
    const signIn = (password: string) =>
      phone.post('/auth/sign-in/email', { email: 'ann@example.com', password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(newPassword)).status).toBe(200);
  });

  it('limits wrong current passwords by the session that sends them', async () => {
    const { url } = await openMarket({ environment: { MKT_RATE_SIGN_INS_PER_MINUTE: '2' } });
    const [stolen, own] = [await signedUp({ url }), openBrowser(url)];
    await own.post('/auth/sign-in/email', { email: 'ann@example.com', password: PASSWORD });
    const change = (browser: typeof own, currentPassword: string) =>
      browser.post('/auth/change-password', {
        currentPassword,
        newPassword: 'a new long password',
      });
    for (let n = 0; n < 2; n++) expect((await change(stolen, 'a wild guess')).status).toBe(400);
    expect(outcome(await change(stolen, PASSWORD))).toEqual([429, 'rate_limited']);
    expect((await change(own, PASSWORD)).status).toBe(200);
    expect(outcome(await change(openBrowser(url), PASSWORD))).toEqual([401, 'unauthenticated']);
  });

  it('changes a name by itself, and an address only with the password', async () => {
    const { url, apiKey } = await openMarket();
    const browser = await signedUp({ url });
    await signedUp({ url }, 'bob@example.com');
    const change = (body: object) => browser.post('/auth/update-user', body);
    const renamed = await change({ name: 'Ann Bell', email: 'ANN@example.com' });
    expect([renamed.status, renamed.body.user]).toMatchObject([
      200,
      { name: 'Ann Bell', email: 'ann@example.com' },
    ]);

    const next = { name: 'Ann Bell', email: 'Ann.Bell@example.com' };
    expect((await change(next)).body.details).toMatchObject([{ path: '/currentPassword' }]);
    const wrong = await change({ ...next, currentPassword: 'not my password' });
    expect(wrong.body.details).toMatchObject([{ path: '/currentPassword', message: 'is wrong' }]);
    const taken = { ...next, email: 'BOB@example.com', currentPassword: PASSWORD };
    expect(outcome(await change(taken))).toEqual([409, 'email_taken']);
    expect((await browser.get('/auth/get-session')).body.user.email).toBe('ann@example.com');

    const changed = await change({ ...next, currentPassword: PASSWORD });
    expect([changed.status, changed.body.user.email]).toEqual([200, 'ann.bell@example.com']);
    const signIn = (email: string) =>
      openBrowser(url).post('/auth/sign-in/email', { email, password: PASSWORD });
    expect((await signIn('ann@example.com')).status).toBe(401);
    expect((await signIn('ann.bell@example.com')).status).toBe(200);
    const { body: audit } = await browser.get('/v1/audit');
    const updates = audit.data.filter(({ action }: { action: string }) => action === 'user.update');
    expect(updates).toMatchObject([
      { subject: { id: null, name: 'ann.bell@example.com' }, actor: { kind: 'session' } },
      { subject: { id: null, name: 'ann@example.com' }, actor: { kind: 'session' } },
    ]);
    // Someone else may have it now.
    await signedUp({ url }, 'ann@example.com');

    // The person of dev mode is found by the address.
    const developer = openBrowser(url);
    await developer.post('/auth/dev', { token: apiKey });
    const { body: refused } = await developer.post('/auth/update-user', next);
    expect(refused.details).toMatchObject([{ path: '/email' }]);
  });

  it('gives an address to one of those who take it at the same time', async () => {
    const { url } = await openMarket();
    const names = ['ann', 'bob', 'eve'];
    const people = await Promise.all(names.map((name) => signedUp({ url }, `${name}@example.com`)));
    const taking = people.map((person) =>
      person.post('/auth/update-user', {
        name: 'Ann',
        email: 'one@example.com',
        currentPassword: PASSWORD,
      }),
    );
    const signingUp = openBrowser(url).post('/auth/sign-up/email', {
      name: 'Ann',
      email: 'one@example.com',
      password: PASSWORD,
    });
    const answers = await Promise.all([...taking, signingUp]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
  });

  it('limits how many new addresses are tried from one network', async () => {
    const { url } = await openMarket({ environment: { MKT_RATE_SIGN_INS_PER_MINUTE: '3' } });
    const browser = await signedUp({ url });
    const change = (email: string) =>
      browser.post('/auth/update-user', { name: 'Ann', email, currentPassword: PASSWORD });
    expect((await change('ann@example.com')).status).toBe(200);
    expect((await change('a@example.com')).status).toBe(200);
    expect((await change('b@example.com')).status).toBe(200);
    expect(outcome(await change('c@example.com'))).toEqual([429, 'rate_limited']);
  });

  it('needs the signature of its cookie', async () => {
    const { url } = await openMarket();
    const browser = await signedUp({ url });
    const [token = '', signature = ''] = (browser.cookies.get('mkt_session') ?? '').split('.');
    const ask = (value: string) =>
      openBrowser(url).get('/auth/get-session', { cookie: `mkt_session=${value}` });
    expect((await ask(`${token}.${signature}`)).body).not.toBeNull();
    for (const forged of [token, `${token}.`, `${token}.${signature.slice(0, -8)}AAAA`, 'x', '%']) {
      expect([forged, (await ask(forged)).body]).toEqual([forged, null]);
    }
  });
});
