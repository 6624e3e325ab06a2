import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { ROUTES } from '../../src/routes.ts';
import { accessibilityFindings, colourFindings } from './accessibility.ts';
import { openPage, type BrowserPage } from './open-page.ts';
import { samplePath } from './sample-data.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';
import { walkWithTab } from './walk-with-tab.ts';

const sample = useSampleMarket();

/** Phones, tablets, and small and large windows; layouts change at 640 and at 1024 px. */
const WIDTHS = [360, 640, 768, 1024, 1440];
const HEIGHT = 900;
/** One width of each layout, for axe: on pages of one layout it finds the same. */
const LAYOUTS = new Set([360, 768, 1440]);
/** Between them, neither the colours nor the order of Tab change. */
const OUTERMOST = new Set([360, 1440]);

/** What a page shows when something on it is open; the names in capitals are records of the sample. */
const OPEN = [
  '/listings/text-insights?tab=api',
  '/listings/text-insights?tab=schema',
  '/listings/text-insights?tab=health',
  '/listings/text-insights?tab=changes',
  '/orders/COMPLETED',
  '/orders/FAILED',
  '/sales?tab=calls',
  '/sales/COMPLETED',
  '/sales/FAILED',
  '/usage/MONTH',
  '/selling/text-insights',
  '/selling/new?tab=manual',
  '/keys?new',
  '/webhooks?new',
  '/webhooks/WEBHOOK',
];

/** Pages that differ for those who are signed in. */
const VISITS = [
  ...ROUTES.map(({ path, access }) => ({
    path,
    who: access === 'anyone' ? 'a visitor' : 'the developer',
  })),
  { path: '/', who: 'the developer' },
  { path: '/no/such/page', who: 'a visitor' },
  { path: '/listings/:slug', who: 'the developer' },
  ...OPEN.map((path) => ({ path, who: 'the developer' })),
];

/** Words of one piece, as sellers may choose them. */
const LONG_SLUG = 'translations-of-technical-documentation-into-forty-languages';

let webhookId = '';
beforeAll(async () => {
  const { market, seller } = sample();
  const api = createApi(market.url, market.apiKey);
  webhookId = (await api.post('/v1/webhooks', { url: `${seller.url}/hook` })).body.id;
  await api.post(`/v1/webhooks/${webhookId}/test`);
  const { title, price, runContract } = (await api.get('/v1/providers/text-insights')).body;
  await api.post('/v1/providers', { slug: LONG_SLUG, title, price, runContract });
  await market.reviewsIdle();
});

function addressOf(path: string): string {
  const { orderIds, sellerId } = sample();
  return samplePath(path, sellerId)
    .replace('COMPLETED', orderIds[0] ?? '')
    .replace('FAILED', orderIds[1] ?? '')
    .replace('MONTH', new Date().toISOString().slice(0, '2026-11'.length))
    .replace('WEBHOOK', webhookId);
}

async function open({ path, who }: (typeof VISITS)[number]): Promise<Page> {
  const browser: BrowserPage = await openPage(sample().market);
  if (who === 'the developer') await signInAsDeveloper(browser, sample().market);
  const { page } = browser;
  await page.goto(addressOf(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await loaded(page);
  return page;
}

/** At another width, a page may show other parts. */
const loaded = (page: Page) =>
  expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);

/** On a phone, the filters of a list are folded. */
async function openFilters(page: Page): Promise<void> {
  const folded = page.locator('search').getByRole('button', { name: 'Filters', expanded: false });
  if (await folded.isVisible()) await folded.click();
}

/** The buttons (some are links) and choices whose words are cut off. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, button *, [class*="Button-root"], [class*="Button-root"] *, [aria-haspopup="listbox"]',
      ),
    ]
      .filter((it) => it.clientWidth > 1 && getComputedStyle(it).overflowX !== 'visible')
      .filter((it) => it.scrollWidth > it.clientWidth)
      .map((it) => `cut off: ${it.outerHTML.slice(0, 150)}`),
  );

/** How many pixels one has to scroll sideways to see everything. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

it.each(VISITS)(
  '$path for $who fits every width, in both colour schemes, and is usable with Tab; axe finds nothing',
  async (visit) => {
    const page = await open(visit);
    // The server knows which pages there are: it serves them to programs too.
    const { status } = await fetch(page.url());
    expect(status).toBe(visit.path === '/no/such/page' ? 404 : 200);
    const found: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await loaded(page);
      await openFilters(page);
      // A chart follows the width of its window in the next frames.
      await expect.poll(() => tooWide(page), { message: `at ${width} px` }).toBeLessThanOrEqual(0);
      const problems = await cutOff(page);
      if (LAYOUTS.has(width)) problems.push(...(await accessibilityFindings(page)));
      if (OUTERMOST.has(width)) {
        await page.emulateMedia({ colorScheme: 'dark' });
        problems.push(...(await colourFindings(page)).map((finding) => `dark: ${finding}`));
        await page.emulateMedia({ colorScheme: 'light' });
        problems.push(...(await walkWithTab(page)));
      }
      found.push(...problems.map((problem) => `${width} px: ${problem}`));
    }
    expect(found).toEqual([]);
  },
);
