import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { json, startSeller } from '../../../../test-bed/seller.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PHONE, signUp } from './open-page.ts';
import { signInAsDeveloper, useMarket } from './sample-market.ts';

const market = useMarket();

/** Settled orders are added to the statistics this often. */
const COUNT_EVERY_MS = 2_000;

async function openNewListing(tab = 'import') {
  const browser = await openPage(market());
  await signInAsDeveloper(browser, market());
  // A seller without a name is asked for one first.
  await createApi(market().url, market().apiKey).request('PUT', '/v1/profile', {
    name: 'Echo Works',
  });
  await browser.page.goto(`/selling/new?tab=${tab}`);
  await browser.page.getByRole('heading', { name: 'New listing' }).waitFor();
  return browser;
}

it('keeps the address of a service that cannot be imported, and says why', async () => {
  await using seller = await startSeller({ handlers: { 'GET /old/contract': () => json({}) } });
  const { page, context } = await openNewListing();
  for (const [address, problem] of [
    ['foo bar', 'Enter a whole address, such as https://api.example.com.'],
    ['ftp://127.0.0.1', 'The marketplace may not call this address.'],
  ] as const) {
    await page.getByLabel('Service URL').fill(address);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(problem).waitFor();
    const field = page.getByLabel('Service URL');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').count()).toBe(0);
  }
  await page.getByLabel('Service URL').fill(seller.url);
  await page.getByRole('button', { name: 'Preview' }).click();
  const alert = page.getByRole('alert');
  await page.getByText('The service did not return its contract.', { exact: true }).waitFor();
  expect(await page.getByLabel('Service URL').getAttribute('aria-invalid')).toBe('true');
  // What to do follows, and what is needed stays.
  await alert.getByText(/It was reached, but \/contract must/).waitFor();
  await page.getByRole('heading', { name: 'What the service needs' }).waitFor();
  await alert.getByText(`npx mkt validate --service-url '${seller.url}'`).waitFor();
  expect(await page.getByLabel('Service URL').inputValue()).toBe(seller.url);

  await page.getByLabel('Service URL').fill(`${seller.url}/old`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('The contract of this service has 1 error.').waitFor();
  await alert.getByText('Fix these places in /contract, then preview again.').waitFor();
  for (const name of ['The schema', 'A contract to copy']) {
    const href = await alert.getByRole('link', { name }).getAttribute('href');
    expect((await context.request.get(href ?? '')).status()).toBe(200);
  }
});

/** Where an element is on the page, in pixels. */
const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect());

it('shows what an import would create, with its checks and warnings, and creates it', async () => {
  const contract = {
    provider: {
      title: 'Exchange rates',
      tags: ['Rates'],
      price: { amount: 0.005, currency: 'EUR' },
      runContract: {
        method: 'POST',
        endpointPath: '',
        inputSchema: { type: 'object', properties: { base: { type: 'string' } } },
        requestExampleJson: '{"base":1}',
      },
    },
  };
  await using seller = await startSeller({ handlers: { 'GET /contract': () => json(contract) } });
  contract.provider.runContract.endpointPath = `${seller.url}/run`;
  const { page } = await openNewListing();
  const read = Promise.withResolvers<void>();
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'POST') await read.promise;
    await route.continue();
  });
  await page.getByLabel('Service URL').fill(seller.url.replace('http://', ''));
  const preview = page.getByRole('button', { name: 'Preview' });
  await preview.click();
  // While it waits, also in a browser that wants less motion, its loader turns within it.
  const loader = await boxOf(preview.locator('[class*="Button-loader"]'));
  const button = await boxOf(preview);
  expect(loader.top).toBeGreaterThan(button.top);
  expect(loader.bottom).toBeLessThan(button.bottom);
  expect(Math.abs(loader.left + loader.right - button.left - button.right)).toBeLessThan(2);
  read.resolve();
  await page.getByText('Can be published').waitFor();
  const shown = page.getByRole('region', { name: 'As buyers will see it' });
  const card = shown.getByRole('list', { name: 'Listings' });
  await card.getByRole('heading', { name: 'Exchange rates' }).waitFor();
  await card.getByText('€0.005 per call').waitFor();
  await card.getByText('Echo Works').waitFor();
  // There is no page of it yet.
  expect(await card.getByRole('link').count()).toBe(0);
  await shown.getByLabel('base (optional)').waitFor();
  await page.getByText('/provider/tags').waitFor();
  const examples = page.getByRole('listitem').filter({ hasText: 'Examples Failed' });
  await examples
    .getByText('The request example does not match the input schema: base must be a string.')
    .waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'Slug' }).fill('fx-rates');
  const create = page.getByRole('button', { name: 'Publish listing' });
  expect(await create.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Preview again' }).click();
  await card.getByText('fx-rates').waitFor();
  await create.click();
  await page.getByRole('heading', { level: 1, name: 'Exchange rates' }).waitFor();
});

