import { beforeAll, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { openPage } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

beforeAll(async () => {
  const { market } = sample();
  await market.clock.advance(3_000);
  const api = createApi(market.url, market.apiKey);
  await pollUntil('the usage', async () => {
    const { body } = await api.get('/v1/usage?by=listing');
    return body.data.length === 2 ? true : undefined;
  });
});

it.each([
  ['/v1/providers', 'Your listings could not be loaded'],
  ['/v1/stats/sales', 'Your sales could not be loaded'],
  ['/v1/stats/orders', 'Your orders could not be loaded'],
  ['/v1/stats/listings', 'The revenue could not be loaded.'],
  ['/v1/webhooks', 'Your webhooks could not be checked'],
  ['/v1/api-keys', 'Your API keys could not be checked'],
  ['/v1/usage', 'Your first steps could not be loaded'],
  ['/v1/sales', 'They could not be loaded.'],
  ['/v1/orders', 'The last one could not be loaded.'],
])(
  'says what is missing without %s, which it does not ask for again and again',
  async (path, says) => {
    const browser = await openPage(sample().market);
    await signInAsDeveloper(browser, sample().market);
    const { page } = browser;
    const asked = new Map<string, number>();
    await page.route(
      (url) => url.pathname === path,
      (route) => {
        const url = route.request().url();
        asked.set(url, (asked.get(url) ?? 0) + 1);
        return route.fulfill({
          status: 500,
          json: { error: 'Broken.', type: 'internal', requestId: 'r1' },
        });
      },
    );
    await page.goto('/');
    await page.getByText(says).first().waitFor();
    await expect.poll(() => page.locator('[class*="Skeleton"]').count()).toBe(0);
    const [other, figure] =
      path === '/v1/stats/orders'
        ? ['Sold', 'Revenue']
        : ['Bought', /calls in the last 7 days|^Spend$/];
    await page.getByRole('region', { name: other }).getByText(figure).first().waitFor();
    // The second time when the stream of events begins.
    expect(Math.max(...asked.values())).toBeLessThanOrEqual(2);
  },
);
