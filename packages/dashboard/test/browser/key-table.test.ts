// API keys at every width, the budget that is nearly used, and where the focus goes.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, signUp } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

async function openKeys(path = '/keys') {
  const { market } = sample();
  const browser = await openPage(market);
  await signInAsDeveloper(browser, market);
  await browser.page.goto(path);
  return browser.page;
}

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: it } = document;
    return it?.getAttribute('aria-label') ?? it?.textContent?.trim();
  });

const MANY = ['order:create', 'order:read', 'provider:create', 'provider:secret', 'api_key:create'];

it('keys fit every width, with every scope in one line; those that expired are apart', async () => {
  const { market, agentKey } = sample();
  const api = createApi(market.url, market.apiKey);
  await api.post('/v1/api-keys', { name: 'deploys-everything', scopes: MANY });
  const expiresAt = new Date(market.clock.now() + 60_000).toISOString();
  await api.post('/v1/api-keys', { name: 'old-import', scopes: ['provider:create'], expiresAt });
  for (let bought = 0; bought < 5; bought++) {
    await createApi(market.url, agentKey).activate('text-insights', { text: `${bought}` }, 5);
  }
  const page = await openKeys();
  await page.clock.install();
  await page.reload();
  const inUse = page.getByRole('table').filter({ hasText: 'deploys-everything' });
  await inUse.getByRole('row', { name: /old-import/ }).waitFor();
  await page.clock.fastForward('02:00');
  const past = page.getByRole('region', { name: 'Expired' });
  await past
    .getByRole('row', { name: /old-import/ })
    .getByText('Expired')
    .waitFor();
  expect(await inUse.getByRole('row', { name: /old-import/ }).count()).toBe(0);
  expect(await past.getByRole('button', { name: 'Edit old-import' }).count()).toBe(0);

  const meter = page.getByRole('meter', { name: '$0.10 of $0.10 today, used up' });
  await expect.poll(() => meter.locator('..').getAttribute('data-low')).toBe('true');
  await inUse.getByText('Place orders · 4 more').click();
  const scopes = page.locator('td code');
  // A window of 1440 px at 200 % has 720 px of CSS.
  for (const width of [360, 640, 720, 768, 1024, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = () => document.documentElement.scrollWidth - window.innerWidth;
    await expect
      .poll(() => page.evaluate(tooWide), { message: `${width} px` })
      .toBeLessThanOrEqual(0);
    const lines = await scopes.evaluateAll((all) => all.map((it) => it.getClientRects().length));
    expect([width, lines.filter((count) => count !== 1)]).toEqual([width, []]);
    if (width !== 768) continue;
    expect(await accessibilityFindings(page)).toEqual([]);
    // Where the table is a list, what keys have in common is still one below the other.
    for (const part of ['Created by', 'Last used', 'Expires']) {
      const places = await inUse
        .locator(`td[data-label="${part}"]`)
        .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left));
      expect([part, new Set(places).size]).toEqual([part, 1]);
    }
  }
});

test('the buttons of a dialog are in view without scrolling, and cover no field that has the focus', async () => {
  const page = await openKeys();
  for (const [width, height] of [
    [1440, 600],
    [390, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Edit research-agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit research-agent' });
    const save = await dialog.getByRole('button', { name: 'Save' }).boundingBox();
    const frame = await dialog.boundingBox();
    const bottom = (save?.y ?? Infinity) + (save?.height ?? 0);
    expect([width, bottom < height]).toEqual([width, true]);
    expect(bottom).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
    // From the buttons back to the last field, which is below the fold.
    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect
      .poll(async () => {
        const field = await page.evaluate(() => document.activeElement?.getBoundingClientRect());
        return (field?.bottom ?? Infinity) <= (save?.y ?? 0);
      })
      .toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
});

it('the focus returns from every dialog and form, with the keyboard alone', async () => {
  const page = await openKeys();
  for (const verb of ['Edit', 'Revoke']) {
    const button = page.getByRole('button', { name: `${verb} research-agent` });
    await button.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(`${verb} research-agent`);
  }
  const newKey = page.getByRole('button', { name: 'New key' });
  await newKey.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('New key');

  await newKey.press('Enter');
  await page.getByLabel('Spending limit').fill('5');
  await page.getByLabel('Name', { exact: true }).fill('throw-away');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Key “throw-away” created');
  const shell = page.locator('details', { hasText: 'Use it in a shell' });
  expect(await shell.getByText('npx mkt whoami').textContent()).toContain(
    `export MKT_BASE_URL=${sample().market.url}`,
  );
  // The key itself is copied, not shown a second time.
  expect(await shell.textContent()).not.toMatch(/mkt_\w{20}/);
  await page.getByRole('button', { name: 'I have stored it' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('New key');

  await page.getByRole('button', { name: 'Revoke throw-away' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Revoke throw-away?' });
  await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('API keys');
});

test('keys without a limit come first, are shown alone, and get one in place', async () => {
  const { market } = sample();
  const browser = await openPage(market);
  const { page, context } = browser;
  await signUp(browser, market, { email: 'unlimited@example.com' });
  const headers = { origin: market.url, 'x-mkt-dashboard': '1' };
  const budget = { limit: 5, currency: 'USD', period: 'day' };
  const buys = ['order:create'];
  for (const data of [
    { name: 'whole', scopes: ['*'] },
    { name: 'each-order', scopes: buys, budget: { maxPrice: 0.05, currency: 'USD' } },
    { name: 'limited', scopes: buys, budget },
    { name: 'reads', scopes: ['order:read'] },
  ]) {
    expect((await context.request.post('/v1/api-keys', { headers, data })).status()).toBe(201);
  }
  await page.goto('/keys');
  const names = () => page.getByRole('rowheader').allTextContents();
  const starts = async () => (await names()).map((name) => /^[a-z-]+?(?=mkt_)/.exec(name)?.[0]);
  await expect.poll(starts).toEqual(['whole', 'each-order', 'reads', 'limited']);
  await page.getByText('Nothing').first().waitFor();
  await page.getByRole('button', { name: '2 without a spending limit' }).click();
  await expect.poll(starts).toEqual(['whole', 'each-order']);
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Set a limit for each-order' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit each-order' });
  const limit = dialog.getByLabel('Spending limit', { exact: true });
  await expect.poll(() => limit.evaluate((it) => it === document.activeElement)).toBe(true);
  await limit.fill('7');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  // Its button is gone; the focus is in its row.
  await expect.poll(starts).toEqual(['whole']);
  await page.getByRole('button', { name: 'Set a limit for whole' }).press('Enter');
  // A limit is proposed.
  await page.getByRole('dialog').getByText('It can spend up to $5.00 per day.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Edit whole');
  await expect.poll(starts).toEqual(['reads', 'limited', 'each-order', 'whole']);
  await page
    .getByRole('row', { name: /each-order/ })
    .getByText(/of \$7\.00/)
    .waitFor();
});
