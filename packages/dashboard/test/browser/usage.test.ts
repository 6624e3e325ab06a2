// Usage and its monthly statement, with the mouse and with the keyboard alone.
import { expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings } from './accessibility.ts';
import { chooseFrom } from './keyboard.ts';
import { openPage, PHONE, signUp } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';
import { savedBy } from './saved-file.ts';

const sample = useSampleMarket();

/** The developer's usage: a call for $0.02 by the first key and one by another, and a failed one. */
async function openUsage(path = '/usage') {
  const { market, agentKey } = sample();
  await createApi(market.url, agentKey).activate('text-insights', { text: 'By the agent.' }, 5);
  // Orders are counted within a few seconds.
  await market.clock.advance(3_000);
  const browser = await openPage(market);
  await signInAsDeveloper(browser, market);
  await browser.page.goto(path);
  return browser.page;
}

const isFocused = (it: Element) => it === document.activeElement;

it('usage is shown by key, listing and day, leads to the orders, and is saved as a file', async () => {
  const page = await openUsage();
  await page.getByRole('img', { name: /^Spend per day: \$0\.0\d in 30 days/ }).waitFor();
  await page.getByRole('img', { name: /^Calls per day: / }).waitFor();
  // A new account is not compared with the days before it, and nothing is left where that would be.
  await page.getByText('too few calls 30 days earlier to compare').waitFor();
  expect(await page.locator('main p:empty').count()).toBe(0);
  // The days are named, as on the statement, which is that of the month that is shown.
  await page.getByText(/^What you spent, \d.*–\d+ \w+ \d{4} \(UTC\)\.$/).waitFor();
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  const last = page.getByRole('link', { name: /^Statement for \w+ \d{4}$/ });
  const before = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7);
  expect(await last.getAttribute('href')).toBe(`/usage/${before}`);
  await page.goBack();
  const table = page.getByRole('table');
  await table
    .getByRole('row', { name: /research-agent/ })
    .getByText('$0.02')
    .waitFor();
  await page.getByText('By listing', { exact: true }).click();
  await table.getByRole('row', { name: /Exchange rates 1 1/ }).waitFor();
  const { name, lines } = await savedBy(page, 'Download CSV');
  expect(name).toMatch(/^usage-by-listing-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines[0]).toBe(
    'listingId,slug,title,calls,completed,failed,spend USD,failed seller_status',
  );
  expect(lines.length).toBe(3);

  await page.getByRole('combobox', { name: 'Key or listing' }).click();
  await page.getByRole('option', { name: 'research-agent' }).click();
  await page.waitForURL(/key=/);
  await page.getByRole('img', { name: /^Calls per day: 1 in 30 days, 1 completed/ }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);

  await table.getByRole('link', { name: 'Exchange rates' }).click();
  await page.waitForURL('**/orders?listing=rates&period=30d');
  await page.getByText('Returned 503').waitFor();

  // Failures lead to what failed, of a listing or of a day.
  await page.goto('/usage?by=listing');
  const failures = table.getByRole('link', { name: '1 failed: show them' });
  await failures.click();
  await page.waitForURL('**/orders?listing=rates&period=30d&state=failed');
  await page.goto('/usage?by=day');
  await failures.click();
  const today = new Date().toISOString().slice(0, 10);
  await page.waitForURL(`**/orders?day=${today}&state=failed`);
  await page.getByText('Returned 503').waitFor();
  await page.getByRole('button', { name: 'No longer filter by the day' }).press('Enter');
  await page.waitForURL('**/orders?state=failed');
});

test('the statement of a month is reached, chosen, saved and printed with the keyboard alone', async () => {
  const page = await openUsage();
  const link = page.getByRole('link', { name: 'Monthly statement' });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/usage\/\d{4}-\d\d$/);
  const month = page.url().slice(-'2026-11'.length);
  const sheet = page.getByRole('article');
  await sheet.getByText('(UTC), so far').waitFor();
  await sheet
    .getByRole('table')
    .nth(1)
    .getByRole('row', { name: /research-agent/ })
    .waitFor();
  const totals = await sheet.getByRole('row', { name: /^Total/ }).allTextContents();
  expect(new Set(totals).size).toBe(1);

  // The figures are in one row, whatever they are.
  const figures = sheet.locator('dl').nth(1).locator(':scope > div');
  await figures.filter({ hasText: /failed \(free\)/ }).waitFor();
  const tops = await figures.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);

  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'printed') }));
  await page.getByRole('button', { name: 'Print' }).press('Enter');
  expect(await page.title()).toBe('printed');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  const { name, lines } = await savedBy(page, 'Download CSV');
  // The number of the statement, which never changes, is on it and in the name of the file.
  const { sellerId } = sample();
  const number = `${month}-${sellerId.slice(0, 8).toUpperCase()}`;
  await sheet.getByText(number, { exact: true }).waitFor();
  expect(name).toBe(`statement-${number}.csv`);
  expect(lines[0]).toBe('part,id,name,calls,completed,failed,spend USD');
  expect(await accessibilityFindings(page)).toEqual([]);

  const months = page.getByRole('combobox', { name: 'Month' });
  await months.focus();
  await chooseFrom(months, page.getByRole('option').nth(1));
  await page.getByText(/^Nothing bought in/).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).evaluate(isFocused)).toBe(true);
  await page.goto('/usage/2026-13');
  await page.getByText('There is no statement for this month').waitFor();
});

test('usage fits on a phone, and says what to do while nothing was bought', async () => {
  const page = await openUsage();
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'research-agent' }).waitFor();
  const tooWide = () => document.documentElement.scrollWidth - window.innerWidth;
  await expect.poll(() => page.evaluate(tooWide)).toBeLessThanOrEqual(0);
  const browser = await openPage(sample().market);
  await signUp(browser, sample().market, { email: 'no-usage@example.com' });
  await browser.page.goto('/usage');
  await browser.page.getByText('Nothing bought in this period').waitFor();
});
