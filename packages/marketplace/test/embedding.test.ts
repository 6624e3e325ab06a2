// The marketplace in a program of one's own: the code of this package's README.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// #region open-import
import { openMarketplace, readConfig, readEnvironment } from '@mkt/marketplace';
// #endregion
// #region testing-import
import { createTestMarketplace } from '@mkt/marketplace/testing';
// #endregion
import { describe, expect, it } from 'vitest';

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
    await market.clock.advance(60 * 60_000); // everything due within this hour (probes, deadlines) has run
    // #endregion
    expect(await statusOf(market.url, market.apiKey)).toBe(200);
  });
});
