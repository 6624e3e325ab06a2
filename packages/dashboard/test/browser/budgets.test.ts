import type { Locator, Route } from 'playwright-core';
import { expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PASSWORD, PHONE, signUp, type BrowserPage } from './open-page.ts';
import { useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

let people = 0;

async function openKeys(): Promise<BrowserPage & { email: string }> {
  const { market } = sample();
  const browser = await openPage(market);
  const email = `budgets-${++people}@example.com`;
  await signUp(browser, market, { email });
  await browser.page.goto('/keys?new');
  await browser.page.getByLabel('Name', { exact: true }).fill('agent');
  return { ...browser, email };
}

/** The requests of a browser, as its pages send them. */
const headers = () => ({ origin: sample().market.url, 'x-mkt-dashboard': '1' });

/** Creates a key without the pages. */
async function addKey({ context }: BrowserPage, budget: object | null, name = 'agent') {
  const data = { name, scopes: ['order:create', 'order:read'], budget };
  const response = await context.request.post('/v1/api-keys', { headers: headers(), data });
  expect(response.status()).toBe(201);
  return (await response.json()) as { id: string; key: string };
}

const MAX_PRICE = 'Maximum price (optional)';
const DAILY = { limit: 0.05, currency: 'USD', period: 'day' };

async function fillBudget(form: Locator, rules: Record<string, string>): Promise<void> {
  await form.getByText('Limit spending', { exact: true }).click();
  const more = form.getByText('Limit prices and listings');
  if (Object.keys(rules).length > 1) await more.click();
  for (const [label, text] of Object.entries(rules))
    await form.getByLabel(label, { exact: true }).fill(text);
}

it('a key is created with a budget, which shows what its orders have spent', async () => {
  const { page } = await openKeys();
  const form = page.locator('form');
  await fillBudget(form, { 'Spending limit': '0.05', [MAX_PRICE]: '0.03' });
  // A listing is found by its name.
  await form.getByRole('combobox', { name: 'Allowed listings' }).fill('insigh');
  await page.getByRole('option', { name: 'Text insights' }).click();
  const spending =
    'It can spend up to $0.05 per day, at most $0.03 per order, only for Text insights.';
  await form.getByText(spending).waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page
    .getByText(`It can place orders and read the orders that it placed. ${spending} It expires on`)
    .waitFor();
  const key = await page.locator('code', { hasText: /^mkt_\w{49}$/ }).textContent();
  await page.getByRole('button', { name: 'I have stored it' }).click();

  const meter = page.getByRole('meter', { name: '$0.00 of $0.05 today' });
  await meter.waitFor();
  const api = createApi(sample().market.url, key ?? '');
  expect((await api.activate('text-insights', { text: 'Hello.' }, 5)).status).toBe(201);
  // By the event of the order, without a reload.
  const spent = page.getByRole('meter', { name: '$0.02 of $0.05 today' });
  await spent.waitFor();
  expect(await spent.getAttribute('aria-valuenow')).toBe('0.02');
  expect(await spent.getAttribute('aria-valuemax')).toBe('0.05');
  const row = page.getByRole('row', { name: /agent/ });
  await row.getByText('At most $0.03 per order', { exact: true }).waitFor();
  await row.getByText('Text insights', { exact: true }).waitFor();
  const refused = await api.activate('rates', { text: 'Hello.' }, 5);
  expect([refused.status, refused.body.reason]).toEqual([402, 'listing']);
});

test('a first key may spend little, and a limit without an amount creates no key', async () => {
  const { page } = await openKeys();
  const form = page.locator('form');
  await form.getByText('It can spend up to $5.00 per day.').waitFor();
  const limit = form.getByLabel('Spending limit', { exact: true });
  await limit.fill('');
  await page.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Enter an amount, or choose “No limit”.').waitFor();
  expect(await limit.getAttribute('aria-invalid')).toBe('true');
  await limit.fill('3 or so');
  await page.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Enter an amount such as 5.').waitFor();
  await limit.fill('0');
  await form.getByText('It can spend nothing: only free listings can be called.').waitFor();
  await limit.fill('3');
  await page.getByRole('button', { name: 'Create key' }).click();
  // The first key that was created is the one with the limit.
  await page.getByText('$3.00 per day').first().waitFor();
});

it('a budget is changed, with what was spent, and removed', async () => {
  const browser = await openKeys();
  const { page } = browser;
  const { key } = await addKey(browser, { ...DAILY, listings: ['text-insights'] });
  const api = createApi(sample().market.url, key);
  expect((await api.activate('text-insights', { text: 'Hello.' }, 5)).status).toBe(201);
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Edit agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit agent' });
  // By its name, although the key stores its id.
  await dialog.getByText('Text insights', { exact: true }).waitFor();
  expect(await dialog.getByLabel('Spending limit', { exact: true }).inputValue()).toBe('0.05');
  await dialog.getByLabel('Spending limit', { exact: true }).fill('1');
  await dialog.getByLabel('Name', { exact: true }).fill('robot');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({ name: 'robot', budget: { limit: 1 } });
  await dialog.waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: /robot/ });
  await row.getByRole('meter', { name: '$0.02 of $1.00 today' }).waitFor();

  await row.getByRole('button', { name: 'Edit robot' }).click();
  const again = page.getByRole('dialog', { name: 'Edit robot' });
  await again.getByText('No limit', { exact: true }).click();
  await again.getByRole('button', { name: 'Save' }).click();
  await again.waitFor({ state: 'hidden' });
  await row.getByText('No spending limit').waitFor();
  expect(await row.getByRole('meter').count()).toBe(0);
});

