// The API reference at /docs, in a real browser.
import { ROUTES, type Route } from '@mkt/protocol';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signedUp } from '../auth/browser.ts';
import { openMarket, type Market } from '../market.ts';
import { openPage } from './open-page.ts';

const operation = (page: Page, id: string) => page.locator(`.opblock[id$="-${id}"]`);

async function openDocs({ url }: Pick<Market, 'url'>) {
  const watched = await openPage();
  await watched.page.goto(`${url}/docs`);
  await watched.page.locator('.opblock').first().waitFor();
  return watched;
}

/** Sends the documented example of an operation from the page; returns the body of the response. */
async function tryOut(page: Page, id: string): Promise<any> {
  const block = operation(page, id);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.try-out__btn').click();
  await block.locator('.execute').click();
  const body = block.locator('.live-responses-table .response .highlight-code code').first();
  return JSON.parse(await body.innerText());
}

async function giveKey(page: Page, key: string): Promise<void> {
  await page.locator('button.authorize').first().click();
  await page.locator('.modal-ux input').fill(key);
  await page.locator('.modal-ux button.authorize').click();
  await page.locator('.modal-ux .btn-done').click();
}

// A busy machine takes seconds to show an operation.
describe('the page at /docs in a browser', { timeout: 120_000 }, () => {
  it('shows every operation, within its policy, and asks no other host for anything', async () => {
    const market = await openMarket();
    const { page, requested, violations } = await openDocs(market);
    const routes = Object.entries<Route>(ROUTES);
    await expect.poll(() => page.locator('.opblock').count()).toBe(routes.length);
    const oneOfEachTag = new Map(routes.map(([id, { tag }]) => [tag, id]));
    for (const id of oneOfEachTag.values()) {
      const summary = operation(page, id).locator('.opblock-summary-control');
      await summary.click();
      await operation(page, id).locator('.responses-wrapper').waitFor();
      // Every open operation slows the page down.
      await summary.click();
    }
    await page.locator('.models button').first().click();
    expect(await violations()).toEqual([]);
    expect(requested.filter((url) => new URL(url).origin !== market.url)).toEqual([]);
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    );
    expect(links.filter((href) => new URL(href).origin !== market.url)).toEqual([]);
  });

  it('sends a request with the API key that was entered, and forgets it', async () => {
    const market = await openMarket();
    const { page, violations } = await openDocs(market);
    await giveKey(page, market.apiKey ?? '');
    expect(await tryOut(page, 'getMe')).toMatchObject({ sessionId: null });
    expect(await tryOut(page, 'createOrder')).toMatchObject({ type: 'not_found' });
    const stored = () => [localStorage.length, sessionStorage.length];
    expect(await page.evaluate(stored)).toEqual([0, 0]);
    expect(await violations()).toEqual([]);
    await page.goto(`${market.url}/docs`);
    expect(await tryOut(page, 'getMe')).toMatchObject({ type: 'unauthenticated' });
  });

  it('uses the session of the person only without a key', async () => {
    const market = await openMarket();
    const { cookies } = await signedUp(market);
    const watched = await openPage();
    const { page } = watched;
    const ofMarket = [...cookies].map(([name, value]) => ({ name, value, url: market.url }));
    await page.context().addCookies(ofMarket);
    const sent: (string | undefined)[] = [];
    page.on('request', async (request) => {
      if (request.url().endsWith('/v1/me')) sent.push((await request.allHeaders())['cookie']);
    });
    await page.goto(`${market.url}/docs`);
    const bySession = await tryOut(page, 'getMe');
    expect(bySession).toMatchObject({ keyId: null, sessionId: expect.any(String) });
    await page.goto(`${market.url}/docs`);
    await giveKey(page, market.apiKey ?? '');
    const byKey = await tryOut(page, 'getMe');
    expect(byKey).toMatchObject({ keyId: expect.any(String), sessionId: null });
    expect(sent).toEqual([expect.any(String), undefined]);
  });

  it('cannot be made to show another document', async () => {
    const market = await openMarket();
    const { page, requested } = await openPage();
    await page.goto(`${market.url}/docs?url=https://evil.example/a.json&configUrl=/b.json`);
    await operation(page, 'createOrder').waitFor();
    const paths = requested.map((url) => new URL(url).pathname);
    expect(paths).toContain('/v1/openapi.json');
    expect(requested.join()).not.toMatch(/evil\.example\/a\.json$|b\.json$/);
  });

  it('says when the document cannot be loaded', async () => {
    const market = await openMarket();
    const { page } = await openPage();
    const error = { error: 'The database is unavailable; try again.' };
    await page.route('**/v1/openapi.json', (route) => route.fulfill({ status: 503, json: error }));
    await page.goto(`${market.url}/docs`);
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toBe(
        'The API reference could not be loaded: The database is unavailable; try again. Reload the page to try again.',
      );
  });
});
