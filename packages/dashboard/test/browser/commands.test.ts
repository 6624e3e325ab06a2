import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings } from './accessibility.ts';
import { expectFocus } from './keyboard.ts';
import { openPage, PHONE } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

const commandsOf = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const chosen = (page: Page) => commandsOf(page).getByRole('option', { selected: true });

/** Opens them with the keyboard, and waits until they take what is typed. */
async function openCommands(page: Page): Promise<void> {
  await commandsOf(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  const field = commandsOf(page).getByRole('combobox');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
}

/** What has the focus, as its accessible name or its text. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

async function openAt(path: string, options?: Parameters<typeof openPage>[1]): Promise<Page> {
  const browser = await openPage(sample().market, options);
  await signInAsDeveloper(browser, sample().market);
  await browser.page.goto(path);
  await browser.page.getByRole('heading', { level: 1 }).waitFor();
  return browser.page;
}

async function order(): Promise<string> {
  const { market } = sample();
  const api = createApi(market.url, market.apiKey);
  return (await api.activate('text-insights', { text: 'Hello there.' }, 5)).body.id;
}

it('commands lead everywhere with the keyboard alone', async () => {
  const id = await order();
  const page = await openAt('/');
  await openCommands(page);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.type('orders');
  await expect.poll(() => chosen(page).textContent()).toBe('Orders');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();

  await openCommands(page);
  await page.keyboard.insertText(` ${id} `);
  await expect.poll(() => chosen(page).textContent()).toBe(`Open the order ${id}Order`);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => chosen(page).textContent()).toBe(`Open the sale ${id}Sale`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/orders/${id}`);

  await openCommands(page);
  await page.keyboard.type('text-ins');
  const group = (name: string) => commandsOf(page).getByRole('group', { name });
  await group('My listings').getByRole('option').first().waitFor();
  await group('Catalogue').getByText('Search the catalogue for “text-ins”').waitFor();
  // Below it are the guides that mention the listing.
  while (!(await chosen(page).textContent())?.startsWith('Search the catalogue'))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/catalogue?query=text-ins');

  // Until something is typed: what was opened last, without the page that is open.
  await openCommands(page);
  await expect.poll(() => chosen(page).textContent()).toBe(`Text insightsOrder · …${id.slice(-4)}`);
  const opened = await group('Recent').getByRole('option').allTextContents();
  expect(opened.slice(1)).toEqual(['OrdersPage', 'OverviewPage']);
  expect(await group('Pages').count()).toBe(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.type('new key');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/keys?new');
  const name = page.getByLabel('Name', { exact: true });
  await name.focus();
  await page.keyboard.type('/?jk');
  expect(await name.inputValue()).toBe('/?jk');

  await openCommands(page);
  await page.keyboard.type('nothing has this name');
  await chosen(page).getByText('Search the catalogue for').waitFor();
  await commandsOf(page)
    .getByRole('status')
    .getByText('Nothing found here. You can search')
    .waitFor();
  await page.keyboard.press('Escape');
  await commandsOf(page).waitFor({ state: 'detached' });
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);

  await openCommands(page);
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sign-in');
  expect(await page.evaluate(() => localStorage.getItem('mkt-recent'))).toBeNull();
});

test('orders and sales are found by the start and by the end of their ids', async () => {
  const id = await order();
  const page = await openAt('/');
  const options = commandsOf(page).getByRole('group', { name: 'Orders' }).getByRole('option');
  for (const part of [id.slice(0, 13), id.slice(-6), `…${id.slice(-4)}`]) {
    await openCommands(page);
    await page.keyboard.insertText(part);
    await options.filter({ hasText: `Order · …${id.slice(-4)}` }).waitFor();
    await options.filter({ hasText: `Sale · …${id.slice(-4)}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/orders/${id}`);
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  // A part of an account that is open already has the focus.
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Close account' }).waitFor();
  await openCommands(page);
  await page.keyboard.type('delete account');
  await chosen(page).getByText('Close account').waitFor();
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('heading', { name: 'Close account' }));
});

it('what is typed before the commands have loaded is not lost', async () => {
  const { page } = await openPage(sample().market);
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/Commands-*.js', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('catalg');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('ogue');
  release();
  const field = commandsOf(page).getByRole('combobox');
  await expectFocus(field);
  await page.keyboard.type(' pa');
  await expect.poll(() => field.inputValue()).toBe('catalogue pa');
  await chosen(page).getByText('Catalogue').waitFor();

  // Nor what is typed before the field has the focus.
  await page.keyboard.press('Escape');
  await commandsOf(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await expect.poll(() => field.inputValue()).toBe('dark');
});

test('commands lead to what an account has', async () => {
  const { market } = sample();
  const api = createApi(market.url, market.apiKey);
  await api.post('/v1/webhooks', { url: 'https://hooks.example.com/mkt' });
  const page = await openAt('/');
  const options = commandsOf(page).getByRole('option');
  for (const [typed, label, path] of [
    ['rates', 'Manage Exchange rates', '/selling/*'],
    ['research', 'research-agent', '/keys'],
    ['example', 'hooks.example.com', '/webhooks/*'],
    ['delete account', 'Close account', '/account#close'],
    ['earnings', 'Sales', '/sales'],
  ] as const) {
    await openCommands(page);
    await page.keyboard.type(typed);
    await options.filter({ hasText: label }).click();
    await page.waitForURL(`**${path}`);
  }
});

it('an action on a listing leads to where it is done, and does nothing by itself', async () => {
  const page = await openAt('/');
  const options = commandsOf(page).getByRole('option');
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  // The second time on the page that is open already.
  for (let time = 0; time < 2; time++) {
    await openCommands(page);
    await page.keyboard.type('pause rates');
    await chosen(page).getByText('Pause Exchange rates').waitFor();
    await page.keyboard.press('Enter');
    await expectFocus(pause);
    await page.waitForURL(/\/selling\/[^?]+$/);
    await page.keyboard.press('Escape');
    await pause.waitFor({ state: 'detached' });
  }
  expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0);
  await openCommands(page);
  await page.keyboard.type('edit price rates');
  await options.filter({ hasText: 'Edit price of Exchange rates' }).click();
  await page.waitForURL('**/edit?field=Price');
  await expectFocus(page.getByRole('textbox', { name: 'Price' }));
});

