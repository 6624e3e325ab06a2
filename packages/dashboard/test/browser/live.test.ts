import { describe, expect, it } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { createApi } from '../../../../test-bed/api.ts';
import { json } from '../../../../test-bed/seller.ts';
import { openPage, setVisibility, signUp, type BrowserPage } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

const ordersIn = (page: Page) => page.getByRole('table', { name: 'Orders, newest first' });
const rowsOf = (page: Page) => ordersIn(page).getByRole('link', { name: 'Text insights' });

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function openOrders(options?: Parameters<typeof openPage>[1]): Promise<BrowserPage> {
  const browser = await openPage(sample().market, options);
  await signInAsDeveloper(browser, sample().market);
  await browser.page.goto('/orders');
  await rowsOf(browser.page).first().waitFor();
  return browser;
}

async function order(): Promise<string> {
  const { market } = sample();
  const { body } = await createApi(market.url, market.apiKey).activate(
    'text-insights',
    { text: 'Hello there.' },
    5,
  );
  return body.id;
}

/** How many event streams the server has open. */
async function openStreams(): Promise<number> {
  const metrics = await (await fetch(`${sample().market.url}/metrics`)).text();
  return Number(/^mkt_event_streams (\d+)$/m.exec(metrics)?.[1]);
}

/** Requests that a page sends to a path from now on. */
function countRequests(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

const focusedHref = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('href') ?? null);

const rowCount = (page: Page) => ordersIn(page).getAttribute('aria-rowcount').then(Number);

