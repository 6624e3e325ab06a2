import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { afterAll, beforeAll, expect } from 'vitest';
import type { BrowserPage } from './open-page.ts';
import { addSampleData, type SampleData } from './sample-data.ts';

function useOpened<Opened>(open: () => Promise<[Opened, close: () => Promise<unknown>]>) {
  let opened: [Opened, () => Promise<unknown>] | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.[1]());
  return (): Opened => {
    if (!opened) throw new Error('It opens before the first test.');
    return opened[0];
  };
}

/** A marketplace for the tests of a file, with its clock in their hands. */
export const useMarket = (...options: Parameters<typeof createTestMarketplace>) =>
  useOpened(async () => {
    const market = await createTestMarketplace(...options);
    return [market, market.close];
  });

export interface SampleMarket extends SampleData {
  market: TestMarketplace;
}

/** A marketplace with listings and orders (`sample-data.ts`) for the tests of a file. */
export const useSampleMarket = (options?: Parameters<typeof createTestMarketplace>[0]) =>
  useOpened(async (): Promise<[SampleMarket, () => Promise<unknown>]> => {
    const market = await createTestMarketplace(options);
    const data = await addSampleData(market);
    const close = async () => {
      await market.close();
      await data.seller[Symbol.asyncDispose]();
    };
    return [{ market, ...data }, close];
  });

/** As the owner of the sample listings, without the pages. */
export async function signInAsDeveloper(
  { context }: Pick<BrowserPage, 'context'>,
  { url, apiKey }: Pick<TestMarketplace, 'url' | 'apiKey'>,
): Promise<void> {
  const response = await context.request.post('/auth/dev', {
    headers: { origin: url },
    data: { token: apiKey },
  });
  expect(response.status()).toBe(200);
}
