// New orders of a list that has scrolled away from them, when there are more than a page of the list has.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { expectFocus } from './keyboard.ts';
import { openPage, setVisibility } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

/** How many orders a request for a list returns. */
const PAGE_SIZE = 100;

/** Places orders, a few at a time, and then one more, whose id it returns. */
async function buy(count: number): Promise<string> {
  const { market } = sample();
  const api = createApi(market.url, market.apiKey);
  const one = async () => {
    const { status, body } = await api.activate('text-insights', { text: 'Hello.' }, 5);
    expect(status).toBe(201);
    return body.id as string;
  };
  for (let bought = 0; bought < count - 1; bought += 5) {
    await Promise.all(Array.from({ length: Math.min(5, count - 1 - bought) }, one));
  }
  return one();
}

/** The developer's orders, scrolled down by some rows. */
async function openFurtherDown(): Promise<Page> {
  const browser = await openPage(sample().market);
  const { page } = browser;
  await signInAsDeveloper(browser, sample().market);
  await page.goto('/orders');
  await page.getByRole('cell').getByRole('link').nth(10).waitFor();
  await page.mouse.move(600, 600);
  await page.mouse.wheel(0, 800);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  await page.mouse.move(5, 5);
  return page;
}

/** Buys more than a page of orders while another tab is in front, so that the page reads them all at once. */
async function buyMore(page: Page): Promise<string> {
  await setVisibility(page, 'hidden');
  const newest = await buy(PAGE_SIZE + 10);
  await setVisibility(page, 'visible');
  return newest;
}

const scrolledTo = (page: Page) => page.evaluate(() => window.scrollY);

it.each(['mouse', 'keyboard'])(
  '“Show the newest” leads to the newest order, by %s',
  async (how) => {
    await buy(40);
    const page = await openFurtherDown();
    const before = await scrolledTo(page);
    const newest = await buyMore(page);
    const show = page.getByRole('button', { name: 'Show the newest' });
    await show.waitFor();
    // Until then, nothing moves.
    expect(await scrolledTo(page)).toBe(before);
    const row = page.locator(`a[href="/orders/${newest}"]`);
    expect(await row.count()).toBe(0);

    if (how === 'mouse') await show.click();
    // Not by Tab from the navigation, which scrolls up, and shows them without a question.
    else await show.press('Enter');
    await row.waitFor();
    const isInView = () =>
      row.evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    await expect.poll(isInView).toBe(true);
    if (how === 'keyboard') await expectFocus(row);
    await expect.poll(() => page.getByRole('button', { name: /^Show/ }).count()).toBe(0);
    // The rows below it follow without a gap.
    const ids = await page
      .getByRole('cell')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)));
    const { market } = sample();
    const { body } = await createApi(market.url, market.apiKey).get('/v1/orders?limit=100');
    const expected = (body.data as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expected.slice(0, ids.length));
  },
);
