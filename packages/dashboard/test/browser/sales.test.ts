import { expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { json } from '../../../../test-bed/seller.ts';
import { savedBy } from './saved-file.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PHONE } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

/** Settled orders are added to the statistics this often. */
const COUNT_EVERY_MS = 2_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** A call of another account to the developer's listing, and the developer's page of sales. */
async function openSales(path = '/sales') {
  const { market } = sample();
  const browser = await openPage(market);
  await signInAsDeveloper(browser, market);
  await browser.page.goto(path);
  return browser.page;
}

async function sell(input: object): Promise<string> {
  const { market } = sample();
  const buyer = createApi(market.url, (await market.createAccount()).apiKey);
  const { status, body } = await buyer.activate('text-insights', input, 5);
  expect(status).toBe(201);
  return body.id;
}

it('a sale opens with its reason first, then input, times and how to send it again', async () => {
  sample().seller.on('POST /insights', () => json({ error: 'Out of dictionaries.' }, 503));
  const id = await sell({ text: 'Bonjour.', language: 'fr' });
  const page = await openSales('/sales?state=failed');
  const link = page.getByRole('link', { name: /^Text insights, / }).first();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/sales/${id}?tab=calls&state=failed`);
  const sale = page.getByRole('complementary', { name: 'The open call' });
  await sale.getByText('The service returned 503').waitFor();
  await sale.getByText('Out of dictionaries.').waitFor();
  await sale.getByRole('region', { name: 'Request body' }).getByText('"Bonjour."').waitFor();
  await sale.getByText(id, { exact: true }).waitFor();
  await sale.getByText(`npx mkt orders replay ${id} --to http://localhost:8810`).waitFor();
  const titles = await sale.locator('h3, [role="alert"] strong').allTextContents();
  expect(titles[0]).toContain('The service returned 503');
  await sale.getByText('Timings').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/sales?tab=calls&state=failed');
  expect(await link.evaluate((it) => it === document.activeElement)).toBe(true);
});

test('the address of a sale shows it at once, above the fold, with its result', async () => {
  sample().seller.on('POST /insights', () => ({ status: 200, body: '{"words":1.0}' }));
  const id = await sell({ text: 'One.' });
  const page = await openSales('/sales?tab=calls');
  await page.route(/\/v1\/sales[?/]/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text.replaceAll(/"outputValid":(true|null)/g, '"outputValid":false');
    await route.fulfill({ response, body });
  });
  await page.goto(`/sales/${id}`);
  const sale = page.getByRole('complementary', { name: 'The open call' });
  await sale.getByRole('region', { name: 'Result' }).getByText('1.0', { exact: true }).waitFor();
  const box = await sale.boundingBox();
  expect(box?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 3);
  // Its result is not what the listing promises, so the list has no good news either.
  const row = page.getByRole('row', { name: /Does not match the output schema/ }).first();
  for (const place of [row, sale])
    await place.locator('[data-tone="warn"]', { hasText: 'Completed' }).waitFor();
  // The title and the way to the next call stay while the call scrolls.
  await sale.evaluate((it) => it.scrollTo(0, it.scrollHeight));
  const title = await sale.getByRole('heading', { name: 'Text insights' }).boundingBox();
  expect(title!.y).toBeGreaterThanOrEqual(box!.y);
  await sale.getByRole('link', { name: 'Next call' }).click();
  await page.waitForURL((url) => url.pathname !== `/sales/${id}`);
  // The focus stays on the way to the one after it.
  const focused = page.locator('aside a:focus');
  await expect.poll(() => focused.getAttribute('aria-label')).toBe('Next call');
  await sale.getByRole('link', { name: 'Previous call' }).click();
  await page.waitForURL(`**/sales/${id}*`);
  expect(await sale.getByRole('button', { name: 'Previous call' }).isDisabled()).toBe(true);
});

