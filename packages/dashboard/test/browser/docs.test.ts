// The API reference at /docs, which the server makes (packages/marketplace/docs-page).
import { ALL_ROUTES } from '@mkt/protocol/openapi';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, signUp } from './open-page.ts';
import { useMarket } from './sample-market.ts';

const market = useMarket();
/** Swagger UI takes seconds to show an operation on a busy machine. */
const WAIT_MS = 60_000;

const operation = (page: Page, id: string) => page.locator(`.opblock[id$="-${id}"]`);

interface OpenApi {
  webhooks: object;
  paths: Record<string, Record<string, { operationId: string }>>;
}

/**
 * What the page does with an operation does not depend on the others; but for each that is opened
 * Swagger UI walks through all of them again, for a second or more.
 */
async function leaveOnly(page: Page, ids: readonly string[]): Promise<void> {
  await page.route('**/v1/openapi.json', async (route) => {
    const document: OpenApi = await (await route.fetch()).json();
    for (const [path, operations] of Object.entries(document.paths)) {
      const left = Object.entries(operations).filter(([, each]) => ids.includes(each.operationId));
      document.paths[path] = Object.fromEntries(left);
    }
    await route.fulfill({ json: document });
  });
}

/** The page with every operation, or with those that are named. */
async function openDocs(...only: (keyof typeof ALL_ROUTES)[]) {
  const opened = await openPage(market());
  opened.context.setDefaultTimeout(WAIT_MS);
  if (only.length > 0) await leaveOnly(opened.page, only);
  await opened.page.goto('/docs');
  await opened.page.locator('.opblock').first().waitFor();
  return opened;
}

/** Sends an operation, by default its documented example, from the page; returns the body of the response. */
async function tryOut(page: Page, id: string, request?: object): Promise<any> {
  const block = operation(page, id);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.try-out__btn').click();
  if (request) await block.locator('.body-param__text').fill(JSON.stringify(request));
  await block.locator('.execute').click();
  const body = block.locator('.live-responses-table .response .highlight-code code').first();
  return JSON.parse(await body.innerText());
}

async function giveKey(page: Page): Promise<void> {
  await page.locator('button.authorize').first().click();
  await page.locator('.modal-ux input').fill(market().apiKey ?? '');
  await page.locator('.modal-ux button.authorize').click();
  await page.locator('.modal-ux .btn-done').click();
}

describe('the API reference', { timeout: 2 * WAIT_MS }, () => {
  it('shows every operation, and links to no other host', async () => {
    const { page } = await openDocs();
    const response = await fetch(`${market().url}/v1/openapi.json`);
    const { webhooks } = (await response.json()) as OpenApi;
    const shown = Object.keys(ALL_ROUTES).length + Object.keys(webhooks).length;
    await expect.poll(() => page.locator('.opblock').count()).toBe(shown);
    // One shows all parts that an operation has; each that is open slows the page down.
    await operation(page, 'createOrder').locator('.opblock-summary-control').click();
    await operation(page, 'createOrder').locator('.responses-wrapper').waitFor();
    await page.locator('.models button').first().click();
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    );
    const origins = new Set(links.map((href) => new URL(href).origin));
    expect([...origins]).toEqual([market().url]);
  });

  it('sends a request with the API key that was entered, and forgets it', async () => {
    const { page } = await openDocs('getMe', 'createOrder');
    await giveKey(page);
    expect(await tryOut(page, 'getMe')).toMatchObject({ sessionId: null });
    expect(await tryOut(page, 'createOrder')).toMatchObject({ type: 'not_found' });
    const stored = () => [localStorage.length, sessionStorage.length];
    expect(await page.evaluate(stored)).toEqual([0, 0]);
    await page.goto('/docs');
    expect(await tryOut(page, 'getMe')).toMatchObject({ type: 'unauthenticated' });
  });

  it('uses the session of the person only without a key', async () => {
    const opened = await openDocs('getMe');
    const { page } = opened;
    await signUp(opened, market());
    const cookies: (string | undefined)[] = [];
    page.on('request', async (request) => {
      if (request.url().endsWith('/v1/me')) cookies.push((await request.allHeaders())['cookie']);
    });
    const bySession = await tryOut(page, 'getMe');
    expect(bySession).toMatchObject({ keyId: null, sessionId: expect.any(String) });
    await page.goto('/docs');
    await giveKey(page);
    const byKey = await tryOut(page, 'getMe');
    expect(byKey).toMatchObject({ keyId: expect.any(String), sessionId: null });
    expect(cookies).toEqual([expect.any(String), undefined]);
  });

  it('sends what a page of the marketplace sends, and the form of a program', async () => {
    const { page } = await openDocs('getSession', 'signInDev', 'listSessions', 'startDeviceLogin');
    expect(await tryOut(page, 'getSession')).toBeNull();
    const signedIn = await tryOut(page, 'signInDev', { token: market().apiKey });
    expect(signedIn).toMatchObject({ user: { email: 'dev@localhost' } });
    expect(await tryOut(page, 'listSessions')).toMatchObject([{ current: true }]);
    expect(await tryOut(page, 'startDeviceLogin')).toMatchObject({ expires_in: 600 });
  });

  it('cannot be made to show another document', async () => {
    const { page, context } = await openPage(market());
    context.setDefaultTimeout(WAIT_MS);
    await page.goto('/docs?url=https://evil.example/a.json&configUrl=/b.json');
    await operation(page, 'createOrder').waitFor();
    expect(await page.locator('.info .title').innerText()).toMatch(/^Marketplace API/);
  });

  it('passes axe in both colour schemes, as chosen in the dashboard or by the system', async () => {
    const { page, context } = await openDocs();
    const block = operation(page, 'createOrder');
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await block.locator('.responses-wrapper').waitFor();
    const dark = page.locator('html.dark-mode');
    // Swagger UI puts the link and the copy button of an operation into the button that opens it.
    const findings = async () =>
      (await accessibilityFindings(page)).filter((each) => !each.startsWith('nested-interactive:'));
    expect(await dark.count()).toBe(0);
    // Colours change slowly.
    const expectNone = () => expect.poll(findings).toEqual([]);
    await expectNone();
    await page.emulateMedia({ colorScheme: 'dark' });
    await dark.waitFor();
    await expectNone();
    // Another tab of the dashboard.
    const other = await context.newPage();
    await other.goto('/sign-in');
    await other.evaluate(() => localStorage.setItem('mkt-color-scheme', 'light'));
    await dark.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.opblock').first().waitFor();
    expect(await dark.count()).toBe(0);
  });

  it('says when the document cannot be loaded', async () => {
    const { page } = await openPage(market());
    const error = { error: 'The database is unavailable; try again.' };
    await page.route('**/v1/openapi.json', (route) => route.fulfill({ status: 503, json: error }));
    await page.goto('/docs');
    expect(await page.getByRole('alert').innerText()).toBe(
      'The API reference could not be loaded: The database is unavailable; try again. Reload the page to try again.',
    );
  });
});
