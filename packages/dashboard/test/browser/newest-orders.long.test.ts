import { expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { openPage } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

/** Places orders, and returns the id of the last one. */
async function buy(count: number): Promise<string> {
  const { market } = sample();
  const api = createApi(market.url, market.apiKey);
  let id = '';
  for (let bought = 0; bought < count; bought++) {
    id = (await api.activate('text-insights', { text: 'Hello.' }, 5)).body.id;
  }
  return id;
}

it('“Show the newest” goes to the newest order, after more orders than a page of the list has', async () => {
  await buy(40);
  const browser = await openPage(sample().market);
  const { page } = browser;
  await signInAsDeveloper(browser, sample().market);
  await page.goto('/orders');
  await page.getByRole('row').nth(5).waitFor();
  await page.mouse.move(600, 600);
  await page.mouse.wheel(0, 800);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  const newest = await buy(105);
  const show = page.getByRole('button', { name: 'Show the newest' });
  await show.press('Enter');
  await show.waitFor({ state: 'detached' });
  const row = page.locator(`a[href="/orders/${newest}"]`);
  await row.waitFor();
  const isInView = () =>
    row.evaluate((it) => {
      const { top, bottom } = it.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  await expect.poll(isInView).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: /^Show/ }).count()).toBe(0);
});
