// The marketplace inside another program: the code of this package's README.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES, type Scope } from '@mkt/protocol';
// #region open-import
import { openMarketplace, readConfig, readEnvironment } from '@mkt/marketplace';
// #endregion
// #region testing-import
import { createTestClock, createTestMarketplace } from '@mkt/marketplace/testing';
// #endregion
import { describe, expect, it, onTestFinished } from 'vitest';

const statusOf = async (url: string, apiKey = '') =>
  (await fetch(`${url}/v1/me`, { headers: { 'x-mkt-api-key': apiKey } })).status;

describe('openMarketplace', () => {
  it('runs a marketplace with a data folder in the calling process', async () => {
    const data = await mkdtemp(join(tmpdir(), 'mkt-embedded-'));
    // #region open
    const flags = { dev: true, port: 0, data };
    const config = readConfig(flags, readEnvironment(), process.env.NODE_ENV);
    const market = await openMarketplace({ config });
    // market.url, market.port, market.devApiKey
    // #endregion
    expect(await statusOf(market.url, market.devApiKey)).toBe(200);
    // #region close
    await market.close(); // settles the orders in flight, then closes the server and the database
    // #endregion
    await expect(statusOf(market.url)).rejects.toThrow('fetch failed');
    await rm(data, { recursive: true });
  });
});

describe('createTestMarketplace', () => {
  it('runs a marketplace in memory, with a clock that the test moves', async () => {
    // #region testing
    await using market = await createTestMarketplace();
    const { slug } = await market.scriptedSeller('slow', { delay: '20s' });
    const order = await market.client().activate(slug, { message: 'hi' });
    await market.clock.advance('20s'); // everything due within these 20 s has happened
    // #endregion
    expect(await market.client().orders.get(order.id)).toMatchObject({ result: { message: 'hi' } });
  });

  it('has as many accounts as the test needs', async () => {
    // #region accounts
    await using market = await createTestMarketplace();
    const seller = await market.createAccount();
    const buyer = await market.createAccount({ scopes: ['order:create', 'order:read'] });
    // seller.id, seller.apiKey, seller.client(), buyer.id …
    // #endregion
    const meOf = async ({ apiKey }: { apiKey: string }) => {
      const headers = { 'x-mkt-api-key': apiKey };
      return (await fetch(`${market.url}/v1/me`, { headers })).json();
    };
    expect(seller.id).not.toBe(buyer.id);
    expect(await meOf(seller)).toMatchObject({ userId: seller.id, scopes: SCOPES });
    expect(await meOf(buyer)).toMatchObject({
      userId: buyer.id,
      scopes: ['order:create', 'order:read'],
    });
  });

  it('has accounts without dev mode too', async () => {
    const environment = { MKT_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    await using market = await createTestMarketplace({ dev: false, environment });
    expect(market.apiKey).toBeUndefined();
    const { apiKey } = await market.createAccount();
    expect(await statusOf(market.url, apiKey)).toBe(200);
  });

  it('finds the account of an email address again, and gives it another key', async () => {
    await using market = await createTestMarketplace();
    const email = 'seller@example.com';
    const first = await market.createAccount({ email });
    const second = await market.createAccount({ email: email.toUpperCase() });
    expect(second.id).toBe(first.id);
    expect(second.apiKey).not.toBe(first.apiKey);
    expect(await statusOf(market.url, first.apiKey)).toBe(200);
  });

  it('refuses an account with an invalid email address or an unknown scope', async () => {
    await using market = await createTestMarketplace();
    await expect(market.createAccount({ email: 'seller' })).rejects.toThrow(
      'seller is not an email address.',
    );
    const scopes = ['order:raed'] as unknown as Scope[];
    await expect(market.createAccount({ scopes })).rejects.toThrow(
      /^Unknown scope: order:raed\. Known scopes: .*provider:create, /,
    );
  });

  it('finds its data again in a folder, at the time of the marketplace before it', async () => {
    const data = await mkdtemp(join(tmpdir(), 'mkt-embedded-'));
    onTestFinished(() => rm(data, { recursive: true }));
    // #region restart
    const clock = createTestClock();
    const first = await createTestMarketplace({ data, clock });
    await first.close();
    clock.move(24 * 60 * 60_000); // the marketplace was down for a day
    await using second = await createTestMarketplace({ data, clock });
    // #endregion
    expect(second.apiKey).toBe(first.apiKey);
    expect(await statusOf(second.url, first.apiKey)).toBe(200);
    expect(second.clock.now() - Date.now()).toBeGreaterThanOrEqual(24 * 60 * 60_000);
  });

  it('closes once, however often close is called', async () => {
    await using market = await createTestMarketplace();
    await Promise.all([market.close(), market.close()]);
    await expect(statusOf(market.url)).rejects.toThrow('fetch failed');
  });

  it('says which setting is not valid', async () => {
    const environment = { MKT_CALLS_PER_SELLER: 'many' };
    await expect(createTestMarketplace({ environment })).rejects.toThrow(/MKT_CALLS_PER_SELLER/);
  });
});