describe('live updates', () => {
  it('show in each window what happens elsewhere; what is not visible has no stream', async () => {
    const { page, context } = await openOrders();
    await expect.poll(openStreams).toBe(1);
    const other = await openTab(context, '/orders');
    const third = await openTab(context, '/sales?tab=calls');
    await rowsOf(other).first().waitFor();
    await expect.poll(openStreams).toBe(3);
    const before = await rowCount(page);
    await order();
    await expect.poll(() => rowCount(page)).toBe(before + 1);
    await expect.poll(() => rowCount(other)).toBe(before + 1);
    const sales = third.getByRole('table', { name: 'Sales, newest first' });
    await expect.poll(() => sales.getAttribute('aria-rowcount').then(Number)).toBeGreaterThan(3);

    await setVisibility(other, 'hidden');
    await setVisibility(third, 'hidden');
    await expect.poll(openStreams).toBe(1);
    await order();
    await expect.poll(() => rowCount(page)).toBe(before + 2);
    expect(await rowCount(other)).toBe(before + 1);
    await setVisibility(other, 'visible');
    await expect.poll(openStreams).toBe(2);
    await expect.poll(() => rowCount(other)).toBe(before + 2);
  });

  it('leave connections free, however many windows there are', async () => {
    const { page, context } = await openOrders();
    await expect.poll(openStreams).toBe(1);
    const windows = [];
    for (let opened = 1; opened < 5; opened++) windows.push(await openTab(context, '/orders'));
    expect(await openStreams()).toBe(3);
    const last = windows.at(-1)!;
    await rowsOf(last).first().waitFor();
    // It polls, until another is closed.
    const before = await rowCount(last);
    await order();
    await expect.poll(() => rowCount(last), { timeout: 20_000 }).toBe(before + 1);
    const asked = windows.map((window) => countRequests(window, '/v1/events'));
    const nowAsked = () => asked.reduce((sum, count) => sum + count(), 0);
    await page.close();
    await expect.poll(nowAsked, { timeout: 20_000 }).toBe(1);
    await expect.poll(openStreams).toBe(3);
  });

  it('take the place of polling', async () => {
    const browser = await openPage(sample().market);
    const { page } = browser;
    await page.clock.install();
    await signInAsDeveloper(browser, sample().market);
    await page.goto('/orders');
    await rowsOf(page).first().waitFor();
    await expect.poll(openStreams).toBe(1);
    const before = await rowCount(page);
    const reads = countRequests(page, '/v1/orders');
    await order();
    await expect.poll(() => rowCount(page)).toBe(before + 1);
    await page.clock.runFor(3_000);
    const soFar = reads();
    // Polling would read six times. An event of the order may still arrive, and cause one more.
    await page.clock.runFor(30_000);
    expect(reads()).toBeLessThanOrEqual(soFar + 1);
  });

  it('are at most one request a second for each query, however much happens', async () => {
    const { market } = sample();
    const { page } = await openOrders();
    await expect.poll(openStreams).toBe(1);
    const requests = countRequests(page, '/v1/orders');
    const api = createApi(market.url, market.apiKey);
    const startedMs = performance.now();
    while (performance.now() - startedMs < 2_500) {
      await api.activate('text-insights', { text: 'Hello.' }, 5);
    }
    const last = await order();
    await page.locator(`a[href="/orders/${last}"]`).waitFor();
    const seconds = (performance.now() - startedMs) / 1_000;
    expect(requests()).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });

  it('are held back from who reads further down, and offered', async () => {
    await Promise.all(Array.from({ length: 40 }, order));
    const { page } = await openOrders();
    await expect.poll(openStreams).toBe(1);
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 800);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    // Not because it points at the list.
    await page.mouse.move(5, 5);
    const before = await rowCount(page);
    const newest = page.locator(`a[href="/orders/${await order()}"]`);
    const show = page.getByRole('button', { name: 'Show 1 new' });
    await show.waitFor();
    expect(await rowCount(page)).toBe(before);
    await show.click();
    await newest.waitFor();
    await show.waitFor({ state: 'detached' });
    expect(await rowCount(page)).toBe(before + 1);

    // Further rows than the page holds leave the row that has the focus in it.
    const first = page.getByRole('cell').getByRole('link').first();
    await first.focus();
    const href = await first.getAttribute('href');
    await page.mouse.wheel(0, 1_600);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
    expect(await focusedHref(page)).toBe(href);
  });

  it('are held back from who points at the list or is in it with the keyboard, and read aloud', async () => {
    const { page } = await openOrders();
    await expect.poll(openStreams).toBe(1);
    const before = await rowCount(page);
    const show = (count: number) => page.getByRole('button', { name: `Show ${count} new` });
    const said = page.locator('[aria-live="polite"]');

    await rowsOf(page).first().hover();
    const first = await order();
    await show(1).waitFor();
    await expect.poll(() => said.textContent()).toBe('1 new in Orders');
    expect(await rowCount(page)).toBe(before);
    await page.mouse.move(5, 5);
    await page.locator(`a[href="/orders/${first}"]`).waitFor();

    await rowsOf(page).first().focus();
    expect(await focusedHref(page)).toBe(`/orders/${first}`);
    await order();
    const last = await order();
    await show(2).waitFor();
    expect(await focusedHref(page)).toBe(`/orders/${first}`);
    expect(await rowCount(page)).toBe(before + 1);
    await show(2).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedHref(page)).toBe(`/orders/${last}`);
    // Each link says which order it is.
    await page
      .getByRole('link', { name: /^Text insights, completed, \d+ \w+ \d{4}, / })
      .first()
      .waitFor();
  });

  it('leave the focus in the list when the row that has it leaves', async () => {
    const { market } = sample();
    const api = createApi(market.url, market.apiKey);
    const runContract = { method: 'POST', endpointPath: 'http://127.0.0.1:1/run' };
    const ids: string[] = [];
    for (const title of ['First draft', 'Second draft']) {
      const draft = { title, runContract, listingState: 'draft' };
      ids.push((await api.post('/v1/providers', draft)).body.id);
    }
    const { page } = await openOrders();
    await page.goto('/selling');
    const link = (id = '') => page.locator(`a[href="/selling/${id}"]`);
    for (const id of ids) {
      await link(id).focus();
      await expect.poll(openStreams).toBe(1);
      await api.delete(`/v1/providers/${id}`);
      await link(id).waitFor({ state: 'detached' });
      await expect.poll(() => focusedHref(page)).toMatch(/^\/selling\//);
    }
  });

  it('are polled for where tabs cannot share a stream', async () => {
    const browser = await openPage(sample().market);
    await browser.context.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'locks');
    });
    await signInAsDeveloper(browser, sample().market);
    await browser.page.goto('/orders');
    await rowsOf(browser.page).first().waitFor();
    const before = await rowCount(browser.page);
    await order();
    await expect.poll(() => rowCount(browser.page)).toBe(before + 1);
    expect(await openStreams()).toBe(0);
  });

  it('end for every tab when the person signs out, and begin for who signs in next', async () => {
    const browser = await openOrders();
    const { page, context } = browser;
    const other = await openTab(context, '/orders');
    await expect.poll(openStreams).toBe(2);
    await page.getByRole('button', { name: 'Signed in as Developer' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.waitForURL('**/sign-in?to=*');
    await expect.poll(openStreams).toBe(0);

    await signUp({ context }, sample().market, { email: 'next@example.com', name: 'Next' });
    await context.request.post('/auth/sign-out', {
      headers: { origin: sample().market.url },
      data: {},
    });
    await other.getByLabel('Email address').fill('next@example.com');
    await other.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Signed in as Next' }).waitFor();
    await expect.poll(openStreams).toBe(2);
  });

  it('leave orders that have settled in the list of open ones until it is out of use', async () => {
    const { market, seller } = sample();
    const { page } = await openOrders();
    await expect.poll(openStreams).toBe(1);
    await page
      .getByRole('group', { name: 'Filter orders' })
      .getByText('In progress', { exact: true })
      .click();
    await page.getByText('No orders match these filters.').waitFor();
    const settle = new Map<string, () => void>();
    seller.on('POST /insights', ({ body }) => {
      const { text } = JSON.parse(body.toString());
      return new Promise((resolve) => settle.set(text, () => resolve(json({ words: 1 }))));
    });
    const api = createApi(market.url, market.apiKey);
    const rowOf = (id: string) =>
      ordersIn(page)
        .getByRole('row')
        .filter({ has: page.locator(`a[href="/orders/${id}?state=open"]`) });
    const place = async (text: string) => {
      const { id } = (await api.activate('text-insights', { text })).body;
      await expect.poll(() => settle.has(text)).toBe(true);
      return { id, row: rowOf(id), settle: settle.get(text)! };
    };
    const older = await place('older');
    await older.row.waitFor();
    const newer = await place('newer');
    await newer.row.waitFor();

    // The pointer is on the older one, which does not move as the newer one settles and others come.
    await older.row.hover();
    const before = await older.row.boundingBox();
    newer.settle();
    await newer.row.getByText('Completed').waitFor();
    await newer.row.getByText('no longer open').waitFor();
    expect(await older.row.boundingBox()).toEqual(before);
    const newest = await place('newest');
    await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
    expect(await older.row.boundingBox()).toEqual(before);
    await page.mouse.move(5, 5);
    await newer.row.waitFor({ state: 'detached' });
    await newest.row.waitFor();

    // The focus is on the newest one, which stays when it has settled.
    await newest.row.getByRole('link').focus();
    newest.settle();
    await newest.row.getByText('no longer open').waitFor();
    expect(await focusedHref(page)).toBe(`/orders/${newest.id}?state=open`);
    await page.getByRole('heading', { level: 1 }).focus();
    await newest.row.waitFor({ state: 'detached' });
    seller.on('POST /insights', () => json({ words: 1 }));
    older.settle();
    await page.getByText('No orders match these filters.').waitFor();
  });
});
