import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PHONE } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();
const WITHIN = { timeout: 10_000 };

/** Two listings, each called by the developer and by another account. */
const SAMPLE_CALLS = 4;
const HALF_AN_HOUR_MS = 1_800_000;

/** The developer's overview half an hour into the hour in which the sample orders settled. */
async function openOverview(options: Parameters<typeof openPage>[1] = {}) {
  const { market } = sample();
  await market.clock.advance(3_000);
  const api = createApi(market.url, market.apiKey);
  const read = async () => (await api.get('/v1/stats/sales?by=hour')).body;
  await expect.poll(async () => (await read()).totals.calls, WITHIN).toBe(SAMPLE_CALLS);
  const hour = (await read()).data.findLast(({ calls }: { calls: number }) => calls > 0);
  const browser = await openPage(market, options);
  await signInAsDeveloper(browser, market);
  await browser.page.clock.setFixedTime(Date.parse(hour.start) + HALF_AN_HOUR_MS);
  return { ...browser, hour };
}

/** What of the page, its foot included, has moved by itself since it was opened, so far that one sees it. */
const MOVED = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const sources = list.getEntries().flatMap(({ value, sources }) => (value >= 0.001 ? sources : []));
    const nodes = sources.map(({ node }) => node?.parentElement).filter((node) => node);
    resolve(nodes.map(({ outerHTML }) => outerHTML.slice(0, 200)));
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(resolve, 100, []);
})`;

describe('the overview', () => {
  it('has a chart that is read with the mouse, and with the keyboard alone', async () => {
    const { page, hour } = await openOverview();
    await page.goto('/?range=24h');
    const sold = page.getByRole('region', { name: 'Sold' });
    const chart = sold.getByRole('application').first();
    await chart.locator('canvas').waitFor();
    const at = `${hour.start.slice(11, 13)}:00 to`;

    const box = (await chart.boundingBox())!;
    await page.mouse.move(box.x + box.width - 20, box.y + 60);
    await chart.getByText(at).waitFor();
    await chart.getByText(`Completed ${hour.completed}`).waitFor();
    const spoken = chart.locator('[aria-live]');
    expect(await spoken.textContent()).toBe('');
    await page.mouse.move(box.x, box.y - 100);
    await chart.getByText(at).waitFor({ state: 'detached' });

    await chart.focus();
    await page.keyboard.press('ArrowRight');
    const words = `UTC, so far: Completed ${hour.completed}, Failed ${hour.failed}`;
    await expect.poll(() => spoken.textContent(), WITHIN).toContain(words);
    expect(await spoken.textContent()).toContain(at);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Home');
    await expect.poll(() => spoken.textContent(), WITHIN).toContain('UTC: Completed 0, Failed 0');
    await page.keyboard.press('Escape');
    await expect.poll(() => spoken.textContent(), WITHIN).toBe('');
  });

  test('shows the figures of one listing, which stays in the address', async () => {
    const { page } = await openOverview();
    await page.goto('/?range=7d');
    const sold = page.getByRole('region', { name: 'Sold' });
    // What failed, in the figure and in the legend, leads to those calls.
    for (const name of [/^\d failed$/, /^Failed \d$/]) {
      const failed = sold.getByRole('link', { name });
      expect(await failed.getAttribute('href')).toBe('/sales?state=failed&period=7d');
    }
    await sold.getByRole('combobox', { name: 'Sold listing' }).focus();
    await page.keyboard.type('rates');
    await page.getByRole('option', { name: 'Text insights' }).waitFor({ state: 'hidden' });
    await page.getByRole('option', { name: 'Exchange rates' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?range=7d&listing=rates');
    const two = sold.getByRole('img', { name: /^Calls per day: 2 in all/ });
    await two.waitFor();
    const failed = sold.getByRole('link', { name: /^Failed \d$/ });
    expect(await failed.getAttribute('href')).toBe('/sales?state=failed&period=7d&listing=rates');
    await page.reload();
    await two.waitFor();
    const bought = page.getByRole('region', { name: 'Bought' });
    // So few calls are a line.
    await bought
      .getByText(/^2 calls in the last 7 days · 1 completed · 1 failed · \$0\.0\d+/)
      .waitFor();
    const revenue = sold.getByRole('link', { name: 'Text insights' });
    expect(await revenue.getAttribute('href')).toBe('/sales?listing=text-insights&period=7d');
  });

  test.each([
    ['a laptop', { width: 1280, height: 900 }],
    ['a phone', PHONE],
  ])('does not move while it loads on %s', async (_name, viewport) => {
    const { page } = await openOverview({ viewport });
    await page.goto('/');
    await page.getByRole('application').first().locator('canvas').waitFor();
    await expect.poll(() => page.locator('[class*="Skeleton"]').count(), WITHIN).toBe(0);
    expect(await page.evaluate<string[]>(MOVED)).toEqual([]);
  });

  test('draws its charts in a browser whose language is not one that Intl can read', async () => {
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

  it('says which part could not be loaded, without asking again and again, and shows the others', async () => {
    const { page } = await openOverview();
    const asked = new Map<string, number>();
    const fail = /\/v1\/(stats\/orders|webhooks)\?/;
    await page.route(fail, (route) => {
      const url = route.request().url();
      asked.set(url, (asked.get(url) ?? 0) + 1);
      return route.fulfill({
        status: 500,
        json: { error: 'Broken.', type: 'internal', requestId: 'r1' },
      });
    });
    await page.goto('/');
    const notice = page.getByRole('alert');
    await notice.filter({ hasText: 'Parts of the overview could not be loaded' }).waitFor();
    expect(await notice.count()).toBe(1);
    expect(await notice.innerText()).toContain('Request id r1');
    await page.getByRole('region', { name: 'Sold' }).locator('canvas').first().waitFor();
    expect(await page.locator('[class*="Skeleton"]').count()).toBe(0);
    // The second time when the stream of events begins.
    expect(Math.max(...asked.values())).toBeLessThanOrEqual(2);

    const webhooks = /\/v1\/webhooks\?/;
    await page.unroute(fail);
    await page.route(webhooks, (route) => route.abort());
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('region', { name: 'Bought' })
      .getByText(/calls in the last 7 days/)
      .waitFor();
    await notice.filter({ hasText: 'Your webhooks could not be checked' }).waitFor();
    await page.unroute(webhooks);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'detached' });

    const everything = /\/v1\//;
    await page.route(everything, (route) =>
      route.fulfill({
        status: 500,
        json: { error: 'Broken.', type: 'internal', requestId: 'r2' },
      }),
    );
    await page.reload();
    await notice.filter({ hasText: 'The overview could not be loaded' }).waitFor();
    expect(await page.getByText('could not be loaded').count()).toBe(1);
    await page.unroute(everything);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('region', { name: 'Bought' })
      .getByText(/calls in the last 7 days/)
      .waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(await page.getByText('could not be loaded').count()).toBe(0);
  });

  test('begins with 7 days, then with the period that was chosen, and says when nothing happened', async () => {
    const { page } = await openOverview();
    await page.goto('/');
    const period = page.getByRole('combobox', { name: 'Period' });
    await expect.poll(() => period.inputValue(), WITHIN).toBe('Last 7 days');
    await period.click();
    await page.getByRole('option', { name: 'Last 30 days' }).click();
    await page.waitForURL('**/?range=30d');
    await page.goto('/');
    await expect.poll(() => period.inputValue(), WITHIN).toBe('Last 30 days');

    // Two days on, the sample orders are no longer among the last 24 hours.
    const later = await page.evaluate(() => Date.now());
    await page.clock.setFixedTime(later + 2 * 24 * HALF_AN_HOUR_MS * 2);
    await page.goto('/?range=24h');
    const sold = page.getByRole('region', { name: 'Sold' });
    await sold.getByText('No calls in the last 24 hours. The last one:').waitFor();
    expect(await sold.locator('canvas').count()).toBe(0);
    // The lists and the pages that they lead to show the same period.
    await sold.getByText('None in the last 24 hours.').waitFor();
    await sold.getByRole('button', { name: 'Show 7 days' }).click();
    await sold.locator('canvas').first().waitFor();
    await sold.getByRole('listitem').getByRole('link', { name: 'Text insights' }).first().waitFor();
    const all = sold.getByRole('link', { name: 'All sales' });
    expect(await all.getAttribute('href')).toBe('/sales?period=7d');
  });

  test('has its choices in one line on a phone, tiles with a trend, and a listing for each call', async () => {
    const { page } = await openOverview({ viewport: PHONE });
    await page.route('**/v1/stats/listings*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const data = body.data.map((row: { slug: string }) =>
        row.slug === 'rates' ? { ...row, revenue: [] } : row,
      );
      await route.fulfill({ response, json: { ...body, data } });
    });
    await page.goto('/');
    const sold = page.getByRole('region', { name: 'Sold' });
    const trend = sold
      .locator('dl > div')
      .filter({ hasText: /^Calls/ })
      .locator('svg');
    const period = sold.getByRole('combobox', { name: 'Period' });
    await period.waitFor();
    const listing = await sold.getByRole('combobox', { name: 'Sold listing' }).boundingBox();
    expect((await period.boundingBox())?.y).toBe(listing?.y);
    expect(await page.getByRole('combobox', { name: 'Period' }).count()).toBe(1);
    // All calls were made today: there is none, nor room for one.
    expect(await trend.isVisible()).toBe(false);
    // Also of what earned nothing, so that the calls add up to those above.
    const free = sold.getByRole('list', { name: 'Nothing earned' }).getByRole('listitem');
    await free.getByText('2 calls').waitFor();
    await page.route('**/v1/stats/sales*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const data = body.data.map((row: object, at: number) => ({
        ...row,
        calls: at + 1,
        completed: at + 1,
      }));
      await route.fulfill({ response, json: { ...body, data } });
    });
    await page.reload();
    await trend.waitFor();
    // The share that succeeded was the same on each day: a flat line would say nothing.
    const success = sold.locator('dl > div').filter({ hasText: /^Success rate/ });
    expect(await success.locator('svg').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('makes a whole row of what needs attention a link on a phone', async () => {
    const { page } = await openOverview({ viewport: PHONE });
    await page.route('**/v1/providers?*', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const [first, ...others] = body.data;
      const flagged = { ...first, status: 'flagged', reviewRejectionReason: 'It did not respond.' };
      await route.fulfill({ response, json: { ...body, data: [flagged, ...others] } });
    });
    await page.goto('/');
    const row = page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('listitem')
      .filter({ hasText: 'was flagged by the review' });
    const link = row.getByRole('link', { name: 'See what failed' });
    const [whole, target] = [await row.boundingBox(), await link.boundingBox()];
    expect(target?.width).toBe(whole?.width);
    expect(target?.height).toBeCloseTo(whole?.height ?? 0, -1);
    expect(await accessibilityFindings(page)).toEqual([]);
    await row.click({ position: { x: 80, y: 20 } });
    await page.waitForURL('**/selling/*');
  });

  test('requests the hours up to now when an hour has ended', async () => {
    const browser = await openPage(sample().market);
    const { page } = browser;
    await page.clock.install();
    await signInAsDeveloper(browser, sample().market);
    const ends: number[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/v1/stats/orders') ends.push(Date.parse(searchParams.get('to') ?? ''));
    });
    await page.goto('/?range=24h');
    await expect.poll(() => ends.length, WITHIN).toBeGreaterThan(0);
    const [first = 0] = ends;
    await page.clock.fastForward('01:00:10');
    await expect.poll(() => Math.max(...ends), WITHIN).toBe(first + 3_600_000);
  });
});
