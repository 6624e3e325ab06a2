import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PASSWORD, PHONE, signUp } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();
const run = promisify(execFile);

describe('a visitor', () => {
  it('gets back what was typed into the form of a listing, after signing in', async () => {
    const { market } = sample();
    await signUp(await openPage(market), market, { email: 'cay@example.com', name: 'Cay' });
    const { page } = await openPage(market);
    await page.goto('/listings/text-insights');
    await page.getByLabel('Text', { exact: true }).fill('Kept words');
    await page.getByRole('link', { name: 'Sign in to run it' }).click();
    await page.getByLabel('Email address').fill('cay@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Run for $0.02' }).waitFor();
    const text = page.getByLabel('Text', { exact: true });
    expect(await text.inputValue()).toBe('Kept words');
    // From then on it is not in the browser's storage.
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await text.press('ControlOrMeta+Enter');
    await page.getByText('$0.02 charged').waitFor();
    await page.getByRole('button', { name: 'Run again for $0.02' }).waitFor();
  });

  it('reads the price, programs and the health of a listing, by keyboard alone', async () => {
    const { market } = sample();
    const { page } = await openPage(market, { viewport: PHONE });
    await page.goto('/listings/text-insights');
    await page.getByText('$0.02 per call').waitFor();
    // Few calls make no figures.
    await page.getByText(/^No success rate yet: it takes 20 calls in 7 days/).waitFor();
    await page.getByRole('tab', { name: 'Try it' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Call it from code' }).waitFor();
    await page.getByRole('tab', { name: 'TypeScript' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('group', { name: 'curl program' }).getByText('curl').first().waitFor();
    expect(await page.getByRole('group', { name: /program$/ }).count()).toBe(1);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('tab', { name: 'API' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Health checks' }).waitFor();
    const figures = page.getByLabel('The checks in figures').getByText(/^\d+ of \d+ checks?$/);
    expect(await figures.allTextContents()).toEqual(['1 of 1 check', '1 of 1 check']);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});

/** A reader's own project: there the client is installed. */
const PROJECT = join(import.meta.dirname, '..', '..');
const RUN: Readonly<Record<string, (code: string) => readonly [program: string, ...string[]]>> = {
  TypeScript: (code) => [
    process.execPath,
    '--conditions=mkt-source',
    '--input-type=module-typescript',
    '--eval',
    code,
  ],
  curl: (code) => ['sh', '-c', code],
  Python: (code) => ['python3', '-c', code],
};

it('a visitor gets a key for a listing on the way from its programs and back, and they run with it', async () => {
  const { market } = sample();
  const opened = await openPage(market);
  const { page } = opened;
  await page.goto('/listings/text-insights?tab=api');
  await page.getByText('npm install @mkt/client').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await signUp(opened, market, { name: 'Kim', email: 'kim@example.com' });
  await opened.context.clearCookies();
  await page.getByRole('link', { name: 'Sign in to create a key' }).click();
  await page.getByLabel('Email address').fill('kim@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'New key' }).waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('text-insights');
  // One who changes their mind is back where they were.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Create a key for this listing' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('only for Text insights').first().waitFor();
  const key = await page.locator('code', { hasText: /^mkt_/ }).first().innerText();
  await page.getByRole('link', { name: 'Back to the listing' }).click();
  await page.waitForURL('**/listings/text-insights?tab=api');
  const env = { ...process.env, MKT_API_KEY: key };
  for (const [name, toCommand] of Object.entries(RUN)) {
    await page.getByRole('tab', { name }).click();
    const code = await page.getByRole('group', { name: `${name} program` }).innerText();
    const [program, ...args] = toCommand(code);
    const { stdout } = await run(program, args, { cwd: PROJECT, env });
    expect(stdout).toMatch(/words\W+23/);
  }
});

it('a listing whose health checks fail says so before it is called', async () => {
  const { page } = await openPage(sample().market);
  await page.route('**/v1/marketplace/listings/text-insights*', async (route) => {
    const response = await route.fetch();
    const listing = await response.json();
    const health = { ...listing.health, status: 'unhealthy' };
    await route.fulfill({ response, json: { ...listing, health } });
  });
  await page.goto('/listings/text-insights');
  await page.getByText('Its health checks are failing').waitFor();
  await page.getByRole('link', { name: 'Sign in to run it' }).waitFor();
});

it('the five figures of a busy listing fit a tablet and a small window, and say what they mean', async () => {
  const { page } = await openPage(sample().market);
  await page.route('**/v1/marketplace/listings/text-insights*', async (route) => {
    const response = await route.fetch();
    const quality = { successRate: 0.983, calls: 350, refused: 0, p50Ms: 41, p95Ms: 118 };
    await route.fulfill({ response, json: { ...(await response.json()), quality } });
  });
  await page.goto('/listings/text-insights');
  const figures = page.getByLabel('How well it works');
  await figures.getByText('half of calls are faster').waitFor();
  await figures.getByText('95% of calls are faster').waitFor();
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = () => document.documentElement.scrollWidth - window.innerWidth;
    expect(await page.evaluate(tooWide), `at ${width} px`).toBeLessThanOrEqual(0);
    expect(await figures.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  }
});

it('a visitor sees the result that the seller gave as an example, and the owner their own listing', async () => {
  const { market } = sample();
  const browser = await openPage(market);
  const { page } = browser;
  await page.goto('/listings/text-insights');
  const result = page.locator('section', { has: page.getByRole('heading', { name: 'Result' }) });
  await result.getByText('Example', { exact: true }).waitFor();
  await result.getByRole('region', { name: 'Example of the result' }).getByText('23').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);

  // Until there is a real one.
  await signInAsDeveloper(browser, market);
  await page.reload();
  await page.getByText('Your listing').waitFor();
  await page
    .getByText('$0.02 counts as your spend and as your revenue. Buyers’ figures leave it out.')
    .waitFor();
  await page.getByRole('button', { name: 'Run for $0.02' }).click();
  await page.getByText('$0.02 charged').waitFor();
  expect(await page.getByText('Example', { exact: true }).count()).toBe(0);

  await page.getByRole('tab', { name: 'Changes' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Published' })
    .getByText('Revision 1')
    .waitFor();
});

it('a long description is clamped, so that the form is in sight, and read in full on request', async () => {
  const { market } = sample();
  const { page } = await openPage(market);
  await page.route('**/v1/marketplace/listings/text-insights', async (route) => {
    const response = await route.fetch();
    const listing = { ...(await response.json()), description: 'Many words. '.repeat(400) };
    await route.fulfill({ response, json: listing });
  });
  await page.goto('/listings/text-insights');
  const more = page.getByRole('button', { name: 'More' });
  await more.waitFor();
  const { y } = (await page.getByLabel('Text', { exact: true }).boundingBox())!;
  expect(y).toBeLessThan(900);
  await more.press('Enter');
  await page.getByRole('button', { name: 'Less' }).waitFor();
});

it('the listings of a seller are sorted as asked, and the address says so', async () => {
  const { market, sellerId } = sample();
  const { page } = await openPage(market);
  // In another order than the one that is asked for.
  await page.route('**/v1/marketplace/sellers/*', async (route) => {
    const response = await route.fetch();
    // A busy marketplace asks to send it again.
    if (!response.ok()) return route.fulfill({ response });
    const seller = await response.json();
    return route.fulfill({
      response,
      json: {
        ...seller,
        listings: { ...seller.listings, data: seller.listings.data.toReversed() },
      },
    });
  });
  await page.goto(`/sellers/${sellerId}`);
  await page.getByLabel('The seller in figures').getByText('Selling since').waitFor();
  await page.getByLabel('Sort').selectOption('Newest');
  await page.waitForURL('**?sort=newest');
  const titles = page.getByRole('list', { name: 'Listings' }).getByRole('heading');
  expect(await titles.allTextContents()).toEqual(['Exchange rates', 'Text insights']);
});