test('asks for the price of a service whose contract has none, and for a name of its seller', async () => {
  const runContract = { method: 'POST', endpointPath: '' };
  const contract = { provider: { title: 'Unpriced rates', runContract } };
  await using seller = await startSeller({ handlers: { 'GET /contract': () => json(contract) } });
  runContract.endpointPath = `${seller.url}/run`;
  const browser = await openPage(market());
  await signUp(browser, market());
  const { page } = browser;
  await page.goto('/selling/new');
  await page.getByLabel('Service URL').fill(seller.url);
  await page.getByRole('button', { name: 'Preview' }).click();
  const form = page.getByRole('form', { name: 'Listing to create' });
  const amount = form.getByRole('textbox', { name: 'Price' });
  const name = form.getByLabel('Seller name');
  const shown = page.getByRole('region', { name: 'As buyers will see it' });
  await shown.getByText('Unnamed seller').waitFor();
  // The name of the account is proposed: it was not public, so it is not filled in.
  expect(await name.inputValue()).toBe('');
  await form.getByRole('button', { name: 'Use “Ann”' }).click();
  await shown.getByText('Ann', { exact: true }).waitFor();
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill('Ann’s rates');
  await shown.getByText('Ann’s rates').waitFor();
  await name.fill('');
  await amount.fill('0.35');
  await form.getByRole('button', { name: 'Publish listing' }).click();
  await form.getByText('Say who sells: buyers read “Unnamed seller”.').waitFor();
  await form.getByRole('button', { name: 'Publish without a name' }).waitFor();
  expect(await form.getByRole('button', { name: 'Publish listing' }).count()).toBe(0);
  await name.fill('Ann’s rates');
  await amount.fill('0.0000007');
  expect(await accessibilityFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Publish listing' }).click();
  await form.locator('input[aria-invalid="true"]').waitFor();
  await amount.fill('0.35');
  await form.getByRole('button', { name: 'Publish listing' }).click();
  await page.getByRole('heading', { level: 1, name: 'Unpriced rates' }).waitFor();
  await page.getByText('$0.35 per call').waitFor();
  await page.goto('/account');
  expect(await page.getByLabel('Seller name').inputValue()).toBe('Ann’s rates');
});

test('keeps what was typed when the server refuses a field, and when the tab changes', async () => {
  const { page } = await openNewListing('manual');
  await page.getByLabel('Title').fill('QR code');
  await page.getByRole('textbox', { name: 'Price' }).fill('2000000');
  await page.getByRole('textbox', { name: 'Endpoint', exact: true }).fill('http://127.0.0.1:1/run');
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page.locator('input[aria-invalid="true"]').first().waitFor();
  await page.getByRole('tab', { name: 'Import from service' }).click();
  await page.getByLabel('Service URL').waitFor();
  await page.getByRole('tab', { name: 'Manual' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe('QR code');
  expect(await page.getByRole('textbox', { name: 'Price' }).getAttribute('aria-invalid')).toBe(
    'true',
  );
});

it('names everything that is wrong at once, beside its field and beside the button', async () => {
  const { page } = await openNewListing('manual');
  const title = page.getByLabel('Title');
  const price = page.getByRole('textbox', { name: 'Price' });
  const endpoint = page.getByRole('textbox', { name: 'Endpoint', exact: true });
  const schema = page.getByRole('textbox', { name: 'Input schema' });
  const hasFocus = (field: Locator) =>
    field.evaluate((element) => element === document.activeElement);
  await price.fill('0.0000001');
  await endpoint.fill('ftp:/x');
  await schema.fill('{\n  "type": "object",\n}');
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page.getByText('Enter a title.').waitFor();
  await page.getByText('Use at most 6 decimals.').waitFor();
  await page.getByText('An address that starts with ftp: cannot be called.').waitFor();
  await page
    .getByText('Line 3, column 1: remove the last comma, or add another property.')
    .waitFor();
  const marked = page.locator('[aria-invalid="true"]');
  expect(await marked.count()).toBe(4);
  // What can be skipped waits until the rest is right.
  const advice = page.getByText('Show what a call returns, here or as an output schema');
  expect(await advice.count()).toBe(0);
  await expect.poll(() => hasFocus(title)).toBe(true);
  // The ring of the focus is as red as the border of the others, and so is what is to be corrected.
  const colourOf = (of: typeof title, what: 'color' | 'outlineColor' | 'borderTopColor') =>
    of.evaluate((it, name) => getComputedStyle(it)[name], what);
  const red = await colourOf(endpoint, 'borderTopColor');
  expect(await colourOf(title, 'outlineColor')).toBe(red);
  const sum = page.getByText('Correct Title, Price, Endpoint and Input schema.');
  expect(await colourOf(sum, 'color')).toBe(
    await colourOf(page.getByText('Enter a title.'), 'color'),
  );
  expect(await page.getByText('Recommended:').count()).toBe(0);
  // Nothing can be published while something is wrong.
  const without = page.getByRole('button', { name: 'Publish anyway' });
  expect(await without.count()).toBe(0);
  expect(await accessibilityFindings(page)).toEqual([]);

  // Each name leads to its field, and a line of JSON to its place in the text.
  await page.getByRole('button', { name: 'Endpoint', exact: true }).click();
  expect(await hasFocus(endpoint)).toBe(true);
  await page.getByRole('button', { name: 'Go to line 3' }).click();
  expect(await hasFocus(schema)).toBe(true);
  await page.keyboard.type(' ');
  expect(await schema.inputValue()).toBe('{\n  "type": "object",\n ');

  // A field that is right is not named any more.
  await title.fill('QR code');
  await schema.fill('');
  await page.getByLabel('Description').fill('Draws a QR code.');
  await page.getByText('Correct Price and Endpoint.').waitFor();
  // What is wrong gets the focus, not what can be skipped above it.
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await expect.poll(() => hasFocus(price)).toBe(true);
  await endpoint.fill('http://127.0.0.1:1/run');
  await price.fill('0.05');
  await page
    .getByText('Buyers pay $0.05 per call: $50.00 for 1,000, all of it your revenue.')
    .waitFor();
  // What is left, the marketplace takes: buyers would miss it. It is described, because it is not wrong.
  expect(await without.count()).toBe(0);
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page.getByText('Recommended: Category and Response example.').waitFor();
  await without.waitFor();
  await advice.waitFor();
  expect(await marked.count()).toBe(0);
  const category = page.getByRole('combobox', { name: 'Category' });
  await expect.poll(() => hasFocus(category)).toBe(true);
  const describedBy = await category.getAttribute('aria-describedby');
  const described = page.locator(`[id="${describedBy}"]`);
  expect(await described.innerText()).toContain('Choose one');
  // It is where an error would be: below its field, that of a text in JSON too.
  for (const [field, below] of [
    [category, described],
    [page.getByRole('textbox', { name: 'Response example' }), advice],
  ] as const) {
    expect((await boxOf(below)).top).toBeGreaterThan((await boxOf(field)).bottom);
  }
  await page.getByRole('combobox', { name: 'Category' }).fill('media');
  await page.getByRole('textbox', { name: 'Output schema' }).fill('{"type":"object"}');
  await without.waitFor({ state: 'detached' });
  expect(await marked.count()).toBe(0);
});

test('publishes what buyers would miss something in only after a second, conscious choice', async () => {
  const { page } = await openNewListing('manual');
  const created: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && created.push(request.url()));
  await page.getByLabel('Title').fill('Bare');
  await page.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await page.getByRole('textbox', { name: 'Endpoint', exact: true }).fill('http://127.0.0.1:1/run');
  const wide = page.viewportSize()!;
  await page.setViewportSize(PHONE);
  // On a phone, too, the bar says what its button does.
  await page.locator('[data-sticky]').getByText('If it passes, the listing is public.').waitFor();
  await page.setViewportSize(wide);
  // A double click is one choice, and so is Enter in a field.
  await page.getByRole('button', { name: 'Publish listing' }).dblclick();
  await page.getByText('Recommended: Description, Category and Response example.').waitFor();
  await page.getByLabel('Title').press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  expect(created).toEqual([]);
  // One button is the primary one: now it says what it does without them.
  const primary = page.locator('[data-sticky] [type="submit"]:not([data-variant="default"])');
  expect(await primary.allTextContents()).toEqual(['Publish anyway']);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  const bar = page.locator('[data-sticky]');
  await bar.getByText('Recommended: Description, Category and Response example.').waitFor();
  expect((await boxOf(bar)).height).toBeLessThan(110);
  await primary.click();
  await page.getByRole('heading', { level: 1, name: 'Bare' }).waitFor();
  expect(created).toHaveLength(1);
});

test('folds what can wait, says how it is, and unfolds it where something is wrong', async () => {
  const { page } = await openNewListing('manual');
  const fold = page.getByText(
    'Tags: none · Slug: made from the title · Health endpoint: none, so its uptime is not shown',
  );
  await fold.waitFor();
  const slug = page.getByRole('textbox', { name: 'Slug' });
  expect(await slug.isVisible()).toBe(false);
  await fold.click();
  await slug.fill('QR');
  await page.getByText(/Slug: QR/).click();
  await slug.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page.getByText('Use at least 3 lowercase letters').waitFor();
  await page.getByText(/Slug: QR/).click();
  await slug.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Slug', exact: true }).click();
  expect(await slug.evaluate((field) => field === document.activeElement)).toBe(true);
  // Folded again, it is unfolded by the next attempt too, where nothing else is wrong.
  await page.getByLabel('Title').fill('Codes');
  await page.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await page.getByRole('textbox', { name: 'Endpoint', exact: true }).fill('http://127.0.0.1:1/run');
  await page.getByText(/Slug: QR/).click();
  await slug.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await expect.poll(() => slug.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('has what buyers see beside the fields, in view wherever one types', async () => {
  const { page } = await openNewListing('manual');
  await page.setViewportSize({ width: 1440, height: 900 });
  const seen = page.getByRole('complementary', { name: 'As buyers see it' });
  await page.getByLabel('Title').fill('Word counter');
  await page.getByRole('textbox', { name: 'Response example' }).fill('{}');
  const { top, bottom } = await boxOf(seen.getByRole('heading', { name: 'Word counter' }));
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(900);
});

test('opens a list by a click or a key, and not when it is passed with Tab', async () => {
  const { page } = await openNewListing('manual');
  const price = page.getByRole('textbox', { name: 'Price' });
  const options = page.getByRole('option');
  const { keyboard } = page;
  for (const [field, keys] of [
    ['Currency', ['Enter', ' ', 'ArrowDown']],
    ['Per', ['Enter', 'ArrowDown']],
    ['Method', ['Enter', ' ', 'ArrowDown']],
  ] as const) {
    const list = page.getByRole('combobox', { name: field, exact: true });
    await (field === 'Currency' ? price : page.locator(':focus')).press('Tab');
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
    const value = await list.inputValue();
    expect(await list.getAttribute('aria-expanded')).toBe('false');
    for (const key of keys) {
      await keyboard.press(key);
      await options.first().waitFor();
      await keyboard.press('Escape');
      await options.first().waitFor({ state: 'hidden' });
    }
    expect(await list.inputValue()).toBe(value);
    await list.click();
    await options.first().waitFor();
    await keyboard.press('Escape');
    await options.first().waitFor({ state: 'hidden' });
  }
  // Nothing was sent by Enter.
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
});

test('colours JSON, wraps its long lines, is as high as its text, and puts what is pasted into lines', async () => {
  const { page, context } = await openNewListing('manual');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const schema = page.getByRole('textbox', { name: 'Input schema' });
  const box = page.locator('div:has(> pre)', { has: schema });
  const format = page.getByRole('button', { name: 'Format Input schema' });
  const property = { type: 'string', description: 'A long line. '.repeat(40).trim() };
  const pasted = { type: 'object', properties: { text: property }, minProperties: 1 };
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(pasted));
  await schema.press('ControlOrMeta+V');
  const inLines = JSON.stringify(pasted, null, 2);
  expect(await schema.inputValue()).toBe(inLines);
  await format.waitFor({ state: 'detached' });

  // Each name, text and number has the colour of the results; letters are where the text area has them.
  const drawn = box.locator('pre');
  expect(await drawn.textContent()).toBe(inLines.replaceAll('\n', ''));
  const color = (text: string) =>
    drawn
      .getByText(text, { exact: true })
      .first()
      .evaluate((part) => getComputedStyle(part).color);
  const colors = await Promise.all(['"type"', '"object"', '1'].map(color));
  expect(new Set(colors).size).toBe(3);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const sizes = await box.evaluate((element) => {
      const [text, lines] = [element.querySelector('textarea'), element.querySelector('pre')];
      return {
        isCut: element.scrollWidth > element.clientWidth,
        isScrolled: element.scrollHeight > element.clientHeight,
        missing: (text?.scrollHeight ?? 0) - (lines?.offsetHeight ?? 0),
      };
    });
    expect([width, sizes]).toEqual([width, { isCut: false, isScrolled: false, missing: 0 }]);
  }

  await schema.fill('{"type":');
  await page.getByText('Not JSON yet').waitFor();
  expect(await format.count()).toBe(0);
  // Within a text it stays as it is: who pastes there puts it together by hand.
  await schema.press('End');
  await page.evaluate(() => navigator.clipboard.writeText('{"a":1}'));
  await schema.press('ControlOrMeta+V');
  expect(await schema.inputValue()).toBe('{"type":{"a":1}');
});

test('inserts an example of a schema, and an input that fits it', async () => {
  const { page } = await openNewListing('manual');
  await page.getByRole('button', { name: 'Insert an example: Input schema' }).click();
  await page.getByLabel('Text', { exact: true }).waitFor();
  await page
    .getByRole('textbox', { name: 'Input schema' })
    .fill(
      '{"type":"object","properties":{"city":{"type":"string","default":"Oslo"}},"required":["city"]}',
    );
  await page.getByRole('button', { name: 'Insert an example: Request example' }).click();
  const example = page.getByRole('textbox', { name: 'Request example' });
  await expect.poll(() => example.inputValue()).toBe('{\n  "city": "Oslo"\n}');
});

test('publishes what is still the inserted example only after a conscious choice', async () => {
  await using seller = await startSeller();
  await createApi(market().url, market().apiKey).post('/v1/providers', {
    title: 'Terms explained',
    category: 'legal-advice',
    price: { amount: 0.001 },
    runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
  });
  await market().reviewsIdle();
  const { page } = await openNewListing('manual');
  const created: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && created.push(request.url()));
  await page.getByText('Fields with * are required.').waitFor();
  await page.getByLabel('Title').fill('Untouched');
  await page.getByLabel('Description (recommended)').fill('Counts words.');
  await page.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await page.getByRole('textbox', { name: 'Endpoint', exact: true }).fill('http://127.0.0.1:1/run');
  // The categories of this marketplace are first; they and the usual ones have the names of the catalogue.
  const category = page.getByRole('combobox', { name: 'Category' });
  await category.click();
  await page.getByRole('option', { name: 'E-commerce' }).waitFor();
  const offered = await page.getByRole('option').allTextContents();
  expect(offered.slice(0, 3)).toEqual(['Legal advice', 'AI', 'Communication']);
  await page.getByRole('option', { name: 'Legal advice' }).click();
  expect(await category.inputValue()).toBe('Legal advice');
  await category.fill('tools');
  await page.getByRole('option', { name: 'Developer tools' }).click();
  expect(await category.inputValue()).toBe('Developer tools');
  const names = ['Input schema', 'Request example', 'Output schema', 'Response example'];
  for (const name of names) {
    await page.getByRole('button', { name: `Insert an example: ${name}` }).click();
    await expect.poll(() => page.getByRole('textbox', { name }).inputValue()).not.toBe('');
  }
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page
    .getByText('Recommended: Input schema, Request example, Output schema and Response example.')
    .waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Request example' }).fill('{"text":""}');
  await page.getByText('Fill in values as your service gets and returns them.').waitFor();
  expect(created).toEqual([]);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ category: 'developer-tools' });
  await page.getByRole('heading', { level: 1, name: 'Untouched' }).waitFor();
});

