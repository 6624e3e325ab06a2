// What a marketplace shows people who are not signed in: the front page, and the bar above every page.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { expectFocus, openWithoutMouse, pressOn } from './keyboard.ts';
import { openPage, PASSWORD, PHONE, signUp } from './open-page.ts';
import { useMarket, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();
const empty = useMarket();
const TERMS = 'https://operator.example.com/terms';
const PRIVACY = 'https://operator.example.com/privacy';
const CONTACT = 'mailto:help@operator.example.com';
const named = useMarket({
  environment: {
    MKT_OPERATOR_NAME: '<b>Nordlicht</b> GmbH',
    MKT_TERMS_URL: TERMS,
    MKT_PRIVACY_URL: PRIVACY,
    MKT_CONTACT_URL: CONTACT,
  },
});

const SETTLES_MS = 120_000;
/** As many calls as the catalogue needs for figures, of which one account makes four. */
const BUYERS = 5;
const CALLS = 4;

/** Calls a listing until the catalogue has figures of it. */
async function callOften(slug: string): Promise<void> {
  const { market } = sample();
  for (let index = 0; index < BUYERS; index += 1) {
    const buyer = createApi(market.url, (await market.createAccount()).apiKey);
    for (let call = 0; call < CALLS; call += 1) await buyer.activate(slug, { text: 'Hello.' }, 5);
  }
  await market.clock.advance(SETTLES_MS);
  await market.clock.advance(SETTLES_MS);
}

/** Opens the front page, and lets the example of a call come only once `look` has seen the page without it. */
async function openBefore<Seen>(page: Page, look: () => Promise<Seen>): Promise<Seen> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/include=contract/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'HTTP services, paid per call' }).waitFor();
  const seen = await look();
  release();
  return seen;
}

/** A window and a phone of today: what is seen without scrolling. */
const FIRST_SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const searchTop = async (page: Page) =>
  (await page.getByRole('searchbox', { name: 'Search the catalogue' }).boundingBox())?.y;

