import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { json, startSeller } from '../../../../test-bed/seller.ts';
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

  test('reads the price, programs and the health of a listing, by keyboard alone', async () => {
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
    await page.getByText('The only check of the last 7 days succeeded.').waitFor();
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
  expect(await page.getByRole('heading', { name: /^\d\. / }).allInnerTexts()).toEqual([
    '1. Set your key',
    '2. Install the client',
    '3. Run the program',
  ]);
  // What is copied for each is at one side, on a phone too; without a key there is nothing to set.
  expect(await page.getByText('export MKT_API_KEY').count()).toBe(0);
  for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
    await page.setViewportSize(viewport);
    const ends = await page
      .getByRole('button', { name: /^Copy / })
      .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().right)));
    expect([ends.length, new Set(ends).size]).toEqual([2, 1]);
  }
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
  await page.getByRole('link', { name: 'Go on to the code of the listing' }).click();
  await page.waitForURL('**/listings/text-insights?tab=api');
  await page.getByText('One of your API keys can call it.').waitFor();
  await page.getByText('export MKT_API_KEY=mkt_…').waitFor();
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

test('the five figures of a busy listing fit a tablet and a small window, and say what they mean', async () => {
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
  const endOf = (of: ReturnType<typeof page.getByText>) =>
    of.evaluate((it) => Math.round(it.getBoundingClientRect().right));
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // The price ends where they do.
    expect(await endOf(page.getByText('$0.02 per call'))).toBe(await endOf(figures));
    const tooWide = () => document.documentElement.scrollWidth - window.innerWidth;
    expect(await page.evaluate(tooWide), `at ${width} px`).toBeLessThanOrEqual(0);
    expect(await figures.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test('a visitor sees the result that the seller gave as an example, and the owner their own listing', async () => {
  const { market } = sample();
  const browser = await openPage(market);
  const { page } = browser;
  await page.goto('/listings/text-insights');
  const example = page.getByRole('heading', { name: 'Example result' });
  const result = page.locator('section', { has: example });
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
  expect(await example.count()).toBe(0);

  // Until there is a change, a list of them would have one entry.
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByText('Nothing has changed since.').waitFor();
});

const SCORED = {
  type: 'object',
  properties: { score: { type: 'number' }, labels: { type: 'array', items: { type: 'string' } } },
};

/** A listing of the developer whose service is up, and fails whenever `fails` says so. */
async function listFlaky(slug: string, fails: () => boolean, contract: object = {}) {
  const { market } = sample();
  const seller = await startSeller({
    handlers: {
      'HEAD /score': () => ({ status: 200 }),
      'GET /score': () => ({ status: 200 }),
      'POST /score': () =>
        fails()
          ? json({ error: 'Still loading. Try again in 20 seconds.' }, 503)
          : json({ score: 1 }),
    },
  });
  onTestFinished(() => seller[Symbol.asyncDispose]());
  const api = createApi(market.url, market.apiKey);
  const runContract = {
    method: 'POST',
    endpointPath: `${seller.url}/score`,
    healthEndpoint: `${seller.url}/health`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    ...contract,
  };
  const price = { amount: 0.01, currency: 'USD' };
  const created = await api.post('/v1/providers', { slug, title: slug, price, runContract });
  expect(created.status).toBe(201);
  await market.reviewsIdle();
  return api;
}

test('the health of a listing begins with how calls end, and never contradicts what a buyer has just seen', async () => {
  const { market } = sample();
  let calls = 0;
  const seller = await listFlaky('flaky', () => calls++ % 10 < 3);
  const buyer = await market.createAccount();
  for (let call = 0; call < 20; call += 1) await seller.activate('flaky', {}, 5);
  const browser = await openPage(market);
  const { page } = browser;
  // A visitor is told that nothing is known, before the checks that succeed.
  await page.goto('/listings/flaky?tab=health');
  await page.getByText('calls can fail while the checks succeed').waitFor();
  await page.getByText('No success rate yet').first().waitFor();
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  expect(await headings.allInnerTexts()).toEqual(['Calls', 'Health checks']);

  await signInAsDeveloper(browser, market);
  await page.goto('/listings/flaky');
  await page.getByText('Your last 20 calls: 6 failed.').waitFor();
  await page.getByRole('tab', { name: 'Health' }).click();
  const own = page.getByRole('list', { name: 'Your last 20 calls' }).getByRole('listitem');
  expect(await own.allInnerTexts()).toEqual(['Succeeded\n14 of 20', 'Returned 503\n6 of 20']);
  expect(await accessibilityFindings(page)).toEqual([]);
  await own.getByRole('link', { name: 'Returned 503' }).click();
  await page.waitForURL('**/orders?listing=flaky&state=failed');

  // With enough calls of several buyers, everyone sees how they end.
  for (const apiKey of [buyer.apiKey, ...(await apiKeysOf(4))]) {
    const api = createApi(market.url, apiKey);
    for (let call = 0; call < 5; call += 1) await api.activate('flaky', {}, 5);
  }
  await market.clock.advance(SETTLES_MS);
  await market.clock.advance(SETTLES_MS);
  await page.goto('/listings/flaky?tab=health');
  await page.getByLabel('How well it works').getByText('of 25 counted calls').waitFor();
  await page.getByRole('heading', { name: 'Health checks' }).waitFor();
});

/** The catalogue counts calls a little later. */
const SETTLES_MS = 120_000;

const apiKeysOf = async (count: number) =>
  await Promise.all(
    Array.from({ length: count }, async () => (await sample().market.createAccount()).apiKey),
  );

test('what a call returns is shown before the first one: as a sketch of its schema, or in a sentence', async () => {
  await listFlaky('sketched', () => false, { outputSchema: SCORED });
  await listFlaky('in-schema', () => false, { outputSchema: { examples: [{ score: 0.7 }] } });
  const { page } = await openPage(sample().market);
  await page.goto('/listings/sketched');
  await page.getByRole('heading', { name: 'Shape of the result' }).waitFor();
  const sketch = await page.locator('main pre').innerText();
  expect(sketch.replaceAll(/\s+/g, ' ')).toBe('{ "score": number "labels": list of strings }');
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.goto('/listings/in-schema');
  await page.getByRole('heading', { name: 'Example result' }).waitFor();
  await page.getByRole('region', { name: 'Example of the result' }).getByText('0.7').waitFor();
  const unknown = 'Any JSON value: the seller gives neither a schema nor an example of the result.';
  for (const tab of ['try', 'schema']) {
    await page.goto(`/listings/rates?tab=${tab}`);
    await page.getByText(unknown).waitFor();
  }
});

test('a seller who says nothing of results learns that buyers see none, and where to say it', async () => {
  const browser = await openPage(sample().market);
  const { page } = browser;
  await signInAsDeveloper(browser, sample().market);
  await page.goto('/selling/rates');
  await page.getByText('Buyers cannot see what they would get').waitFor();
  await page.getByRole('link', { name: 'Add a response example' }).click();
  const hint = page.getByText('buyers see no result before a call');
  await hint.waitFor();
  const example = page.getByRole('textbox', { name: 'Response example' });
  await expect.poll(() => example.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.type('{}');
  await hint.waitFor({ state: 'detached' });
  await page.goto('/selling/text-insights');
  await page.getByRole('heading', { level: 1, name: 'Text insights' }).waitFor();
  expect(await page.getByText('Buyers cannot see').count()).toBe(0);
});

test('a service that asks for 20 seconds gets them: the button counts, keeps the focus and then runs', async () => {
  let isLoading = true;
  await listFlaky('loading', () => isLoading);
  const browser = await openPage(sample().market);
  const { page } = browser;
  await signInAsDeveloper(browser, sample().market);
  await page.clock.install();
  await page.goto('/listings/loading');
  await page.getByRole('button', { name: 'Run for $0.01' }).click();
  await page.getByText('The service returned 503').waitFor();
  const waiting = page.getByRole('button', { name: /^Run again in \d+ s$/ });
  await waiting.waitFor();
  await page.getByText('The service asks you to wait 20 s. Your input is kept.').waitFor();
  await waiting.focus();
  isLoading = false;
  await page.keyboard.press('Enter');
  await page.clock.fastForward(5_000);
  await page.getByRole('button', { name: /^Run again in 1[0-5] s$/ }).waitFor();
  await page.clock.fastForward(16_000);
  const again = page.getByRole('button', { name: 'Run again for $0.01' });
  await again.waitFor();
  expect(await again.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('$0.01 charged').waitFor();
});

test('a long description is clamped, so that the form is in sight, and read in full on request', async () => {
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

test('the listings of a seller are sorted as asked, and the address says so', async () => {
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
  expect((await titles.allTextContents()).slice(-2)).toEqual(['Exchange rates', 'Text insights']);
  // Most of them have no description.
  const heights = await page
    .getByRole('list', { name: 'Listings' })
    .getByRole('listitem')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)));
  expect(new Set(heights).size).toBe(1);
  const category = page.getByRole('list', { name: 'Categories' }).getByRole('link');
  expect(await category.allInnerTexts()).toEqual(['Data']);
  await category.click();
  await page.waitForURL('**/catalogue?category=data');
});