it('creates a listing that was described by hand', async () => {
  const { page } = await openNewListing('manual');
  await page.getByLabel('Title').fill('QR code');
  await page.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await page.getByRole('textbox', { name: 'Endpoint', exact: true }).fill('http://127.0.0.1:1/run');
  await page.getByLabel('Input schema', { exact: true }).fill('{"type":"integre"}');
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page.getByText(/^\/type /).waitFor();
  const schema = page.getByRole('textbox', { name: 'Input schema' });
  await schema.fill('{"type":"object"}');
  await page.getByRole('button', { name: 'Format Input schema' }).click();
  expect(await schema.inputValue()).toBe('{\n  "type": "object"\n}');
  await schema.press('ControlOrMeta+Z');
  expect(await schema.inputValue()).toBe('{"type":"object"}');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'QR code' }).waitFor();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByText('The review flagged this listing').waitFor();
  expect(await page.getByRole('heading', { name: 'Reachability Failed' }).count()).toBe(1);
});

it('leads from a new listing to its first call, with the keyboard alone', async () => {
  await using seller = await startSeller();
  const { page } = await openNewListing('manual');
  await page.getByLabel('Title').fill('First steps');
  await page.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await page.getByRole('textbox', { name: 'Endpoint', exact: true }).fill(`${seller.url}/run`);
  await page.getByRole('button', { name: 'Publish listing' }).press('Enter');
  await page.getByRole('button', { name: 'Publish anyway' }).press('Enter');
  await page.getByRole('heading', { name: 'Three steps to the first sale' }).waitFor();
  const step = (name: string) => page.getByRole('heading', { level: 3, name });
  await page.getByRole('button', { name: 'Copy the secret' }).press('Enter');
  await step('Copy the signing secret (done)').waitFor();
  await page.getByRole('button', { name: 'Done, it’s restarted' }).press('Enter');
  await step('Restart the service with it (done)').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);

  // What is done is remembered; the call is a buyer's.
  await page.reload();
  await step('Copy the signing secret (done)').waitFor();
  const address = page.url();
  await page.getByRole('link', { name: 'Try it' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
  const buyer = createApi(market().url, (await market().createAccount()).apiKey);
  await buyer.activate('first-steps', {}, 5);
  await market().clock.advance(COUNT_EVERY_MS);
  // Its success is seen, although the page was left meanwhile.
  await page.goto(address);
  await page.getByRole('heading', { name: 'Ready to sell' }).waitFor();
  await page.getByRole('button', { name: 'Copy the link for buyers' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('heading', { name: 'Ready to sell' }).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('heading', { name: 'Signing secret' }).waitFor();
  expect(await page.getByText('Three steps to the first sale').count()).toBe(0);
});

it('shows the secret of a published listing on request, pauses it and archives it', async () => {
  await using seller = await startSeller();
  const { page } = await openNewListing('manual');
  await page.getByLabel('Title').fill('Echo');
  await page.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await page.getByRole('textbox', { name: 'Endpoint', exact: true }).fill(`${seller.url}/run`);
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await page.getByRole('heading', { level: 1, name: 'Echo' }).waitFor();

  // The first steps have it already: it is there once.
  await page.getByRole('button', { name: 'Copy the secret' }).waitFor();
  expect(await page.getByRole('button', { name: 'Show secret' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.getByRole('button', { name: 'Show secret' }).click();
  const first = await page.getByText(/^whsec_/).textContent();
  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('the one before it expires').waitFor();
  expect(await page.getByText(/^whsec_/).textContent()).not.toBe(first);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await accessibilityFindings(page)).toEqual([]);

  const more = page.getByRole('button', { name: 'More actions' });
  await more.click();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await more.click();
  await page.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive echo?' });
  expect(await dialog.getByRole('button', { name: 'Archive' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Type echo to confirm').fill('echo');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Archived', { exact: true }).first().waitFor();
});