test('a used-up budget says so in words, and axe finds nothing, in both colour schemes and on a phone', async () => {
  const browser = await openKeys();
  const { page } = browser;
  const { key } = await addKey(browser, { ...DAILY, limit: 0.02 });
  const api = createApi(sample().market.url, key);
  await api.activate('text-insights', { text: 'Hello.' }, 5);
  await addKey(browser, { currency: 'EUR', period: 'none', limit: 3 }, 'other');
  await page.goto('/keys?new');
  await page.getByRole('meter', { name: '$0.02 of $0.02 today, used up' }).waitFor();
  await page.getByText(/Resets in \d+ (h|min|s)/).waitFor();
  await page.getByText('€0.00 of €3.00 in total').waitFor();
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await accessibilityFindings(page)));
  }
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Edit agent' }).click();
  await page.getByRole('dialog').getByLabel('Spending limit', { exact: true }).waitFor();
  found.push(...(await accessibilityFindings(page)));
  expect(found).toEqual([]);
});

test('a key for a listing is drafted from its page, to which one returns', async () => {
  const { page } = await openKeys();
  const path = '/listings/rates?tab=api';
  await page.goto(`/keys?listing=rates&return=${encodeURIComponent(path)}`);
  const form = page.locator('form');
  await form.getByText('It can spend up to €5.00 per day, only for Exchange rates.').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('rates');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'Key “rates” created' }).waitFor();
  await page.getByRole('link', { name: 'Go on to the code of the listing' }).click();
  await page.getByRole('heading', { level: 1, name: 'Exchange rates' }).waitFor();
  expect(page.url()).toMatch(/\/listings\/rates\?tab=api$/);
});

it('a link to another site is not returned to', async () => {
  const { page } = await openKeys();
  await page.goto(`/keys?listing=rates&return=${encodeURIComponent('//evil.example/')}`);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'Key “rates” created' }).waitFor();
  expect(await page.getByRole('link', { name: 'Go on to the code of the listing' }).count()).toBe(
    0,
  );
});

test('refused rules are marked, and keep what was typed', async () => {
  const { page } = await openKeys();
  const form = page.locator('form');
  await fillBudget(form, { 'Spending limit': '0.1234567', [MAX_PRICE]: '0.05' });
  await form.getByRole('combobox', { name: 'Allowed listings' }).fill('no such listing');
  await page.getByText('No listing found').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Must have at most 6 decimals').waitFor();
  await form.getByLabel('Spending limit', { exact: true }).fill('2000000000');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect
    .poll(() => form.getByLabel('Spending limit', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true');
  await form.getByLabel('Spending limit', { exact: true }).fill('1');
  await form.getByRole('combobox', { name: 'Currency' }).fill('Any');
  await page.getByRole('option', { name: 'Any' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await form.getByText('Is required with limit and maxPrice').waitFor();
  expect(await form.getByLabel(MAX_PRICE, { exact: true }).inputValue()).toBe('0.05');
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('agent');
});

test('a change that fails, or a session that has ended, keeps what was typed', async () => {
  const browser = await openKeys();
  const { page, context, email } = browser;
  await addKey(browser, DAILY);
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Edit agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit agent' });
  await dialog.getByLabel('Spending limit', { exact: true }).fill('7');
  const sentence = 'An API key cannot change its own budget.';
  await page.route('**/v1/api-keys/*', (route) =>
    route.fulfill({
      status: 403,
      json: { error: sentence, type: 'budget_protected', requestId: 'r1' },
    }),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(sentence).waitFor();
  await dialog.getByText('while you are signed in').waitFor();
  await page.unroute('**/v1/api-keys/*');

  // It ends between the click and the request: before, something that loads by itself could notice it.
  const end = async (route: Route) => {
    await context.clearCookies();
    await route.continue();
  };
  await page.route('**/v1/api-keys/*', end, { times: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const signIn = page.getByRole('dialog', { name: 'Your session has ended' });
  await signIn.getByLabel('Email address').fill(email);
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn.waitFor({ state: 'hidden' });
  expect(await dialog.getByLabel('Spending limit', { exact: true }).inputValue()).toBe('7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('meter', { name: '$0.00 of $7.00 today' }).waitFor();
});
