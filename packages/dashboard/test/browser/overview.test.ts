import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PHONE } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();
const WITHIN = { timeout: 10_000 };

const HALF_AN_HOUR_MS = 1_800_000;

/** The developer's overview half an hour into the hour in which the sample orders settled. */
async function openOverview() {
  const { market } = sample();
  await market.clock.advance(3_000);
  const { body } = await createApi(market.url, market.apiKey).get('/v1/stats/sales?by=hour');
  const hour = body.data.findLast(({ calls }: { calls: number }) => calls > 0);
  const browser = await openPage(market);
  await signInAsDeveloper(browser, market);
  await browser.page.clock.setFixedTime(Date.parse(hour.start) + HALF_AN_HOUR_MS);
  return { ...browser, hour };
}

/** What has moved by itself since the page was opened, so far that one sees it. */
const MOVED = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const moved = list.getEntries().filter(({ value }) => value >= 0.001);
    const textOf = ({ node }) => (node?.className ?? '') + ' ' + (node?.textContent ?? '').slice(0, 40);
    resolve(moved.map(({ value, sources }) => value + ': ' + sources.map(textOf).join(' | ')));
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(resolve, 100, []);
})`;

describe('the overview', () => {
  it('has a chart that is read with the mouse, and with the keyboard alone', async () => {
    const { page, hour } = await openOverview();
    await page.goto('/');
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
    const words = `Completed ${hour.completed}, Failed ${hour.failed}, Calls the day before 0`;
    await expect.poll(() => spoken.textContent(), WITHIN).toContain(`UTC: ${words}`);
    expect(await spoken.textContent()).toContain(at);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Home');
    await expect.poll(() => spoken.textContent(), WITHIN).toContain('UTC: Completed 0, Failed 0');
    await page.keyboard.press('Escape');
    await expect.poll(() => spoken.textContent(), WITHIN).toBe('');
  });

  it('shows the figures of one listing, which stays in the address', async () => {
    const { page } = await openOverview();
    await page.goto('/?range=7d');
    const sold = page.getByRole('region', { name: 'Sold' });
    await sold.getByRole('combobox', { name: 'Sold listing' }).focus();
    await page.keyboard.type('rates');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?range=7d&listing=rates');
    await sold.getByText('2 calls in the last 7 days, none the 7 days before.').waitFor();
    await sold.getByText('No completed calls in this period.').waitFor();
    await page.reload();
    await sold.getByText('2 calls in the last 7 days, none the 7 days before.').waitFor();
    const bought = page.getByRole('region', { name: 'Bought' });
    await bought.getByText('$0.02').waitFor();
    const revenue = sold.getByRole('link', { name: 'text-insights' }).first();
    expect(await revenue.getAttribute('href')).toBe('/sales?listing=text-insights&period=7d');
    const health = await sold
      .getByRole('link', { name: 'text-insights' })
      .last()
      .getAttribute('href');
    expect(health).toBe('/listings/text-insights?tab=health');
  });

  it.each([
    ['a laptop', { width: 1280, height: 900 }],
    ['a phone', PHONE],
  ])('does not move while it loads on %s', async (_name, size) => {
    const { page } = await openOverview();
    await page.setViewportSize(size);
    await page.goto('/');
    await page.getByRole('application').first().locator('canvas').waitFor();
    await expect.poll(() => page.locator('[class*="Skeleton"]').count(), WITHIN).toBe(0);
    expect(await page.evaluate<string[]>(MOVED)).toEqual([]);
  });

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