it('figures, chart and list show one period, and a listing narrows them all', async () => {
  const { market } = sample();
  await sell({ text: 'Counted.' });
  const api = createApi(market.url, market.apiKey);
  const countedCalls = async () => {
    await market.clock.advance(COUNT_EVERY_MS);
    return (await api.get('/v1/stats/listings')).body.data.length;
  };
  await expect.poll(countedCalls).toBe(2);
  const page = await openSales();
  await page.getByRole('heading', { name: 'In the last 30 days' }).waitFor();
  await page.getByRole('img', { name: /^Revenue per day: \$0\.\d+ in all\. Highest / }).waitFor();
  // The charts of a card are read together, at the same day.
  const [money, duration] = await page.getByRole('application').all();
  await money?.focus();
  await page.keyboard.press('End');
  for (const each of [money, duration])
    await each
      ?.getByText(/, UTC, so far$/)
      .first()
      .waitFor();
  const { name, lines } = await savedBy(page, 'Download CSV');
  expect(name).toMatch(/^sales-by-day-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines[0]).toMatch(/^day,calls,completed,failed,p50Ms,p95Ms,revenue /);
  expect(lines.length).toBe(31);
  await page.getByRole('radiogroup', { name: 'The chart shows' }).getByText('Calls').click();
  await page.getByRole('img', { name: /^Calls per day: / }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Text insights', exact: true }).press('Enter');
  await page.waitForURL('**/sales?listing=text-insights');
  expect(await page.getByText('Revenue by listing').count()).toBe(0);
  expect(await page.getByRole('link', { name: /^Exchange rates/ }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last 24 hours' }).click();
  await page.getByRole('heading', { name: 'In the last 24 hours' }).waitFor();
  await page.getByRole('img', { name: /^(?:Calls|Revenue) per hour: / }).waitFor();

  // A day and an hour later, these calls are those of the day before.
  const { by, totals } = (await api.get('/v1/stats/sales?by=hour&listingId=text-insights')).body;
  expect([by, totals.calls > 0]).toEqual(['hour', true]);
  await page.clock.setFixedTime(Date.now() + DAY_MS + HOUR_MS);
  await page.reload();
  await page
    .getByRole('img', {
      name: `No calls in the last 24 hours, ${totals.calls} a day earlier.`,
    })
    .waitFor();
  await page.getByText('A day earlier', { exact: true }).first().waitFor();
  await page
    .getByText('Changes: the last 23 full hours compared with the same hours a day earlier')
    .waitFor();
  // What a change is said of is drawn: the period before, behind the present one.
  const tile = page.locator('dl > div', { has: page.getByText('Calls', { exact: true }) }).first();
  await tile.getByText('−100%').waitFor();
  expect(await tile.locator('polyline[data-before]').count()).toBe(1);
  const chart = page.getByRole('application').first();
  await chart.focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => chart.locator('[aria-live]').textContent())
    .toMatch(/Failed 0, Calls, a day earlier –$/);
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(() => chart.locator('[aria-live]').textContent())
    .toMatch(/Failed 0, Calls, a day earlier \d$/);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('the calls are a tab of their own, above the fold, where an open one moves none of them', async () => {
  sample().seller.on('POST /insights', () => json({ error: 'Out of dictionaries.' }, 503));
  await sell({ text: 'Tabs.' });
  const page = await openSales('/sales?listing=text-insights&period=7d');
  const tab = page.getByRole('tab', { name: 'Summary' });
  await page.getByRole('heading', { name: 'In the last 7 days' }).waitFor();
  await tab.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('**/sales?listing=text-insights&period=7d&tab=calls');
  const calls = page.getByRole('link', { name: /^Text insights, / });
  const link = calls.first();
  await link.waitFor();
  expect(await page.getByRole('heading', { name: 'In the last 7 days' }).count()).toBe(0);
  const before = await link.boundingBox();
  expect(before?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 2);
  await link.click();
  await page.getByRole('complementary', { name: 'The open call' }).waitFor();
  expect(((await link.boundingBox())?.y ?? 0) - (before?.y ?? 0)).toBeCloseTo(0, 0);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/sales?tab=calls&listing=text-insights&period=7d');
  const filters = page.getByRole('group', { name: 'Filter calls' });
  await filters.getByRole('button', { name: 'Download CSV' }).waitFor();
  await filters.getByText('Failed', { exact: true }).click();
  await page.waitForURL('**/sales?tab=calls&state=failed&listing=text-insights&period=7d');
  await page.getByRole('tab', { name: 'Summary' }).click();
  await page.waitForURL('**/sales?listing=text-insights&period=7d');
});

test('the failures of a period lead to the calls that failed in it', async () => {
  const { market } = sample();
  await market.clock.advance(COUNT_EVERY_MS);
  const page = await openSales('/sales?period=7d');
  await page.getByRole('link', { name: 'See what failed' }).click();
  await page.waitForURL('**/sales?tab=calls&state=failed&period=7d');
  await page
    .getByRole('link', { name: /^Text insights, failed, / })
    .first()
    .waitFor();
  // Buyers have pseudonyms; the developer has called a listing of its own, too.
  await page
    .getByText(/^Buyer [\w-]{4}$/)
    .first()
    .waitFor();
  await page
    .getByRole('row', { name: /Exchange rates.* You / })
    .first()
    .waitFor();

  // Nothing that lasted can be drawn.
  await page.goto('/sales?listing=rates&period=7d');
  await page.getByText('No completed calls in this period.').waitFor();
});

test('a sale is a page of its own on a phone', async () => {
  const id = await sell({ text: 'Phone.' });
  const page = await openSales('/sales');
  await page.setViewportSize(PHONE);
  await page.goto(`/sales/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Text insights' }).waitFor();
  await page.getByRole('link', { name: 'Sales' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  const first = page.getByRole('link', { name: /^Text insights, / }).first();
  // Most filters are folded above the first call.
  const select = page.getByRole('combobox', { name: 'Listing' });
  await page.getByRole('tab', { name: 'Calls' }).click();
  await first.waitFor();
  expect(await select.count()).toBe(0);
  await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter');
  await select.waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('on a phone the link to sales is in the menu above the bar', async () => {
  const page = await openSales('/');
  await page.setViewportSize(PHONE);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('button', { name: 'More' }).click();
  const link = bar.getByRole('link', { name: 'Sales', exact: true });
  const [menuBox, barBox] = [await link.boundingBox(), await bar.boundingBox()];
  expect(menuBox!.y + menuBox!.height).toBeLessThanOrEqual(barBox!.y);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
});
