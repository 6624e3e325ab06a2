import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { hold } from '../../../../test-bed/seller.ts';
import { openPage, PHONE, type BrowserPage } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket({ environment: { MKT_CALLS_PER_SELLER: '1' } });

async function open(path: string, options?: Parameters<typeof openPage>[1]) {
  const browser: BrowserPage = await openPage(sample().market, options);
  await signInAsDeveloper(browser, sample().market);
  await browser.page.goto(path);
  return browser.page;
}

describe('orders', () => {
  it('open beside the list by keyboard, and close with Escape', async () => {
    const page = await open('/orders');
    const link = page.getByRole('link', { name: 'Text insights' }).first();
    await link.focus();
    await page.keyboard.press('Enter');
    const order = page.getByRole('complementary', { name: 'The open order' });
    await order.getByRole('heading', { name: 'Result' }).waitFor();
    await order.getByText('charged', { exact: true }).waitFor();
    await order.getByText('"Hello there."').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/orders/${sample().orderIds[0]}`);
    await page.keyboard.press('Escape');
    await order.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/orders');
    expect(await link.evaluate((it) => it === document.activeElement)).toBe(true);

    // Wherever the focus is, unless Escape closes or empties something else first.
    await link.click();
    await order.waitFor();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('rates');
    await search.press('Escape');
    await expect.poll(() => search.inputValue()).toBe('');
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    const commands = page.getByRole('dialog', { name: 'Commands' });
    await commands.waitFor();
    await page.keyboard.press('Escape');
    await commands.waitFor({ state: 'detached' });
    expect(await order.count()).toBe(1);
    await page.getByRole('main').focus();
    await page.keyboard.press('Escape');
    await order.waitFor({ state: 'detached' });
  });

  test('are listed without inputs and results, which an open order reads', async () => {
    const browser: BrowserPage = await openPage(sample().market);
    const { page } = browser;
    await signInAsDeveloper(browser, sample().market);
    const lists: { url: string; text: string }[] = [];
    await page.route(/\/v1\/(orders|sales)\?/, async (route) => {
      const response = await route.fetch();
      lists.push({ url: response.url(), text: await response.text() });
      await route.fulfill({ response });
    });
    await page.goto('/sales?tab=calls');
    await page.getByRole('table', { name: 'Sales, newest first' }).waitFor();
    await page.goto('/orders');
    await page.getByRole('link', { name: 'Text insights' }).first().click();
    const order = page.getByRole('complementary', { name: 'The open order' });
    await order.getByText('"Hello there."').waitFor();
    await expect.poll(() => lists.length).toBeGreaterThan(1);
    for (const { url, text } of lists) {
      expect(url).toContain('view=summary');
      expect(text).not.toMatch(/"(requestBody|result)"/);
    }
  });

  it('are filtered by the address, which an open order keeps', async () => {
    const page = await open('/orders');
    await page.getByText('Failed', { exact: true }).first().click();
    await page.waitForURL('**/orders?state=failed');
    await page.getByRole('link', { name: 'Exchange rates' }).first().click();
    const order = page.getByRole('complementary', { name: 'The open order' });
    await order.getByText('The model is still loading. Try again in 20 seconds.').waitFor();
    await order.getByText('If it fails again, try later.').waitFor();
    await page.waitForURL('**/orders/*?state=failed');
    await page.reload();
    await order.getByText('The model is still loading. Try again in 20 seconds.').waitFor();
    expect(await page.getByRole('link', { name: 'Text insights' }).count()).toBe(0);
  });

  test('show every number as it was written, in the input and in the result', async () => {
    const { market, seller } = sample();
    const result =
      '{"id":9007199254740993,"rest":-0,"share":1.0,"big":123456789012345678901234567890}';
    seller.on('POST /insights', () => ({ status: 200, body: result }));
    const api = createApi(market.url, market.apiKey);
    const { body } = await api.activate('text-insights', { text: 'Numbers.' }, 5);
    const page = await open(`/orders/${body.id}`);
    const shown = page.getByRole('region', { name: 'Result' });
    for (const number of ['9007199254740993', '-0', '1.0', '123456789012345678901234567890']) {
      await shown.getByText(number, { exact: true }).waitFor();
    }
  });

  test('are pages of their own on a phone', async () => {
    const page = await open('/orders', { viewport: PHONE });
    await page.getByRole('link', { name: 'Text insights' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Text insights' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByRole('link', { name: 'Orders' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  });

  it('are followed until they settle', async () => {
    const { market, seller } = sample();
    seller.on('POST /insights', hold);
    const api = createApi(market.url, market.apiKey);
    const { body } = await api.post('/v1/orders', {
      listingId: 'text-insights',
      requestBody: { text: 'Held.' },
    });
    const page = await open(`/orders/${body.id}`);
    const order = page.getByRole('complementary', { name: 'The open order' });
    await order.getByText('The service has 30 s to respond.').waitFor();
    seller.calls.find(({ orderId }) => orderId === body.id)?.respond({ words: 1 });
    await order.getByRole('heading', { name: 'Result' }).waitFor();
    expect(await order.getByRole('status').first().textContent()).toContain('Completed');
  });

  it('can be cancelled while they wait', async () => {
    const { market, seller } = sample();
    seller.on('POST /insights', hold);
    const api = createApi(market.url, market.apiKey);
    const activate = async (text: string) =>
      (await api.post('/v1/orders', { listingId: 'text-insights', requestBody: { text } })).body.id;
    const running = await activate('Running.');
    const page = await open(`/orders/${await activate('Waiting.')}`);
    const order = page.getByRole('complementary', { name: 'The open order' });
    await order.getByRole('button', { name: 'Cancel order' }).click();
    await order.getByText('The buyer cancelled the order before its turn').waitFor();
    expect(await order.getByRole('status').first().textContent()).toContain('Failed');
    expect(await order.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
    await page.goto(`/orders/${running}`);
    await order.getByText('The service has 30 s to respond.').waitFor();
    expect(await order.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
    seller.calls.find(({ orderId }) => orderId === running)?.respond({ words: 1 });
    await order.getByRole('heading', { name: 'Result' }).waitFor();
  });

  it('show the texts of strangers as text', async () => {
    const { market, seller } = sample();
    const attack = '<img src=x onerror="window.hit=1">\u202egnp';
    seller.on('POST /insights', () => ({
      status: 200,
      body: JSON.stringify({ [attack]: attack, link: 'javascript:alert(1)' }),
    }));
    const api = createApi(market.url, market.apiKey);
    const { body } = await api.activate('text-insights', { text: attack }, 5);
    const page = await open(`/orders/${body.id}`);
    await page.getByRole('heading', { name: 'Result' }).waitFor();
    await page.getByText('U+202E').first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
  });
});