test('listings that have what was typed stand before guides that mention it', async () => {
  const page = await openAt('/');
  const topOf = async (name: string) =>
    (await commandsOf(page).getByRole('group', { name }).boundingBox())?.y;
  await openCommands(page);
  await page.keyboard.type('keywords');
  await commandsOf(page).getByRole('group', { name: 'Guides' }).waitFor();
  await expect
    .poll(async () => Number(await topOf('Catalogue')) < Number(await topOf('Guides')))
    .toBe(true);
});

test('commands lead everywhere by pointer, also on a phone', async () => {
  const page = await openAt('/catalogue', { hasTouch: true, viewport: PHONE });
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await button.tap();
  await commandsOf(page).getByRole('option', { name: 'Dark colours' }).tap();
  await expect
    .poll(() => page.locator('html').getAttribute('data-mantine-color-scheme'))
    .toBe('dark');
  await commandsOf(page).waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Search');
  await button.tap();
  expect(await accessibilityFindings(page)).toEqual([]);
  await commandsOf(page).getByRole('option', { name: 'New listing' }).tap();
  await page.waitForURL('**/selling/new');

  // The menu is above its button, and a finger meets every control.
  const more = page.getByRole('navigation').getByRole('button', { name: 'More' });
  await more.tap();
  const light = page.getByRole('radio', { name: 'Light' });
  await page.getByRole('radiogroup', { name: 'Colour scheme' }).getByTitle('Light').tap();
  expect(await light.isChecked()).toBe(true);
  const menu = page.locator('[popover]:popover-open');
  const [opened, by] = [(await menu.boundingBox())!, (await more.boundingBox())!];
  expect(opened.y + opened.height).toBeLessThanOrEqual(by.y);
  expect(opened.x + opened.width).toBeGreaterThan(by.x);
  const heights = await page
    .locator('header :is(a, button), header label')
    .evaluateAll((elements) =>
      elements
        .map((element) => element.getBoundingClientRect().height)
        .filter((height) => height > 0),
    );
  // A segment has the frame of its control around it.
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(36);
});

test('keys move in lists, open and close, search, and are listed', async () => {
  await Promise.all([order(), order()]);
  const page = await openAt('/orders');
  const links = page.getByRole('cell').getByRole('link');
  await links.nth(2).waitFor();
  const hrefOf = (index: number) => links.nth(index).getAttribute('href');
  const focusedHref = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
  await page.keyboard.press('j');
  expect(await focusedHref()).toBe(await hrefOf(0));
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  expect(await focusedHref()).toBe(await hrefOf(2));
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('k');
  expect(await focusedHref()).toBe(await hrefOf(0));
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'The open order' });
  await expectFocus(panel);
  await page.keyboard.press('j');
  await page.waitForURL(`**${await hrefOf(1)}`);
  await expectFocus(panel);
  await page.keyboard.press('k');
  await page.waitForURL(`**${await hrefOf(0)}`);
  await expectFocus(panel);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/orders');
  await expect.poll(focusedHref).toBe(await hrefOf(0));

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Search on this page').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  // What is behind the dialog stays as it is.
  await page.keyboard.press('j');
  expect(await keys.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await keys.getByLabel('Turn on single-key shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await expect.poll(focusedHref).toBe(await hrefOf(0));
  await page.keyboard.press('j');
  expect(await focusedHref()).toBe(await hrefOf(0));
  await page.keyboard.press('ArrowDown');
  expect(await focusedHref()).toBe(await hrefOf(1));

  await page.goto('/catalogue');
  const search = page.getByLabel('Search the catalogue');
  await search.waitFor();
  await page.keyboard.press('/');
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(false);
  await page.evaluate(() => localStorage.removeItem('mkt-single-keys'));
  await page.keyboard.press('/');
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('a low window scrolls its rail to the colour schemes', async () => {
  // As 200 % zoom makes a laptop's window.
  const page = await openAt('/', { viewport: { width: 720, height: 400 } });
  const schemes = page.getByRole('radiogroup', { name: 'Colour scheme' });
  // By the wheel: Playwright also scrolls to what a person cannot scroll to.
  await page.mouse.move(30, 200);
  await page.mouse.wheel(0, 2_000);
  const bottom = async () => {
    const { y, height } = (await schemes.boundingBox())!;
    return y + height;
  };
  await expect.poll(bottom).toBeLessThanOrEqual(400);
  await schemes.getByTitle('Dark').click();
  await expect
    .poll(() => page.locator('html').getAttribute('data-mantine-color-scheme'))
    .toBe('dark');
});
