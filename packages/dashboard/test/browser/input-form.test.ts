import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { hold, startSeller, type Seller } from '../../../../test-bed/seller.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PHONE, type BrowserPage } from './open-page.ts';
import { signInAsDeveloper, useMarket } from './sample-market.ts';

const market = useMarket();

const card = {
  title: 'Card',
  type: 'object',
  required: ['kind', 'number'],
  properties: { kind: { const: 'card' }, number: { type: 'string', title: 'Card number' } },
};
const cash = {
  title: 'Cash',
  type: 'object',
  required: ['kind', 'till'],
  properties: { kind: { const: 'cash' }, till: { type: 'integer', title: 'Till' } },
};

const SCHEMA = {
  type: 'object',
  required: ['text', 'id'],
  properties: {
    text: { type: 'string', title: 'Text', minLength: 2, description: 'What to count.' },
    id: { type: 'integer', title: 'Number', minimum: 1 },
    language: { enum: ['en', 'de'], title: 'Language', default: 'en' },
    urgent: { type: 'boolean', title: 'Urgent' },
    day: { type: 'string', format: 'date', title: 'Day' },
    parts: {
      type: 'array',
      title: 'Parts',
      uniqueItems: true,
      items: { enum: ['words', 'lines'] },
    },
    sizes: { type: 'array', title: 'Sizes', items: { type: 'integer' } },
    address: {
      type: 'object',
      title: 'Address',
      required: ['city'],
      properties: { city: { type: 'string', title: 'City' }, zip: { type: 'string' } },
    },
    tags: { type: 'array', title: 'Tags', items: { type: 'string', minLength: 2 } },
    lines: {
      type: 'array',
      title: 'Lines',
      items: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' } } },
    },
    pay: { title: 'Payment', oneOf: [card, cash] },
    extra: { title: 'Extra', type: 'object' },
  },
  additionalProperties: false,
};

async function openListing(
  seller: Seller,
  runContract: object,
  options?: Parameters<typeof openPage>[1],
  prepare?: (browser: BrowserPage) => Promise<void>,
): Promise<Page> {
  const api = createApi(market().url, market().apiKey);
  const { status, body } = await api.post('/v1/providers', {
    title: 'Counter',
    price: { amount: 0.01 },
    runContract: { method: 'POST', endpointPath: `${seller.url}/run`, ...runContract },
  });
  expect(status).toBe(201);
  await market().reviewsIdle();
  const browser = await openPage(market(), options);
  await signInAsDeveloper(browser, market());
  await prepare?.(browser);
  await browser.page.goto(`/listings/${body.slug}`);
  await browser.page.getByRole('button', { name: 'Run for $0.01' }).waitFor();
  return browser.page;
}

const run = (page: Page) => page.getByRole('button', { name: 'Run for $0.01' }).click();
const show = (page: Page, view: 'Form' | 'JSON') =>
  page.getByRole('radiogroup').getByText(view, { exact: true }).click();
const jsonOf = async (page: Page): Promise<unknown> =>
  JSON.parse(await page.getByRole('textbox', { name: 'JSON' }).inputValue());

