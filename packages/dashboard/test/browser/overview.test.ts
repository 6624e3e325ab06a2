import { describe, expect, it } from 'vitest';
import { openPage } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();
const WITHIN = { timeout: 10_000 };

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

  it('requests the hours up to now when an hour has ended', async () => {
    const browser = await openPage(sample().market);
    const { page } = browser;
    await page.clock.install();
    await signInAsDeveloper(browser, sample().market);
    const ends: number[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/v1/stats/orders') ends.push(Date.parse(searchParams.get('to') ?? ''));
    });
    await page.goto('/');
    await expect.poll(() => ends.length, WITHIN).toBeGreaterThan(0);
    const [first = 0] = ends;
    await page.clock.fastForward('01:00:10');
    await expect.poll(() => Math.max(...ends), WITHIN).toBe(first + 3_600_000);
  });
});