describe('the front page', () => {
  it('shows a call of the catalogue with its price and figures, and makes none', async () => {
    await callOften('text-insights');
    const { page } = await openPage(sample().market);
    const methods = new Set<string>();
    page.on('request', (request) => methods.add(request.method()));
    const top = await openBefore(page, () => searchTop(page));

    const response = await fetch(`${sample().market.url}/v1/marketplace/listings/text-insights`);
    const { quality, health } = (await response.json()) as {
      quality: { p50Ms: number; successRate: number };
      health: { status: string };
    };
    expect([quality.successRate, health.status]).toEqual([1, 'healthy']);
    await page.getByText(`typically ${Math.round(quality.p50Ms)} ms`).waitFor();
    await page.getByText(/^\d+ calls, 100% succeeded · healthy now$/).waitFor();
    await page.getByText('Example by Fjord Tools').waitFor();
    const shown = await page.locator('main pre').allInnerTexts();
    expect(shown.map((text) => text.replaceAll(/\s*\n\s*/g, ' '))).toEqual([
      '{ "text": "Hello there." }',
      '{ "words": 23, "sentences": 2, "language": "en", "keywords": [ { …',
    ]);
    expect(await searchTop(page)).toBe(top);
    const tryIt = page.getByRole('link', { name: 'Try it' });
    expect(await tryIt.getAttribute('href')).toBe('/listings/text-insights');
    expect([...methods]).toEqual(['GET']);
  });

  test.each(FIRST_SCREENS)(
    'has the search and the call in the first screen, at $width × $height',
    async (viewport) => {
      const { page } = await openPage(sample().market, { viewport });
      await page.goto('/');
      const call = page.locator('section', { has: page.getByRole('link', { name: 'Try it' }) });
      const parts = [
        page.getByRole('searchbox', { name: 'Search the catalogue' }),
        call.getByText('$0.02'),
        call.getByText('"Hello there."'),
        call.getByText('"words"'),
      ];
      for (const part of parts) {
        const box = await part.boundingBox();
        expect(box!.y + box!.height).toBeLessThan(viewport.height);
      }
    },
  );

  test('shows the call of a listing without an example as its schemas have it', async () => {
    const { page } = await openPage(sample().market);
    await page.route(/include=contract/, async (route) => {
      const response = await route.fetch();
      const found = await response.json();
      const listing = found.data.find(({ slug }: { slug: string }) => slug === 'rates');
      await route.fulfill({ response, json: { ...found, data: [listing] } });
    });
    await page.goto('/');
    await page.getByText('as its schema has it').waitFor();
    await page.getByText('any JSON value: its seller shows no example').waitFor();
    const shown = await page.locator('main pre').allInnerTexts();
    expect(shown.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      '{ "text": string "language": one of en, de, fr }',
    ]);
    expect(await page.getByText('€0.005').first().isVisible()).toBe(true);
  });

  test('says how a call works where no seller gives an example, in the same place', async () => {
    const { page } = await openPage(empty(), { viewport: PHONE });
    const top = await openBefore(page, () => searchTop(page));
    await page.getByRole('heading', { name: 'How a call works' }).waitFor();
    await page.getByText('Nothing is for sale yet. Yours can be the first.').waitFor();
    await page
      .getByText(/^No card is needed: .* takes no payment\. A budget on an API key/)
      .waitFor();
    expect(await searchTop(page)).toBe(top);
    expect(await page.getByRole('link', { name: 'Try it' }).count()).toBe(0);
  });

  it('leads a seller to a new listing, by way of an account', async () => {
    const { page } = await openPage(sample().market);
    await page.goto('/');
    const ways = page.getByRole('link', { name: 'List your service' });
    // In the bar, beside the headline, and below.
    await expect.poll(() => ways.count()).toBe(3);
    await ways.first().click();
    await page.getByText('Create an account to list your service.').waitFor();
    await page.getByLabel('Name').fill('Sam');
    await page.getByLabel('Email address').fill('sam@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/selling/new');
    await page.getByRole('heading', { level: 1, name: 'New listing' }).waitFor();
  });
});

/** In every frame: whether the outline or the page has its header above it or beside it, and where its logo is. */
function recordLayouts(): void {
  const layouts = new Set<string>();
  Reflect.set(window, 'layouts', layouts);
  const look = () => {
    const header = document.querySelector('.boot-side, header:has(+ main)');
    const logo = header?.querySelector('svg')?.getBoundingClientRect();
    if (header && logo) {
      const side = header.getBoundingClientRect().width === innerWidth ? 'above' : 'beside';
      layouts.add(`${side} ${Math.floor(logo.x)}, ${Math.floor(logo.y)}`);
    }
    requestAnimationFrame(look);
  };
  look();
}

const VISITORS_PAGES = ['/', '/docs', '/no/such/page'];

describe('the layout', () => {
  /** What a page looked like from its first frame on, with a session that is read once the layout is there. */
  async function layoutsOf(page: Page, path: string): Promise<string[]> {
    await page.goto('about:blank');
    const session = page.waitForResponse('**/auth/get-session');
    await page.goto(path);
    await session;
    await page.getByRole('heading', { level: 1 }).waitFor();
    return await page.evaluate(() => [...(Reflect.get(window, 'layouts') as Set<string>)]);
  }

  async function openRecorded() {
    const browser = await openPage(sample().market);
    await browser.page.addInitScript(recordLayouts);
    await browser.page.route('**/auth/get-session', async (route) => {
      await browser.page.locator('header + main').waitFor();
      await route.continue();
    });
    return browser;
  }

  it('is a bar above every page of a visitor, from the first frame on', async () => {
    const { page } = await openRecorded();
    const found = new Set<string>();
    for (const path of VISITORS_PAGES) {
      for (const layout of await layoutsOf(page, path)) found.add(layout);
    }
    expect([...found]).toEqual([expect.stringMatching(/^above /)]);
  });

  test('is the navigation beside the page for a person who is signed in, from the first frame on', async () => {
    const browser = await openRecorded();
    await signUp(browser, sample().market, { email: 'beside@example.com' });
    for (const path of ['/', '/catalogue']) {
      const layouts = await layoutsOf(browser.page, path);
      expect(layouts.filter((layout) => !layout.startsWith('beside'))).toEqual([]);
    }
    const other = await openRecorded();
    const layouts = await layoutsOf(other.page, sample().market.dashboardUrl);
    expect(layouts.filter((layout) => !layout.startsWith('beside'))).toEqual([]);
    await other.page.getByRole('button', { name: 'Signed in as Developer' }).waitFor();
  });
});