describe('the form of a listing', () => {
  it('sends what was typed into its fields, and every digit of a number', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, { inputSchema: SCHEMA });
    await page.getByLabel('Text', { exact: true }).fill('Hello');
    await page.getByLabel('Number', { exact: true }).fill('9007199254740993');
    await page.getByLabel('Language (optional)').selectOption('de');
    await page.getByLabel('Urgent (optional)').check();
    await page.getByLabel('Urgent (optional)').uncheck();
    await page.getByLabel('Day (optional)').fill('2026-11-26');
    await page.getByRole('checkbox', { name: 'lines' }).check();
    await page.getByRole('checkbox', { name: 'words' }).check();
    await page.getByLabel('City').fill('Ulm');
    const tags = page.getByRole('textbox', { name: 'Tags (optional)' });
    await tags.fill('one');
    await tags.press('Enter');
    await tags.fill('gone');
    await tags.press('Enter');
    await page.getByRole('button', { name: 'Remove gone' }).click();
    // What is typed counts, also without Enter.
    await tags.fill('two, too');
    for (const number of [1, 2]) {
      await page.getByRole('button', { name: 'Add an item to Sizes' }).click();
      await page.getByLabel(`Sizes ${number}`).fill(`${number}`);
    }
    await page.getByRole('button', { name: 'Up item 2' }).click();
    await page.getByRole('button', { name: 'Add an item to Lines' }).click();
    await page.getByLabel('Amount (optional)').fill('0.1000000000000000055');
    await page.getByLabel('Card number').fill('4242');
    // Its only value is filled in.
    expect(await page.getByLabel('kind').count()).toBe(0);
    await page.getByLabel('Payment (optional)').selectOption('Cash');
    await page.getByLabel('Till').fill('7');
    await page.getByLabel('Payment (optional)').selectOption('Card');
    expect(await page.getByLabel('Till').count()).toBe(0);
    await page.getByLabel('Payment (optional)').selectOption('Cash');
    await page.getByLabel('Till').fill('7');
    await page.getByLabel('Extra (optional)').fill('{"n": 1e-400}');
    await run(page);
    const call = await seller.nextCall();
    expect(call.body.toString()).toContain('9007199254740993');
    expect(call.body.toString()).toContain('0.1000000000000000055');
    expect(call.body.toString()).toContain('1e-400');
    expect(call.input).toMatchObject({
      text: 'Hello',
      language: 'de',
      urgent: false,
      address: { city: 'Ulm' },
      day: '2026-11-26',
      parts: ['words', 'lines'],
      tags: ['one', 'two, too'],
      sizes: [2, 1],
      pay: { kind: 'cash', till: 7 },
    });
    await page.getByRole('heading', { name: 'Result' }).waitFor();
  });

  test('is not bought a second time before the first call has settled', async () => {
    await using seller = await startSeller({ handlers: { 'POST /run': hold } });
    const page = await openListing(seller, {});
    const button = page.getByRole('button', { name: 'Run for $0.01' });
    await button.click();
    const call = await seller.nextCall();
    await page
      .getByRole('timer')
      .getByText(/^\d+\.\d s \(limit 30 s\)$/)
      .waitFor();
    expect(await button.getAttribute('data-loading')).toBe('true');
    await button.click({ force: true });
    await page.locator('form, main').first().press('Control+Enter');
    call.respond({ words: 1 });
    await page.getByText('$0.01 charged').waitFor();
    expect(await page.getByRole('timer').count()).toBe(0);
    expect(seller.calls).toHaveLength(1);
    // It costs again, and says so.
    await page.getByRole('button', { name: 'Run again for $0.01' }).click();
    const again = await seller.nextCall();
    expect(again.orderId).not.toBe(call.orderId);
    again.respond({ words: 2 });
    await page.getByText('$0.01 charged').waitFor();
  });

  it('marks what does not fit before it costs a call, and stops doing so once it fits', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, { inputSchema: SCHEMA });
    await page.getByLabel('Text', { exact: true }).fill('H');
    await page.getByLabel('Number', { exact: true }).fill('-');
    await page.getByRole('textbox', { name: 'Tags (optional)' }).fill('-');
    await page.getByRole('button', { name: 'Add an item to Sizes' }).click();
    await run(page);
    const text = page.getByLabel('Text', { exact: true });
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true');
    expect(await text.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.getByText('A whole number').first().waitFor();
    expect(await page.getByLabel('Sizes 1').getAttribute('aria-invalid')).toBe('true');
    // What is wrong is said beside the field, and read with it.
    await page.getByText('At least 2 characters.', { exact: true }).waitFor();
    const describedBy = (await text.getAttribute('aria-describedby')) ?? '';
    const described = await page.evaluate(
      (ids) => ids.split(' ').map((id) => document.getElementById(id)?.textContent),
      describedBy,
    );
    expect(described).toContain('At least 2 characters.');
    await page.getByText('Item 1: At least 2 characters').waitFor();
    await page.getByRole('button', { name: 'Remove -' }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel('Number', { exact: true }).fill('-12');
    await page.getByText('At least 1.', { exact: true }).waitFor();
    await text.fill('Hello');
    await page.getByLabel('Number', { exact: true }).fill('12');
    // What is said no longer moves the button below it.
    await page
      .getByText(/^At least [12]/)
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    await page.getByText('A whole number').first().waitFor({ state: 'detached' });
    expect(seller.calls).toHaveLength(0);
    await run(page);
    expect((await seller.nextCall()).input).toMatchObject({ text: 'Hello', id: 12 });
  });

  test('names a required field that is empty', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, { inputSchema: SCHEMA });
    await page.getByLabel('Number', { exact: true }).fill('');
    await run(page);
    await page.getByText('Required.', { exact: true }).first().waitFor();
    expect(seller.calls).toHaveLength(0);
  });

  test('keeps what was typed when the view changes, in both directions', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, { inputSchema: SCHEMA });
    await page.getByLabel('Text', { exact: true }).fill('Hello');
    await show(page, 'JSON');
    expect(await jsonOf(page)).toMatchObject({ text: 'Hello' });
    const typed = '{"text": "Hi",  "id": 1.0, "unknown": [9007199254740993]}';
    await page.getByRole('textbox', { name: 'JSON' }).fill(typed);
    await show(page, 'Form');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Hi');
    await show(page, 'JSON');
    expect(await page.getByRole('textbox', { name: 'JSON' }).inputValue()).toBe(typed);
    await show(page, 'Form');
    await page.getByLabel('Number', { exact: true }).fill('5');
    await show(page, 'JSON');
    expect(await page.getByRole('textbox', { name: 'JSON' }).inputValue()).toContain(
      '9007199254740993',
    );
    expect(await jsonOf(page)).toMatchObject({ text: 'Hi', id: 5 });
  });

  test('stays JSON while a field has no room for what was typed, and says which', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, { inputSchema: SCHEMA });
    await show(page, 'JSON');
    const json = page.getByRole('textbox', { name: 'JSON' });
    await json.fill('{"text": {"a": 1}, "id": 1}');
    await page
      .getByText('The form cannot show “text”: its field needs another type of value.')
      .waitFor();
    expect(await page.getByRole('radio', { name: 'Form' }).isDisabled()).toBe(true);
    await run(page);
    await page.getByText('text must be a string').waitFor();
    await json.fill('{"text": "ab", "id": 1}');
    expect(await page.getByRole('radio', { name: 'Form' }).isDisabled()).toBe(false);
  });

  test('leaves out an example that no field can show; such an input stays JSON while it is corrected', async () => {
    await using seller = await startSeller();
    const requestExampleJson = '{"text":["a"],"id":1}';
    const page = await openListing(seller, { inputSchema: SCHEMA, requestExampleJson });
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('');
    await show(page, 'JSON');
    const json = page.getByRole('textbox', { name: 'JSON' });
    await json.fill(requestExampleJson);
    await expect.poll(() => page.getByRole('radio', { name: 'Form' }).isEnabled()).toBe(false);
    await json.fill('{"text":"a","id":1}');
    await expect.poll(() => page.getByRole('radio', { name: 'Form' }).isEnabled()).toBe(true);
    expect(await json.inputValue()).toBe('{"text":"a","id":1}');
  });

  it('is filled in and sent by keyboard alone', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, { inputSchema: SCHEMA });
    await page.getByLabel('Text', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('42');
    await page.keyboard.press('Tab');
    await page.keyboard.type('d');
    await page.keyboard.press('ControlOrMeta+Enter');
    expect((await seller.nextCall()).input).toEqual({ text: 'Keys', id: 42, language: 'de' });
  });

  test('keeps the focus by the items of a list as they move and go', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, { inputSchema: SCHEMA });
    const add = page.getByRole('button', { name: 'Add an item to Sizes' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await add.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByLabel('Sizes 2').fill('2');
    await page.getByRole('button', { name: 'Up item 2' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Sizes 1').inputValue()).toBe('2');
    expect(await focused()).toBe('Up item 1');
    await page.getByRole('button', { name: 'Remove item 1' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Add an item to Sizes');
  });

  test('serves a listing of the method GET', async () => {
    await using seller = await startSeller();
    const inputSchema = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer', title: 'Number' }, on: { type: 'boolean' } },
    };
    seller.on('GET /run', ({ query }) => ({ status: 200, body: JSON.stringify({ query }) }));
    const page = await openListing(seller, { method: 'GET', inputSchema });
    await page.getByLabel('Number', { exact: true }).fill('9007199254740993');
    await page.getByLabel('on (optional)').check();
    await run(page);
    await page.getByText('id=9007199254740993&on=true').waitFor();
  });

  test('has no accessibility findings, in both colour schemes and on a phone', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, { inputSchema: SCHEMA }, { viewport: PHONE });
    await page.getByRole('textbox', { name: 'Tags (optional)' }).fill('one');
    await page.getByRole('textbox', { name: 'Tags (optional)' }).press('Enter');
    await page.getByRole('button', { name: 'Add an item to Lines' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width).toBeLessThanOrEqual(0);
  });
});

describe('a listing without a form', () => {
  test('is called by JSON when the form cannot be drawn', async () => {
    await using seller = await startSeller();
    let forgive = () => {};
    const page = await openListing(seller, { inputSchema: SCHEMA }, {}, async (browser) => {
      await browser.page.route('**/InputForm-*.js', (route) => route.abort());
      // React logs why it could not be drawn.
      forgive = () => browser.problems.splice(0);
    });
    await page.getByText('The form of this listing could not be drawn.').waitFor();
    await page.getByRole('textbox', { name: 'JSON' }).fill('{"text":"ab","id":1}');
    await run(page);
    expect((await seller.nextCall()).input).toEqual({ text: 'ab', id: 1 });
    forgive();
  });

  it('takes JSON, and says why', async () => {
    await using seller = await startSeller();
    const page = await openListing(seller, {});
    await page.getByText('The seller does not describe the input.').waitFor();
    await page.getByRole('textbox', { name: 'JSON' }).fill('{"n": 9007199254740993}');
    await run(page);
    expect((await seller.nextCall()).body.toString()).toContain('9007199254740993');
  });
});
