// What visitors and buyers do, with the keyboard alone.
import { expect, it } from 'vitest';
import { chooseFrom, expectFocus, openWithoutMouse, pressOn, tabTo, typeInto } from './keyboard.ts';
import { PASSWORD, signUp } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

async function openAsBuyer(path: string) {
  const browser = await openWithoutMouse(sample().market);
  await signInAsDeveloper(browser, sample().market);
  await browser.page.goto(path);
  await browser.page.getByRole('heading', { level: 1 }).waitFor();
  return browser.page;
}

it('a visitor finds a listing, signs up and calls it', async () => {
  const { page } = await openWithoutMouse(sample().market);
  const { keyboard } = page;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.goto('/');
  await heading('HTTP services, paid per call').waitFor();
  // Past the navigation, which leaves the address as it is.
  await keyboard.press('Tab');
  await expectFocus(page.getByRole('link', { name: 'Skip to content' }));
  await keyboard.press('Enter');
  await expectFocus(page.getByRole('main'));
  expect(new URL(page.url()).hash).toBe('');
  await typeInto(page.getByRole('searchbox', { name: 'Search the catalogue' }), 'insights');
  await keyboard.press('Enter');
  await page.waitForURL('**/catalogue?query=insights');
  await expectFocus(heading('Catalogue'));
  await pressOn(page.getByRole('link', { name: 'Text insights' }));
  await expectFocus(heading('Text insights'));

  const text = page.getByLabel('Text', { exact: true });
  await typeInto(text, 'Typed before there was an account.');
  await pressOn(page.getByRole('link', { name: 'Sign in to run it' }));
  await expectFocus(heading('Sign in'));
  await pressOn(page.getByRole('main').getByRole('link', { name: 'Create account' }));
  await expectFocus(heading('Create account'));
  const name = page.getByLabel('Name');
  await typeInto(page.getByLabel('Email address'), 'vera@example');
  await typeInto(page.getByLabel('Password', { exact: true }), PASSWORD);
  await pressOn(page.getByRole('button', { name: 'Create account' }));
  await page.getByText('Enter your name.').waitFor();
  await expectFocus(name);
  await keyboard.type('Vera');
  await keyboard.press('Enter');
  // The server refuses the address.
  await expectFocus(page.getByLabel('Email address'));
  await keyboard.press('End');
  await keyboard.type('.com');
  await keyboard.press('Enter');

  await expectFocus(heading('Text insights'));
  expect(await text.inputValue()).toBe('Typed before there was an account.');
  const run = page.getByRole('button', { name: 'Run for $0.02' });
  await typeInto(text, ' ');
  await keyboard.press('Backspace');
  await pressOn(run);
  // It does not fit the schema.
  await expectFocus(text);
  await keyboard.type('Hello there.');
  await pressOn(run);
  await page.getByText('$0.02 charged').waitFor();
  await expectFocus(page.getByRole('button', { name: 'Run again for $0.02' }));
  await pressOn(page.getByRole('link', { name: 'Open order' }));
  const order = page.getByRole('complementary', { name: 'The open order' });
  await expectFocus(order);
  await order.getByText('"Hello there."').waitFor();
  await keyboard.press('Escape');
  await order.waitFor({ state: 'detached' });
  await expectFocus(heading('Orders'));
});

it('a person creates a key with a budget, copies it, revokes it and signs out', async () => {
  const { market } = sample();
  const browser = await openWithoutMouse(market);
  await signUp(browser, market, { name: 'Kim', email: 'kim@example.com' });
  const { page } = browser;
  const { keyboard } = page;
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
  await keyboard.type('new key');
  await keyboard.press('Enter');
  await page.waitForURL('**/keys?new');
  await typeInto(page.getByLabel('Name', { exact: true }), 'laptop');
  const create = page.getByRole('button', { name: 'Create key' });
  const limit = page.getByLabel('Spending limit', { exact: true });
  await tabTo(limit);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.press('Delete');
  await pressOn(create);
  await expectFocus(limit);
  await keyboard.type('0.1234567');
  await pressOn(create);
  // What the server refuses is a place to correct too.
  await page.getByText('Must have at most 6 decimals').waitFor();
  await expectFocus(limit);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('5');
  await keyboard.press('Enter');
  await expectFocus(page.getByRole('heading', { name: 'Key “laptop” created' }));
  await pressOn(page.getByRole('button', { name: 'Copy key' }));
  await expectFocus(page.getByRole('button', { name: 'Copied' }));
  await pressOn(page.getByRole('button', { name: 'I have stored it' }));
  await expectFocus(page.getByRole('button', { name: 'New key' }));

  await pressOn(page.getByRole('button', { name: 'Edit laptop' }));
  const edit = page.getByRole('dialog', { name: 'Edit laptop' });
  await expectFocus(edit.getByLabel('Name', { exact: true }));
  await keyboard.press('Escape');
  await expectFocus(page.getByRole('button', { name: 'Edit laptop' }));
  await pressOn(page.getByRole('button', { name: 'Revoke laptop' }));
  const revoke = page.getByRole('dialog', { name: 'Revoke laptop?' });
  await pressOn(revoke.getByRole('button', { name: 'Revoke' }));
  await page.getByText('No API keys yet').waitFor();
  await expectFocus(page.getByRole('heading', { level: 1, name: 'API keys' }));

  await pressOn(page.getByRole('button', { name: 'Signed in as Kim' }));
  await pressOn(page.getByRole('button', { name: 'Sign out' }));
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Sign in' }));
});

