// A real marketplace, with the settings for commands that talk to it.
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';

export interface RealMarketplace extends TestMarketplace {
  /** With a key that has every scope. */
  env: { MKT_BASE_URL: string; MKT_API_KEY: string };
}

export async function startMarketplace(): Promise<RealMarketplace> {
  const market = await createTestMarketplace();
  return { ...market, env: { MKT_BASE_URL: market.url, MKT_API_KEY: market.apiKey ?? '' } };
}
