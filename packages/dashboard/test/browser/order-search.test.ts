// Finding orders: by id, key, listing, metadata; and the file of those that were found.
import { expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings, colourFindings } from './accessibility.ts';
import { openPage } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';
import { savedBy } from './saved-file.ts';

const sample = useSampleMarket();

async function openOrders(path = '/orders') {
  const { market } = sample();
  const browser = await openPage(market);
  await signInAsDeveloper(browser, market);
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await browser.page.goto(path);
  const { page } = browser;
  const search = page.getByRole('searchbox', { name: 'Search' });
  const rows = page.getByRole('table').getByRole('row');
  return { page, search, rows };
}

it('a pasted id opens its order, whose reason comes first; the row has the reason too', async () => {
  const { page, search } = await openOrders();
  const failed = sample().orderIds[1] ?? '';
  await page.getByRole('row', { name: /rates/ }).getByText('Returned 503').waitFor();
  await page.getByRole('row', { name: /rates/ }).getByText('The model is still loading').waitFor();
  await search.focus();
  await page.evaluate((text) => navigator.clipboard.writeText(` ${text}\n`), failed);
  await page.keyboard.press('ControlOrMeta+V');
  await page.waitForURL(`**/orders/${failed}`);
  const order = page.getByRole('complementary', { name: 'The open order' });
  await order.getByText('Order id').waitFor();
  const parts = await order.locator('section').allTextContents();
  expect(parts[0]).toContain('The service returned 503');
  // The list and the order beside it begin at one height.
  const [list, beside] = await Promise.all(
    [page.getByRole('table'), order].map((it) => it.boundingBox()),
  );
  expect(Math.abs((list?.y ?? 0) - (beside?.y ?? 1_000))).toBeLessThan(1);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.goto('/orders/0190c1f2-7a00-7000-8000-000000000001');
  await order.getByText('There is no order with this id in your account.').waitFor();
  await order.getByRole('button', { name: 'Close the order' }).click();
  await page.waitForURL('**/orders');
});

test('the start or the end of an id finds its order too', async () => {
  const { page, search } = await openOrders();
  const failed = sample().orderIds[1] ?? '';
  for (const part of [failed.slice(0, 13), failed.slice(-6)]) {
    await search.fill(part);
    await page.getByRole('option', { name: `Open ${failed}` }).click();
    await page.waitForURL(`**/orders/${failed}`);
    await page.getByRole('button', { name: 'Close the order' }).click();
    await page.waitForURL('**/orders');
  }
});

test('keys, listings and metadata are found by a part of their names, with the keyboard alone', async () => {
  const { market, agentKey } = sample();
  const agent = createApi(market.url, agentKey);
  await agent.post('/v1/orders', {
    listingId: 'text-insights',
    requestBody: { text: 'By the agent.' },
    metadata: { job: 'nightly' },
  });
  const { page, search, rows } = await openOrders();
  await search.focus();
  await page.keyboard.type('RESEARCH');
  await page.getByRole('option', { name: 'research-agent' }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/orders?key=*');
  await expect.poll(() => rows.count()).toBe(2);
  await page
    .getByRole('row', { name: /text-insights/ })
    .getByText('research-agent')
    .waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'No longer filter by research-agent' }).press('Enter');
  await page.waitForURL('**/orders');

  await search.focus();
  await page.keyboard.type('exchange');
  // The slug of the active option is readable too, in both colour schemes.
  await page.locator('[data-combobox-selected]').getByText('rates', { exact: true }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colourFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/orders?listing=rates');
  await search.focus();
  await page.keyboard.type('job=nightly');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/orders?listing=rates&metadata=job%3Dnightly');
  await page.getByText('No orders found').waitFor();
  await page.goto('/orders?key=none');
  await page.getByRole('button', { name: 'No longer filter by Dashboard' }).press('Enter');
  await page.getByRole('table').waitFor();
  await search.focus();
  await page.keyboard.type('weather');
  await page.getByRole('status').getByText('No name matches “weather”').waitFor();
  await page.getByText('No orders match “weather”').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByRole('alert').getByText('A search is not a filter').waitFor();
  await search.focus();
  await page.keyboard.press('Enter');
  expect(await search.inputValue()).toBe('weather');
  await page.getByRole('button', { name: 'Clear the search' }).press('Enter');
  await page.getByRole('table').waitFor();
  expect(await search.inputValue()).toBe('');
  expect(await search.evaluate((it) => it === document.activeElement)).toBe(true);
});

it('the list is filtered while one types, and its address says so', async () => {
  const { page, search, rows } = await openOrders();
  await page.getByRole('row', { name: /rates/ }).waitFor();
  const all = await rows.count();
  const entries = await page.evaluate(() => history.length);
  await search.pressSequentially('exch');
  await page.waitForURL('**/orders?query=exch');
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await page.getByRole('row', { name: /rates/ }).waitFor();
  expect(await page.getByRole('row', { name: /text-insights/ }).count()).toBe(0);
  // A text that several listings have shows the orders of all of them.
  await search.fill('t');
  await page.waitForURL('**/orders?query=t');
  await expect.poll(() => rows.count()).toBe(all);
  // Or why orders failed: a status, or words of the service.
  for (const reason of ['503', 'still loading']) {
    await search.fill(reason);
    await page.waitForURL((url) => url.searchParams.get('query') === reason);
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('row', { name: /rates/ }).getByText('Returned 503').waitFor();
  }
  await search.fill('zzz');
  await page.getByRole('heading', { name: 'No orders match “zzz”' }).waitFor();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.reload();
  await page.getByRole('heading', { name: 'No orders match “zzz”' }).waitFor();
  expect(await search.inputValue()).toBe('zzz');
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.waitForURL('**/orders');
  await expect.poll(() => rows.count()).toBe(all);
});

test('the orders of a filter are saved as a file, page by page, until one cancels', async () => {
  const { page } = await openOrders('/orders?state=failed');
  const { name, lines } = await savedBy(page, 'Download CSV');
  expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines.length).toBe(2);
  expect(lines[1]).toMatch(
    new RegExp(`^${sample().orderIds[1]},rates,Exchange rates,failed,seller_status,`),
  );

  // A page that does not end, and a second one that never arrives.
  let asked = 0;
  await page.route('**/v1/orders?*limit=100*', async (route) => {
    asked += 1;
    if (asked > 1) return;
    const response = await route.fetch();
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, nextCursor: 'more' } });
  });
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
  await page.getByText('1 orders read').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Download CSV' }).waitFor();
  expect(await page.getByText('orders read').count()).toBe(0);
  await page.unroute('**/v1/orders?*limit=100*');
  await page.route('**/v1/orders?*limit=100*', (route) => route.abort());
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByText('Nothing was saved.').waitFor();
});