describe('the menu of a visitor’s phone', () => {
  const entriesOf = (page: Page) => page.locator('[popover]:popover-open').getByRole('link');

  it('has what the bar has no room for, and is opened with a finger', async () => {
    const { page } = await openPage(sample().market, { viewport: PHONE, hasTouch: true });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).tap();
    expect(await entriesOf(page).allInnerTexts()).toEqual([
      'Catalogue',
      'List your service',
      'Docs',
      'Sign in',
    ]);
    await page.getByRole('radiogroup', { name: 'Colour scheme' }).getByTitle('Dark').tap();
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await expect.poll(scheme).toBe('dark');
    const heights = await page
      .locator('header :is(a, button)')
      .evaluateAll((elements) =>
        elements
          .map((element) => element.getBoundingClientRect().height)
          .filter((height) => height > 0),
      );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await entriesOf(page).getByText('Catalogue').tap();
    await page.waitForURL('**/catalogue');
    expect(await entriesOf(page).count()).toBe(0);
  });

  test('is opened and closed with the keyboard', async () => {
    const { page } = await openWithoutMouse(sample().market, { viewport: PHONE });
    await page.goto('/catalogue');
    const menu = page.getByRole('button', { name: 'Menu' });
    await pressOn(menu);
    await entriesOf(page).first().waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(menu);
    await page.keyboard.press('Enter');
    await pressOn(entriesOf(page).getByText('Sign in'));
    await page.waitForURL('**/sign-in?to=%2Fcatalogue');
  });
});

describe('the foot of every page', () => {
  const linksIn = async (page: Page) => {
    const links = await page.getByRole('contentinfo').getByRole('link').all();
    return await Promise.all(
      links.map(async (link) => [await link.textContent(), await link.getAttribute('href')]),
    );
  };
  const DOCS = ['Docs', '/docs'];
  const OPENAPI = ['OpenAPI', '/v1/openapi.json'];

  it('names the operator as it is written, and links to what it has set', async () => {
    const browser = await openPage(named());
    const { page } = browser;
    for (const path of ['/', '/catalogue', '/no/such/page']) {
      await page.goto(path);
      await page.getByText('Run by <b>Nordlicht</b> GmbH').waitFor();
      expect(await linksIn(page)).toEqual([
        ['Terms', TERMS],
        ['Privacy', PRIVACY],
        ['Contact', CONTACT],
        DOCS,
        OPENAPI,
      ]);
    }
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' });
    expect(await terms.getAttribute('rel')).toBe('noreferrer');
    await page.goto('/sign-up');
    await page.getByText('By creating an account you agree to the terms.').waitFor();
    await signUp(browser, named());
    await page.goto('/keys');
    await page.getByText('Run by <b>Nordlicht</b> GmbH').waitFor();
  });

  test('has only what to read where the operator has set nothing', async () => {
    const { page } = await openPage(empty(), { viewport: PHONE });
    await page.goto('/sign-up');
    await page.getByText('what your calls cost is recorded, and no payment is taken').waitFor();
    expect(await linksIn(page)).toEqual([DOCS, OPENAPI]);
    expect(await page.getByText('you agree to').count()).toBe(0);
  });
});
