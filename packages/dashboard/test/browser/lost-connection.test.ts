import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import {
  CURRENT,
  readyLineOf,
  spawnMarketplace,
} from '../../../../test-bed/marketplace-process.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, signUp } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();
const market = () => sample().market;

/** A server in a process of its own, which can be started again with the same data and address. */
async function startServer(data: string, port = '0') {
  const args = ['serve', '--dev', '--port', port, '--data', data, '--json'];
  const child = spawnMarketplace(args, { program: CURRENT });
  const { baseUrl, devApiKey } = await readyLineOf(child);
  async function stop(): Promise<void> {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  onTestFinished(stop);
  return { url: baseUrl, apiKey: devApiKey, stop };
}

/** Not the words of a page that has nothing to show: "Not loaded yet: no connection." */
const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: /No connection/ });

/** What an idle page has loaded is loaded. */
const settled = (page: Page) =>
  expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);

it('says once that the server cannot be reached, and continues when it is back', async () => {
  const data = await mkdtemp(join(tmpdir(), 'mkt-lost-'));
  onTestFinished(() => rm(data, { recursive: true }));
  const server = await startServer(data);
  const browser = await openPage(server);
  await signInAsDeveloper(browser, server);
  const { page } = browser;
  await page.goto('/keys?new');
  await page.getByLabel('Name', { exact: true }).fill('release-bot');
  await page.getByLabel('Spending limit').fill('5');
  const other = await browser.context.newPage();
  await other.goto('/');
  await settled(other);

  await server.stop();
  await noticeOf(page).waitFor();
  await noticeOf(other).waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('alert').getByText('The key was not created: no connection.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('release-bot');
  expect(await page.getByText('could not be loaded').count()).toBe(0);

  const again = await startServer(data, new URL(server.url).port);
  const api = createApi(again.url, again.apiKey);
  await api.post('/v1/api-keys', { name: 'created-meanwhile', scopes: ['order:read'] });
  await noticeOf(page).waitFor({ state: 'detached' });
  await noticeOf(other).waitFor({ state: 'detached' });
  await page.getByText('created-meanwhile').waitFor();
  expect(await page.getByText('The key was not created').count()).toBe(0);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('release-bot');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'Key “release-bot” created' }).waitFor();
});

it('says at once that the browser has no network', async () => {
  const browser = await openPage(market());
  await signUp(browser, market(), { email: 'offline@example.com' });
  const { page, context } = browser;
  await page.goto('/listings/text-insights');
  await page.getByLabel('Text').fill('Every call is an order.');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('No API keys yet').waitFor();
  await context.setOffline(true);
  await noticeOf(page).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  // What was loaded stays in sight, also of the page before; only one box says that the call was not made.
  await page.getByText('No API keys yet').waitFor();
  await page.getByText(/^No connection since \d\d:\d\d UTC$/).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Run for $0.02' }).click();
  await page.getByRole('alert').getByText('The call was not made: no connection.').waitFor();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
  await page.getByRole('button', { name: 'Try now' }).click();
  await noticeOf(page).waitFor();
  await context.setOffline(false);
  await noticeOf(page).waitFor({ state: 'detached' });
});

it('does not say so when a single request fails', async () => {
  const browser = await openPage(market());
  await signUp(browser, market(), { email: 'single@example.com' });
  const { page } = browser;
  const probed = page.waitForResponse('**/healthz');
  await page.route('**/v1/api-keys?*', (route) => route.abort());
  await page.goto('/keys');
  await page.getByText('Your keys could not be loaded').waitFor();
  expect((await probed).status()).toBe(200);
  expect(await noticeOf(page).count()).toBe(0);
});

it('opens a page that is first opened without a connection as soon as that is back', async () => {
  const browser = await openPage(market());
  await signUp(browser, market(), { email: 'first-offline@example.com' });
  const { page, context } = browser;
  // Otherwise pages are loaded before they are opened.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/keys');
  await page.getByText('No API keys yet').waitFor();
  await context.setOffline(true);
  await noticeOf(page).waitFor();
  await page.getByRole('link', { name: 'Catalogue' }).click();
  await page.waitForURL('**/catalogue');
  const waiting = page.getByRole('status').filter({ hasText: 'Not loaded yet' });
  await waiting.waitFor();
  await page.getByRole('heading', { name: 'Catalogue', level: 1 }).waitFor();
  await context.setOffline(false);
  await waiting.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Catalogue', level: 1 }).waitFor();
  expect(await page.getByText('could not be shown').count()).toBe(0);
});

it('draws a chart whose file could not be loaded as soon as the connection is back', async () => {
  // The calls of the sample are counted.
  await market().clock.advance(3_000);
  const browser = await openPage(market());
  await signInAsDeveloper(browser, market());
  const { page, context } = browser;
  let isLost = true;
  await context.route(/\/healthz$|\/TimeChart-/, (route) =>
    isLost ? route.abort() : route.continue(),
  );
  await page.goto('/sales');
  await noticeOf(page).waitFor();
  await page.getByText('p95 duration').first().waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
  isLost = false;
  await page.locator('canvas').first().waitFor();
  expect(await page.getByText('The chart cannot be shown').count()).toBe(0);
});

it('loads the files of the other pages while nothing happens, so that they open without a connection', async () => {
  const browser = await openPage(market());
  await signUp(browser, market(), { email: 'prepared@example.com' });
  const { page, context } = browser;
  await page.goto('/keys');
  const files = await page.evaluate(() =>
    window.mktPages.flatMap(([, , own]) => own).map((file) => `/assets/${file}`),
  );
  expect(files.length).toBeGreaterThan(20);
  const loaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
  await expect.poll(loaded, { timeout: 30_000 }).toEqual(expect.arrayContaining(files));
  await context.setOffline(true);
  await noticeOf(page).waitFor();
  // What is of the page itself, not of the list that cannot be loaded.
  for (const [name, own] of [
    ['Catalogue', page.getByText('Healthy only')],
    ['Webhooks', page.getByText('New webhook').first()],
    ['Orders', page.getByRole('searchbox')],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await own.waitFor();
    await page.getByRole('status').filter({ hasText: 'Not loaded yet' }).waitFor();
    expect(await page.locator('[class*="Skeleton"]').count()).toBe(0);
  }
});

it('loads itself again if the file of a page was not there when it was opened', async () => {
  const browser = await openPage(market());
  await signUp(browser, market(), { email: 'missing@example.com' });
  const { page, context } = browser;
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/keys');
  await page.getByText('No API keys yet').waitFor();
  // A browser does not try an import again that failed.
  let failed = 0;
  await page.route('**/assets/Page-*.js', (route) =>
    failed++ === 0 ? route.abort() : route.continue(),
  );
  await page.getByRole('link', { name: 'Catalogue' }).click();
  await page.getByRole('heading', { name: 'Catalogue', level: 1 }).waitFor();
  expect(failed).toBeGreaterThan(1);
});
