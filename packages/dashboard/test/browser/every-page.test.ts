import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ROUTES } from '../../src/routes.ts';
import { accessibilityFindings } from './accessibility.ts';
import { DESKTOP, openPage, PHONE, type BrowserPage } from './open-page.ts';
import { samplePath } from './sample-data.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

/** Pages that differ for those who are signed in. */
const VISITS = [
  ...ROUTES.map(({ path, access }) => ({
    path,
    who: access === 'anyone' ? 'a visitor' : 'the developer',
  })),
  { path: '/', who: 'the developer' },
  { path: '/no/such/page', who: 'a visitor' },
];

/** How many pixels one has to scroll sideways to see everything. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function openAs(who: string): Promise<BrowserPage> {
  const browser = await openPage(sample().market);
  if (who === 'the developer') await signInAsDeveloper(browser, sample().market);
  return browser;
}

it.each(VISITS)(
  'axe finds nothing on $path for $who, in both colour schemes and on a phone',
  async ({ path, who }) => {
    const { page } = await openAs(who);
    await page.goto(samplePath(path, sample().sellerId));
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The server knows which pages there are: it serves them to programs too.
    const { status } = await fetch(page.url());
    expect(status).toBe(path === '/no/such/page' ? 404 : 200);
    const isBusy = page.locator('[aria-busy="true"]');
    await expect.poll(() => isBusy.count()).toBe(0);
    const found: string[] = [];
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      // A chart follows the width of its window in the next frames.
      await expect
        .poll(() => tooWide(page), { message: `at ${viewport.width} px` })
        .toBeLessThanOrEqual(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const findings = await accessibilityFindings(page);
        found.push(...findings.map((finding) => `${viewport.width} ${colorScheme}: ${finding}`));
      }
    }
    expect(found).toEqual([]);
  },
);
