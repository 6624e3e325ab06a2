// docs/operate/accounts.md#closing-an-account: people close their account while the server runs.
import { describe, expect, it } from 'vitest';
import { createApi, type Api, type ApiResponse } from '../../../../test-bed/api.ts';
import { hold } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openBrowser, PASSWORD, signedUp, type TestBrowser } from './browser.ts';
import { changeBeside, readBeside } from './database-beside.ts';
import { openProgram } from './program.ts';
import { runCommand } from './run-command.ts';

const EMAIL = 'ann@example.com';
const CREDENTIALS = { email: EMAIL, password: PASSWORD };
const outcome = ({ status, body }: ApiResponse) => [status, body?.type];

const close = (browser: TestBrowser, currentPassword = PASSWORD) =>
  browser.post('/auth/close-account', { currentPassword });

/** A key that the person of a browser has just created. */
async function keyOf({ url }: Pick<Market, 'url'>, browser: TestBrowser): Promise<Api> {
  const { body } = await browser.post('/v1/api-keys', { name: 'laptop', scopes: ['*'] });
  return createApi(url, body.key);
}

describe.each(MARKETS)('closing an account on $name', ({ openMarket, newHome }) => {
  it('ends every key and session at once, and frees the address for a new account', async () => {
    const market = await openMarket();
    const [laptop, phone] = [await signedUp(market), openBrowser(market.url)];
    await phone.post('/auth/sign-in/email', CREDENTIALS);
    const api = await keyOf(market, laptop);
    const program = openProgram(market);
    const codes = await program.start();
    await laptop.post('/auth/device/approve', { userCode: codes.userCode, scopes: ['*'] });
    const { userId } = (await api.get('/v1/me')).body;

    expect((await close(laptop)).body).toEqual({ success: true });
    expect(laptop.cookieHeader()).not.toContain('mkt_session');
    expect(outcome(await api.get('/v1/me'))).toEqual([401, 'unauthenticated']);
    expect((await phone.get('/auth/get-session')).body).toBeNull();
    expect(outcome(await phone.get('/v1/me'))).toEqual([401, 'unauthenticated']);
    expect((await program.poll(codes)).body.error).toBe('invalid_grant');
    expect(outcome(await laptop.post('/auth/sign-in/email', CREDENTIALS))).toEqual([
      401,
      'unauthenticated',
    ]);
    const again = await signedUp(market);
    const { body: me } = await again.get('/v1/me');
    expect(me.userId).not.toBe(userId);
    expect((await again.get('/v1/api-keys')).body.data).toEqual([]);
    expect((await again.get('/v1/audit')).body.data).toHaveLength(1);
  });

  it('needs the password, in a session that is limited as for a change of it', async () => {
    const { url, api } = await openMarket({ environment: { MKT_RATE_SIGN_INS_PER_MINUTE: '2' } });
    const browser = await signedUp({ url });
    expect(outcome(await api.post('/auth/close-account', { currentPassword: PASSWORD }))).toEqual([
      403,
      'forbidden_origin',
    ]);
    const withKey = await openBrowser(url).post(
      '/auth/close-account',
      { currentPassword: PASSWORD },
      { 'x-api-key': 'mkt_any' },
    );
    expect(outcome(withKey)).toEqual([401, 'unauthenticated']);
    const wrong = await close(browser, 'not my password');
    expect([wrong.status, wrong.body.details]).toMatchObject([
      400,
      [{ path: '/currentPassword', message: 'is wrong' }],
    ]);
    await close(browser, 'another wild guess');
    expect(outcome(await close(browser))).toEqual([429, 'rate_limited']);
    expect((await browser.get('/v1/me')).status).toBe(200);
  });

  it('archives its listings, and settles what waits; a running call finishes', async () => {
    const market = await openMarket({ environment: { MKT_CALLS_PER_SELLER: '1' } });
    const owner = await signedUp(market);
    const api = await keyOf(market, owner);
    const seller = await openSeller({ 'POST /run': hold });
    const { id, slug } = await publish(market, seller, { api });
    const { id: sellerId } = (await market.api.get(`/v1/marketplace/listings/${id}`)).body.seller;
    const running = await market.api.activate(id, { n: 1 });
    const call = await seller.nextCall();
    const waiting = await market.api.activate(id, { n: 2 });
    // It learns of the end of the order while it waits.
    const polled = market.api.get(`/v1/orders/${waiting.body.id}`, {
      headers: { prefer: 'wait=20' },
    });
    expect((await close(owner)).status).toBe(200);
    expect((await polled).body).toMatchObject({
      orderState: 'failed',
      failure: { kind: 'listing_unavailable' },
    });
    expect(outcome(await market.api.get(`/v1/marketplace/listings/${slug}`))).toEqual([
      404,
      'not_found',
    ]);
    expect(outcome(await market.api.get(`/v1/marketplace/sellers/${sellerId}`))).toEqual([
      404,
      'not_found',
    ]);
    expect(outcome(await market.api.activate(id, { n: 3 }))).toEqual([404, 'not_found']);
    call.respond({ ok: true });
    const finished = await market.api.get(`/v1/orders/${running.body.id}`, {
      headers: { prefer: 'wait=20' },
    });
    expect(finished.body.orderState).toBe('completed');
    expect(seller.calls).toHaveLength(1);
    const { body: usage } = await market.api.get('/v1/orders');
    expect(usage.data).toHaveLength(2);
  });

  it('happens once in two tabs, and a sign-in meanwhile is refused like a wrong one', async () => {
    const market = await openMarket();
    const [one, two] = [await signedUp(market), openBrowser(market.url)];
    await two.post('/auth/sign-in/email', CREDENTIALS);
    const [first, second, signIn, created, changedPassword] = await Promise.all([
      close(one),
      close(two),
      openBrowser(market.url).post('/auth/sign-in/email', CREDENTIALS),
      two.post('/v1/api-keys', { name: 'late', scopes: ['*'] }),
      two.post('/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'another horse battery',
      }),
    ]);
    const statuses = [first, second].map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
    for (const { status, text } of [signIn, created, changedPassword])
      expect([status, text]).toEqual([expect.toSatisfy((code: number) => code < 500), text]);
    if (created.status === 201)
      expect((await createApi(market.url, created.body.key).get('/v1/me')).status).toBe(401);
    expect(outcome(await one.post('/auth/sign-in/email', CREDENTIALS))).toEqual([
      401,
      'unauthenticated',
    ]);
  });

  it('is refused to the person of dev mode, whose account is needed', async () => {
    const market = await openMarket();
    const developer = openBrowser(market.url);
    await developer.post('/auth/dev', { token: market.apiKey });
    expect((await close(developer)).body.details).toMatchObject([
      { message: 'cannot close the account of dev mode' },
    ]);
    expect((await market.api.get('/v1/me')).status).toBe(200);
  });

  it('is also a command of the operator, and final', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const browser = await signedUp(market);
    const api = await keyOf(market, browser);
    const { userId } = (await api.get('/v1/me')).body;
    // A suspended person cannot close it, and with it erase who they were.
    await changeBeside(home, `UPDATE account SET suspended_at = 1 WHERE id = '${userId}'`);
    expect(outcome(await close(browser))).toEqual([403, 'account_suspended']);
    const done = await runCommand(home, 'accounts', 'close', EMAIL);
    expect([done.code, done.stderr]).toEqual([
      0,
      `Closed ${userId} and erased its people and its profile. Revoked 1 key; deleted 0 webhooks; archived 0 listings and deleted 0 that were never published; settled 0 waiting orders as failed (listing_unavailable).\n`,
    ]);
    expect((await api.get('/v1/me')).status).toBe(401);
    expect((await browser.get('/v1/me')).status).toBe(401);
    for (const again of ['close', 'resume', 'suspend']) {
      const { code, stderr } = await runCommand(home, 'accounts', again, userId);
      expect([again, code, stderr]).toEqual([again, 1, expect.stringContaining('is closed.')]);
    }
    expect(
      await readBeside(home, `SELECT action FROM audit WHERE action = 'account.close'`),
    ).toEqual([{ action: 'account.close' }]);
  });
});
