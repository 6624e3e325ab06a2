// People get 503 while the database is unavailable, and are not treated as signed out.
import { describe, expect, it } from 'vitest';
import { createSessions } from '../../src/accounts/sessions.ts';
import { StorageUnavailable } from '../../src/market/refusal.ts';
import type { Sessions } from '../../src/accounts/session.ts';
import { createAuthDatabase } from '../../src/database/auth-database.ts';
import { openMarket } from '../market.ts';
import { signedUp } from './browser.ts';
import type { Browser } from '../../src/http/request-head.ts';

/** Sessions on a database that does not answer. */
const awaySessions = (cookieKey: Uint8Array) =>
  createSessions({
    database: createAuthDatabase(
      'sqlite',
      () => Promise.reject(new StorageUnavailable(new Error('away'))),
      () => Promise.resolve(),
    ),
    cookieKey,
    secureCookies: false,
    baseUrl: () => 'http://127.0.0.1:8787',
    id: () => '0',
  });

const REQUESTS: Record<string, (sessions: Sessions, browser: Browser) => Promise<unknown>> = {
  'signing in': (sessions, browser) =>
    sessions.signIn(browser, { email: 'ann@example.com', password: 'x' }),
  'the current session': (sessions, browser) => sessions.current(browser),
  'the list of sessions': (sessions, browser) => sessions.list(browser),
  'ending a session': (sessions, browser) => sessions.end(browser, 'x'),
  'ending the others': (sessions, browser) => sessions.endOthers(browser),
  'checking a password': (sessions, browser) => sessions.checkPassword(browser, 'x'),
  'a new password': (sessions, browser) =>
    sessions.changePassword(browser, { currentPassword: 'x', newPassword: 'long enough' }),
};

async function signedCookie(cookieKey: Uint8Array): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    Buffer.from(Buffer.from(cookieKey).toString('base64')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signature = await crypto.subtle.sign('HMAC', key, Buffer.from('token'));
  const value = `token.${Buffer.from(signature).toString('base64')}`;
  return `mkt_session=${encodeURIComponent(value)}`;
}

describe('while the database is away', () => {
  it.each(Object.entries(REQUESTS))('%s is refused as that', async (_name, ask) => {
    const cookieKey = new Uint8Array(32).fill(7);
    const browser = {
      cookie: await signedCookie(cookieKey),
      address: '127.0.0.1',
      userAgent: undefined,
    };
    await expect(ask(awaySessions(cookieKey), browser)).rejects.toBeInstanceOf(StorageUnavailable);
  });
});

describe('the log', () => {
  it('has nothing that people type, and no token', async () => {
    const market = await openMarket();
    const browser = await signedUp(market);
    const wrong = { email: 'ann@example.com', password: 'a wrong password' };
    expect((await browser.post('/auth/sign-in/email', wrong)).status).toBe(401);
    await browser.get('/v1/me');
    const text = JSON.stringify(market.log);
    const token = (browser.cookies.get('mkt_session') ?? '').split('.')[0] ?? '';
    for (const secret of ['ann@example.com', 'a wrong password', 'correct horse', token]) {
      expect(text).not.toContain(secret);
    }
  });
});
