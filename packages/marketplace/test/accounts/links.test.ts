// docs/operate/accounts.md#invitations-and-new-passwords: the operator's one-time links, on both engines.
import { describe, expect, it } from 'vitest';
import type { ApiResponse } from '../../../../test-bed/api.ts';
import { MARKETS, type Home } from '../markets.ts';
import { openBrowser, PASSWORD, signedUp } from './browser.ts';
import { changeBeside, readBeside } from './database-beside.ts';
import { runCommand } from './run-command.ts';

const outcome = ({ status, body }: ApiResponse) => [status, body?.type];
const EMAIL = 'ann@example.com';
const NEW_PASSWORD = 'a new long password';

const INVITE_ONLY = { environment: { MKT_SIGNUP: 'invite' } };

async function link(home: Home, kind: 'invite' | 'reset', email = EMAIL) {
  return (await printed(home, kind, email)).token;
}

async function printed(home: Home, kind: 'invite' | 'reset', email = EMAIL) {
  const { code, stdout, stderr } = await runCommand(
    home,
    'users',
    kind,
    '--email',
    email,
    '--json',
  );
  if (code !== 0) throw new Error(stderr);
  const { url, token } = JSON.parse(stdout) as { url: string; token: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[a-z-]+#[a-z]+=[\w-]{43}$/);
  return { url, token, stderr };
}

const signUp = (url: string, invitation: string, email = EMAIL) =>
  openBrowser(url).post('/auth/sign-up/email', {
    name: 'Ann',
    email,
    password: PASSWORD,
    invitation,
  });

const reset = (url: string, token: string) =>
  openBrowser(url).post('/auth/reset-password', { token, newPassword: NEW_PASSWORD });

describe.each(MARKETS)('an invitation on $name', ({ openMarket, newHome }) => {
  it('lets one person sign up, once', async () => {
    const home = await newHome();
    const { url } = await openMarket({ ...home, ...INVITE_ONLY });
    const invitation = await link(home, 'invite');
    const typo = await signUp(url, invitation, 'amn@example.com');
    expect([...outcome(typo), typo.body.details[0].path]).toEqual([
      400,
      'invalid_request',
      '/invitation',
    ]);
    expect((await signUp(url, invitation, 'Ann@Example.com')).status).toBe(200);
    expect(outcome(await signUp(url, invitation))).toEqual([400, 'invalid_request']);
    expect(outcome(await signUp(url, 'guessed', 'eve@example.com'))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('has the address of the server that ran last, or says that it has the default one', async () => {
    const home = await newHome();
    expect((await runCommand(home, 'migrate')).code).toBe(0);
    const unserved = await runCommand(home, 'keys', 'create', '--email', 'bob@example.com');
    expect(unserved.code).toBe(0);
    const early = await printed(home, 'reset', 'bob@example.com');
    expect(early.url).toContain('http://127.0.0.1:8787/reset-password#');
    expect(early.stderr).toContain('the default address, because no server has run on this data');
    const market = await openMarket(home);
    const { url, stderr } = await printed(home, 'invite');
    expect(url).toContain(`${market.url}/sign-up#`);
    expect(stderr).not.toContain('MKT_PUBLIC_URL');
    expect((await fetch(url)).status).toBe(200);
    await market.close();
    const environment = { MKT_PUBLIC_URL: 'https://market.example.com' };
    await (await openMarket({ ...home, environment })).close();
    const { code, stdout } = await runCommand(home, 'users', 'invite', '--email', EMAIL);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^https:\/\/market\.example\.com\/sign-up#/),
    ]);
  });

  it('is stored as a hash, ends after a day, and is replaced by a later one', async () => {
    const home = await newHome();
    const { url } = await openMarket({ ...home, ...INVITE_ONLY });
    const first = await link(home, 'invite');
    const second = await link(home, 'invite');
    expect(outcome(await signUp(url, first))).toEqual([400, 'invalid_request']);
    const rows = await readBeside(home, 'SELECT * FROM sign_in_link');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(second);
    const [{ expires_at: expiresAt }] = rows as [{ expires_at: number | string }];
    expect(Number(expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(Number(expiresAt) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    await changeBeside(home, 'UPDATE sign_in_link SET expires_at = 1');
    expect(outcome(await signUp(url, second))).toEqual([400, 'invalid_request']);
  });

  it('is refused to an existing account, and useless while sign-up is closed', async () => {
    const home = await newHome();
    const { url } = await openMarket({ ...home, environment: { MKT_SIGNUP: 'closed' } });
    const invitation = await link(home, 'invite');
    expect(outcome(await signUp(url, invitation))).toEqual([403, 'signup_closed']);
    for (const kind of ['invite', 'reset']) {
      const refused = await runCommand(home, 'users', kind, '--email', 'dev@localhost');
      expect(refused).toEqual({
        code: 1,
        stdout: '',
        stderr: '✖ dev@localhost is not a valid email address for signing in.\n',
      });
    }
    const known = await runCommand(home, 'keys', 'create', '--email', 'bob@example.com');
    expect(known.code).toBe(0);
    const again = await runCommand(home, 'users', 'invite', '--email', 'bob@example.com');
    expect([again.code, again.stderr]).toEqual([
      1,
      '✖ bob@example.com has an account. Let its owner set a new password: mkt-marketplace users reset --email bob@example.com\n',
    ]);
  });

  it('keeps its address for the person who was invited: nobody else can change theirs to it', async () => {
    const home = await newHome();
    const { url } = await openMarket({ ...home, ...INVITE_ONLY });
    const eve = openBrowser(url);
    const invited = { name: 'Eve', email: 'eve@example.com', password: PASSWORD };
    const invitation = await link(home, 'invite', invited.email);
    await eve.post('/auth/sign-up/email', { ...invited, invitation });
    const anns = await link(home, 'invite');
    const change = { name: 'Eve', email: 'Ann@example.com', currentPassword: PASSWORD };
    const taken = await eve.post('/auth/update-user', change);
    expect([...outcome(taken), taken.body.error]).toEqual([
      409,
      'email_taken',
      'Another person was invited with this email address.',
    ]);
    expect((await signUp(url, anns)).status).toBe(200);
    // An invitation that has expired keeps nothing.
    await link(home, 'invite', 'bob@example.com');
    await changeBeside(home, 'UPDATE sign_in_link SET expires_at = 1');
    const free = { ...change, email: 'bob@example.com' };
    expect((await eve.post('/auth/update-user', free)).status).toBe(200);
  });
});

describe.each(MARKETS)('a link to set a new password on $name', ({ openMarket, newHome }) => {
  it('replaces the password once, ends every session, and signs in', async () => {
    const home = await newHome();
    const { url } = await openMarket(home);
    const lost = await signedUp({ url });
    const { userId } = (await lost.get('/v1/me')).body;
    const token = await link(home, 'reset', 'ANN@example.com');
    expect(outcome(await signUp(url, token, 'eve@example.com'))).toEqual([400, 'invalid_request']);
    const browser = openBrowser(url);
    const answer = await browser.post('/auth/reset-password', { token, newPassword: NEW_PASSWORD });
    expect([answer.status, answer.body.user.email]).toEqual([200, EMAIL]);
    expect((await browser.get('/v1/me')).body.userId).toBe(userId);
    expect(outcome(await lost.get('/v1/me'))).toEqual([401, 'unauthenticated']);
    expect(outcome(await reset(url, token))).toEqual([400, 'invalid_request']);
    const signIn = (password: string) =>
      openBrowser(url).post('/auth/sign-in/email', { email: EMAIL, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  it('cannot be used once the person has given up the address, even if another has it now', async () => {
    const home = await newHome();
    const { url } = await openMarket(home);
    const ann = await signedUp({ url });
    const token = await link(home, 'reset');
    const moved = { name: 'Ann', email: 'ann.bell@example.com', currentPassword: PASSWORD };
    expect((await ann.post('/auth/update-user', moved)).status).toBe(200);
    const next = await signedUp({ url });
    expect(outcome(await reset(url, token))).toEqual([400, 'invalid_request']);
    expect((await next.get('/v1/me')).status).toBe(200);
  });

  it('gives a password to an account that the operator created with a key', async () => {
    const home = await newHome();
    const { url } = await openMarket(home);
    const created = await runCommand(home, 'keys', 'create', '--email', EMAIL);
    expect(created.code).toBe(0);
    expect(
      outcome(
        await openBrowser(url).post('/auth/sign-in/email', {
          email: EMAIL,
          password: NEW_PASSWORD,
        }),
      ),
    ).toEqual([401, 'unauthenticated']);
    const browser = openBrowser(url);
    const token = await link(home, 'reset');
    await browser.post('/auth/reset-password', { token, newPassword: NEW_PASSWORD });
    const withKey = await fetch(`${url}/v1/me`, {
      headers: { 'x-mkt-api-key': created.stdout.trim() },
    });
    const { userId } = (await withKey.json()) as { userId: string };
    expect((await browser.get('/v1/me')).body.userId).toBe(userId);
  });

  it('works for one of ten simultaneous attempts', async () => {
    const home = await newHome();
    const { url } = await openMarket(home);
    await signedUp({ url });
    const token = await link(home, 'reset');
    const all = await Promise.all(Array.from({ length: 10 }, () => reset(url, token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 400)).toHaveLength(9);
  });

  it('is refused for an unknown address, with what to do instead', async () => {
    const home = await newHome();
    await openMarket(home);
    expect(await runCommand(home, 'users', 'reset', '--email', EMAIL)).toEqual({
      code: 1,
      stdout: '',
      stderr: `✖ No account has the email address ${EMAIL}. Invite its owner: mkt-marketplace users invite --email ${EMAIL}\n`,
    });
  });
});
