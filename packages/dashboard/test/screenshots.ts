// Takes the screenshots of the documentation (docs/images). Run after a build, from the root, where the font
// Inter is installed:
// node --conditions=mkt-source packages/dashboard/test/screenshots.ts
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { chromium } from 'playwright-core';
import { createApi } from '../../../test-bed/api.ts';
import { launchChromium } from './browser/chromium.ts';
import { addSampleData, samplePath } from './browser/sample-data.ts';

/** Or the folder that is given. */
const IMAGES = process.argv[2] ?? join(import.meta.dirname, '..', '..', '..', 'docs', 'images');

/** Those that a page of the documentation shows. */
const SHOTS = [
  { who: 'visitor', scheme: 'light', paths: ['/'] },
  { who: 'developer', scheme: 'light', paths: ['/', '/listings/:slug', '/sales/:id?', '/keys'] },
  { who: 'developer', scheme: 'dark', paths: ['/orders/:id?'] },
] as const;

/** The name of a page's files. */
const nameOf = (path: string, who: string) =>
  path.slice(1).replaceAll('/', '-') || (who === 'visitor' ? 'front-page' : 'start');

await using market = await createTestMarketplace();
const { seller, sellerId, agentKey } = await addSampleData(market);
const agent = createApi(market.url, agentKey);
for (const text of ['A first text.', 'A second one.']) {
  await agent.activate('text-insights', { text }, 5);
}
// The orders are counted for the statistics.
await market.clock.advance(3_000);
const server = await launchChromium();
const browser = await chromium.connect(server.wsEndpoint());
await mkdir(IMAGES, { recursive: true });

for (const { who, scheme, paths } of SHOTS) {
  const context = await browser.newContext({
    baseURL: market.url,
    viewport: { width: 1280, height: 800 },
    colorScheme: scheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  if (who === 'developer') {
    await context.request.post('/auth/dev', {
      headers: { origin: market.url },
      data: { token: market.apiKey },
    });
  }
  for (const path of paths) {
    const page = await context.newPage();
    await page.goto(samplePath(path, sellerId));
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The network is never idle: one page has the event stream open.
    await page.waitForFunction(
      () => document.querySelector('[aria-busy="true"], [class*="mantine-Skeleton"]') === null,
    );
    // A listing has its id until its title is there.
    await page.waitForFunction(() => !/[\da-f]{8}-[\da-f]{4}-/.test(document.body.innerText));
    const file = `${nameOf(samplePath(path, 'fjord-tools'), who)}-desktop-${scheme}.png`;
    await page.screenshot({ path: join(IMAGES, file) });
    await page.close();
  }
  await context.close();
}
await browser.close();
await server.close();
await seller[Symbol.asyncDispose]();
