// docs/operate/accounts.md#device-login: a key is handed out once or never, whatever happens to the server.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { openMarket, type Market } from '../market.ts';
import { startMarketplace } from '../marketplace-process.ts';
import { MARKETS, type Home } from '../markets.ts';
import { newDatabase } from '../postgres/databases.ts';
import { newFolder } from '../market.ts';
import { signedUp, type TestBrowser } from './browser.ts';
import { openProgram, type DeviceCodes } from './program.ts';

const HOUR_MS = 3_600_000;
const MKT_ENCRYPTION_KEY = randomBytes(32).toString('base64');

const start = ({ folder = '', database }: Home) =>
  startMarketplace(['--data', folder], {
    MKT_ENCRYPTION_KEY,
    ...(database ? { MKT_DATABASE_URL: database } : {}),
  });

/** A login that was approved on this server. */
async function approved(url: string, browser: TestBrowser): Promise<DeviceCodes> {
  const codes = await openProgram({ url }).start();
  const body = { userCode: codes.userCode, scopes: ['*'] };
  expect((await browser.post('/auth/device/approve', body)).status).toBe(200);
  return codes;
}

/** The marketplace on the same data, with a clock that the test moves. */
const reopen = (home: Home): Promise<Market> =>
  openMarket({ ...home, environment: { MKT_ENCRYPTION_KEY } });

describe.each(MARKETS)('a server that is killed, on $name', ({ newHome }) => {
  it('a server killed after the approval hands the key out once when it runs again', async () => {
    const home = await newHome();
    const killed = await start(home);
    const browser = await signedUp({ url: killed.baseUrl });
    const codes = await approved(killed.baseUrl, browser);
    await killed.end('SIGKILL');

    const { url } = await reopen(home);
    const program = openProgram({ url });
    const handed = await program.poll(codes);
    expect(handed.status).toBe(200);
    expect((await createApi(url, handed.body.access_token).get('/v1/me')).status).toBe(200);
    const second = await program.poll(codes);
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('a server killed while it hands a key out leaves no key that works and that no program has', async () => {
    const home = await newHome();
    const killed = await start(home);
    const browser = await signedUp({ url: killed.baseUrl });
    const logins: DeviceCodes[] = [];
    for (let n = 0; n < 12; n++) logins.push(await approved(killed.baseUrl, browser));
    const program = openProgram({ url: killed.baseUrl });
    const polls = logins.map((codes) => program.poll(codes).catch(() => undefined));
    await Promise.race(polls);
    await killed.end('SIGKILL');
    const answers = await Promise.all(polls);

    const market = await reopen(home);
    const again = openProgram(market);
    const keys: string[] = [];
    for (const [n, codes] of logins.entries()) {
      const before = answers[n]?.body?.access_token;
      const { status, body } = await again.poll(codes);
      if (before !== undefined) expect(status).toBe(400);
      const key = before ?? body.access_token;
      if (key !== undefined) keys.push(key);
    }
    for (const key of keys) {
      expect((await createApi(market.url, key).get('/v1/me')).status).toBe(200);
    }
    await market.advance(3 * HOUR_MS);
    const { data } = (await browserOn(market, browser).get('/v1/api-keys?limit=100')).body;
    expect(data).toHaveLength(keys.length);
  });
});

/** The same person on another address. */
const browserOn = ({ url }: Market, { cookieHeader }: TestBrowser) => ({
  get: (path: string) =>
    createApi(url, undefined).get(path, { headers: { origin: url, cookie: cookieHeader() } }),
});

describe('several processes on one Postgres', () => {
  it('share a login: it starts on one, is allowed on another, and ends once', async () => {
    const home = { folder: newFolder(), database: await newDatabase() };
    const [one, other] = [await openMarket(home), await openMarket(home)];
    const codes = await openProgram(one).start();
    const browser = await signedUp(other);
    await browser.post('/auth/device/approve', { userCode: codes.userCode, scopes: ['*'] });
    const polls = [one, other, one, other].map((market) => openProgram(market).poll(codes));
    const statuses = (await Promise.all(polls)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });
});
