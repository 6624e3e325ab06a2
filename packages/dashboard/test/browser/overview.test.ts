import { describe, expect, it } from 'vitest';
import { openPage } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

describe('the overview', () => {
  it('draws its charts in a browser whose language is not one that Intl can read', async () => {
    const browser = await openPage(sample().market);
    const { page, context } = browser;
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' });
    });
    await signInAsDeveloper(browser, sample().market);
    await page.goto('/');
    await page.getByRole('img', { name: /calls/i }).first().locator('canvas').waitFor();
    expect(await page.evaluate(() => navigator.language)).toBe('en-US@posix');
  });
});