it('a buyer narrows the orders, opens one, runs it again, and saves the list', async () => {
  const page = await openAsBuyer('/orders');
  const { keyboard } = page;
  await tabTo(page.getByRole('radio', { name: 'All', exact: true }));
  await keyboard.press('ArrowRight');
  await expectFocus(page.getByRole('radio', { name: 'Completed' }));
  await keyboard.press('ArrowRight');
  await page.waitForURL('**/orders?state=failed');
  await expectFocus(page.getByRole('radio', { name: 'Failed' }));
  const period = page.getByRole('combobox', { name: 'Period' });
  await tabTo(period);
  await chooseFrom(period, page.getByRole('option', { name: 'Last 24 hours' }));
  await page.waitForURL('**/orders?state=failed&period=24h');
  await expectFocus(period);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await typeInto(search, 'job=nightly');
  await keyboard.press('Enter');
  await page.getByText('No orders found').waitFor();
  await expectFocus(search);
  // What took a filter away is gone, and so is what showed that nothing was found.
  await pressOn(page.getByRole('button', { name: 'No longer filter by job' }));
  const heading = page.getByRole('heading', { level: 1, name: 'Orders' });
  await expectFocus(heading);
  await typeInto(search, 'job=hourly');
  await keyboard.press('Enter');
  await pressOn(page.getByRole('button', { name: 'Show all orders' }));
  await page.waitForURL('**/orders');
  await expectFocus(heading);

  const [completed = '', failed = ''] = sample().orderIds;
  const link = (id: string) => page.getByRole('cell').locator(`a[href="/orders/${id}"]`);
  await pressOn(link(failed));
  const order = page.getByRole('complementary', { name: 'The open order' });
  await expectFocus(order);
  await order.getByText('not charged').first().waitFor();
  await pressOn(order.getByRole('button', { name: 'Close the order' }));
  await expectFocus(link(failed));
  await keyboard.press('ArrowDown');
  await expectFocus(link(completed));
  await keyboard.press('Enter');
  await expectFocus(order);
  await pressOn(order.getByRole('button', { name: 'Copy as curl' }));
  await expectFocus(order.getByRole('button', { name: 'Copied' }));
  await pressOn(order.getByRole('link', { name: 'Run again for $0.02' }));
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Text insights' }));
  const text = page.getByLabel('Text', { exact: true });
  await tabTo(text);
  expect(await text.inputValue()).toBe('Hello there.');
  await keyboard.press('ControlOrMeta+Enter');
  await page.getByText('$0.02 charged').waitFor();
  await expectFocus(text);

  await pressOn(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }),
  );
  await expectFocus(heading);
  const saving = page.waitForEvent('download');
  const csv = page.getByRole('button', { name: 'Download CSV' });
  await pressOn(csv);
  expect((await saving).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  await expectFocus(csv);
});

it('a buyer looks into what was spent, and prints the statement of a month', async () => {
  await sample().market.clock.advance(3_000);
  const page = await openAsBuyer('/usage');
  const { keyboard } = page;
  await tabTo(page.getByRole('combobox', { name: 'Key or listing' }));
  await keyboard.type('insights');
  await page.getByRole('option', { name: /Text insights/ }).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.waitForURL(/listing=/);
  const chart = page.getByRole('application').first();
  await tabTo(chart);
  await keyboard.press('End');
  await expect.poll(() => chart.locator('[aria-live]').textContent()).toMatch(/\d/);
  await tabTo(page.getByRole('radio', { name: 'By key' }));
  await keyboard.press('ArrowRight');
  await page.waitForURL(/by=listing/);
  await pressOn(page.getByRole('table').getByRole('link', { name: 'Exchange rates' }));
  await page.waitForURL('**/orders?listing=rates&period=30d');
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Orders' }));
  await page.goBack();
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Usage' }));

  await pressOn(page.getByRole('link', { name: 'Monthly statement' }));
  await expectFocus(page.getByRole('heading', { level: 1, name: /^Statement for/ }));
  await page.getByRole('article').waitFor();
  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'printed') }));
  const saving = page.waitForEvent('download');
  await pressOn(page.getByRole('button', { name: 'Download CSV' }));
  expect((await saving).suggestedFilename()).toMatch(/^statement-.*\.csv$/);
  await pressOn(page.getByRole('button', { name: 'Print' }));
  expect(await page.title()).toBe('printed');
  const months = page.getByRole('combobox', { name: 'Month' });
  await tabTo(months, 'Shift+Tab');
  await chooseFrom(months, page.getByRole('option').nth(1));
  await page.getByText(/^Nothing bought in/).waitFor();
  await expectFocus(page.getByRole('heading', { level: 1, name: /^Statement for/ }));
});
