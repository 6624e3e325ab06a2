// The API reference at /docs/api: /v1/openapi.json task by task.
import { describe, expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PASSWORD, signUp } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const openOperation = async (page: Page, id: string, summary: string) => {
  await page.goto(`/docs/api#${id}`);
  await heading(page, summary).waitFor();
};
const code = (page: Page) => page.getByRole('region', { name: 'Example' });
const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const status = (page: Page) => page.getByRole('status').filter({ hasText: /^\d{3}/ });

/** Sends a read; a busy marketplace asks to send a list again. */
async function sendUntil(page: Page, expected: RegExp): Promise<void> {
  const answer = async () => {
    await send(page).click();
    return await status(page).innerText();
  };
  await expect.poll(answer).toMatch(expected);
}

/** The operations that the OpenAPI document of this server names. */
async function documented(url: string): Promise<string[]> {
  const { paths, webhooks } = (await (await fetch(`${url}/v1/openapi.json`)).json()) as Record<
    'paths' | 'webhooks',
    Record<string, Record<string, { operationId: string }>>
  >;
  return [...Object.values(paths), ...Object.values(webhooks)]
    .flatMap((each) => Object.values(each))
    .map(({ operationId }) => operationId);
}

describe('the API reference', () => {
  it('shows a visitor every operation once, lets them try what is public, and refuses the rest politely', async () => {
    const { market } = sample();
    const opened = await openPage(market);
    const { page } = opened;
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('link', { name: 'API reference' }).click();
    await heading(page, 'Search published listings').waitFor();
    const links = await page
      .getByRole('navigation', { name: 'Operations' })
      .getByRole('link')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href')!));
    expect(
      links
        .filter((href) => href.startsWith('#'))
        .map((href) => href.slice(1))
        .toSorted(),
    ).toEqual((await documented(market.url)).toSorted());
    const hosts = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).origin));
    expect(new Set(hosts)).toEqual(new Set([market.url]));
    // Public: sent without a session.
    expect(await code(page).innerText()).toContain(`curl '${market.url}/v1/marketplace/listings?`);
    await sendUntil(page, /^200 OK · \d/);
    await page.getByText('"text-insights"').first().waitFor();
    // What needs an account asks for it, and comes back.
    await page.getByRole('link', { name: 'List your orders' }).click();
    await heading(page, 'List your orders').waitFor();
    await signUp(opened, market, { name: 'Eve', email: 'eve@example.com' });
    await opened.context.clearCookies();
    await page.getByRole('link', { name: 'Sign in to try it' }).click();
    await page.getByLabel('Email address').fill('eve@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading(page, 'List your orders').waitFor();
    expect(new URL(page.url()).hash).toBe('#listOrders');
  });

  test('shows examples about the reader’s own records, in the language that stays chosen', async () => {
    const { market, orderIds } = sample();
    const opened = await openPage(market);
    const { page } = opened;
    await signInAsDeveloper(opened, market);
    await openOperation(page, 'getProvider', 'Get one of your listings with its review');
    await page.getByText('Python', { exact: true }).click();
    await expect
      .poll(() => code(page).innerText())
      .toMatch(/v1\/providers\/(rates|text-insights)"/);
    await page.reload();
    await expect.poll(() => code(page).innerText()).toContain('urllib.request.urlopen');
    expect(await code(page).innerText()).not.toMatch(/mkt_\w{20}/);
    // A map is left empty, so that a first request finds something.
    await openOperation(page, 'listOrders', 'List your orders');
    await sendUntil(page, /^200 OK/);
    await page.getByText(`"${orderIds[0]!}"`).first().waitFor();
    await page.getByText('x-request-id').waitFor();
    await page.getByText('More parameters').click();
    await page.getByLabel('metadata').fill('job=nightly');
    await send(page).click();
    await page.getByText('[]').waitFor();
    expect(await code(page).innerText()).toContain('metadata%5Bjob%5D=nightly');
  });

  test('asks before it buys or ends something, and keeps what was typed', async () => {
    const { market, orderIds } = sample();
    const opened = await openPage(market);
    const { page } = opened;
    await signInAsDeveloper(opened, market);
    await openOperation(page, 'createOrder', 'Place an order');
    const body = page.getByLabel('Body');
    // The example names a listing of the reader once their listings are loaded.
    await expect.poll(() => body.inputValue()).toContain('"listingId": "rates"');
    await body.fill('{"listingId": "text-insights",');
    await send(page).click();
    expect(await page.getByRole('alert').innerText()).toContain('The body is not JSON');
    expect(await body.inputValue()).toBe('{"listingId": "text-insights",');
    await body.fill('{"listingId": "text-insights", "requestBody": {"text": "Hello."}}');
    await send(page).click();
    const dialog = page.getByRole('dialog', { name: 'Run Text insights for $0.02?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await send(page).click();
    await dialog.getByRole('button', { name: 'Run for $0.02' }).click();
    expect(await status(page).innerText()).toMatch(/^201 Created · \d/);
    await page.getByText('"completed"').waitFor();
    // Nothing to delete is filled in.
    await openOperation(page, 'deleteApiKey', 'Revoke an API key');
    await page.getByLabel('id').fill('');
    await send(page).click();
    expect(await page.getByRole('alert').innerText()).toContain('Fill in id first.');
    await page.getByLabel('id').fill(orderIds[0]!);
    await send(page).click();
    const question = page.getByRole('dialog', { name: 'Revoke an API key?' });
    await question.getByRole('button', { name: 'Send it' }).click();
    expect(await status(page).innerText()).toMatch(/^404/);
  });

  test('can be searched, read and tried with the keyboard alone', async () => {
    const { market } = sample();
    const opened = await openPage(market);
    const { page } = opened;
    await signInAsDeveloper(opened, market);
    await openOperation(page, '/Orders/createOrder', 'Place an order');
    await page.keyboard.press('/');
    await page.keyboard.type('budget_protected');
    await page.getByText('error budget_protected').waitFor();
    const hit = page.getByRole('link', { name: /^Change an API key/ });
    const isChosen = () => hit.evaluate((each) => each === document.activeElement);
    // Guides come first: what the error means.
    for (let at = 0; at < 6 && !(await isChosen()); at++) await page.keyboard.press('ArrowDown');
    expect(await isChosen()).toBe(true);
    await page.keyboard.press('Enter');
    const opening = heading(page, 'Rename an API key, or change its budget');
    await opening.waitFor();
    await expect.poll(() => opening.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('/v1/me');
    await page.keyboard.press('Enter');
    await heading(page, 'Identify the caller').waitFor();
    await expect.poll(() => page.title()).toBe('Identify the caller · API reference · mkt');
    // Language, code, then the button that sends.
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => code(page).innerText()).toContain('await market.me()');
    for (let at = 0; at < 4; at++) {
      if (await send(page).evaluate((each) => each === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    expect(await status(page).innerText()).toMatch(/^200 OK/);
    await page.goBack();
    await heading(page, 'Rename an API key, or change its budget').waitFor();
  });
});

describe('the front page of the documentation', () => {
  it('has a door for those who buy, sell and run a marketplace, and is the way back from a guide', async () => {
    const { market } = sample();
    const { page } = await openPage(market);
    await page.goto('/docs');
    const doors = page.getByRole('main').getByRole('heading', { level: 2 });
    await doors.first().waitFor();
    expect(await doors.allInnerTexts()).toEqual([
      'Buy calls',
      'Sell a service',
      'Run a marketplace',
      'API reference',
    ]);
    await page.getByRole('link', { name: 'Call a listing' }).click();
    await page.getByRole('heading', { level: 1, name: 'Call a listing' }).waitFor();
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
  });

  test('finds guides and then operations, and has its doors again when the search is emptied', async () => {
    const { market } = sample();
    const { page } = await openPage(market);
    await page.goto('/docs');
    await page.getByRole('heading', { name: 'Buy calls' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('cancel');
    const hits = page.getByRole('navigation', { name: 'Found' }).getByRole('link');
    await expect
      .poll(() => hits.allInnerTexts())
      .toContainEqual(expect.stringMatching(/^Cancel a waiting order\s+POST \S+\/cancel$/));
    expect(await hits.first().innerText()).toBe('Orders\nGuide · Cancelling');
    expect(await page.getByRole('heading', { name: 'Buy calls' }).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Buy calls' }).waitFor();
    await page.keyboard.type('cancel');
    await hits.filter({ hasText: 'Cancel a waiting order' }).click();
    await page.waitForURL('**/docs/api#cancelOrder');
    await heading(page, 'Cancel one of your orders that is waiting').waitFor();
  });
});

it.each([
  ['the first sentence of a guide', '/docs/buy/call', 'From a listing that you found', 'Orders'],
  ['the first operation of the reference', '/docs/api', 'Find a listing', 'Place an order'],
])('on a phone, %s begins in the upper third of the screen', async (_what, path, text, other) => {
  const { market } = sample();
  const { page } = await openPage(market, { viewport: { width: 390, height: 844 } });
  await page.goto(path);
  const first = page.getByRole('article').getByText(text).first();
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThan(844 / 3);
  await page.getByRole('button', { name: 'Contents' }).click();
  const contents = page.getByRole('navigation').getByRole('link', { name: other, exact: true });
  await contents.waitFor();
});

describe('a guide', () => {
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  it('is read, searched and left for the next one without a mouse, and is Markdown for programs', async () => {
    const { market } = sample();
    const { page } = await openPage(market);
    await page.goto('/docs/api');
    const search = page.getByRole('searchbox');
    // Guides and operations are found together.
    await search.fill('first sale');
    const hits = page.getByRole('navigation', { name: 'Operations' }).getByRole('link');
    await expect.poll(() => hits.allInnerTexts()).toContainEqual(expect.stringContaining('Guide'));
    await page.goto('/docs/start/first-sale');
    await title(page, 'Your first sale').waitFor();
    await page.getByRole('heading', { level: 2, name: '1. A service' }).waitFor();
    await page.getByText('npx mkt init ../text-insights').first().waitFor();
    // What a reader copies has a button, what a program printed has none.
    const blocks = page.getByRole('article').getByRole('region', { name: /^Code/ });
    const copied = blocks.locator('..').filter({ has: page.getByRole('button', { name: 'Copy' }) });
    expect(await copied.first().textContent()).toContain('npx mkt init');
    expect(await copied.filter({ hasText: '✔' }).count()).toBe(0);
    // What is copied is meant for the marketplace that the reader is on.
    await page.goto('/docs/buy/call');
    await page.getByText(`export MKT_BASE_URL=${market.url}`).waitFor();
    // The part that is read is marked, also one at the end of the page that cannot come to its top.
    const parts = page.getByRole('navigation', { name: 'On this page' });
    const current = () => parts.locator('[aria-current="location"]').allInnerTexts();
    expect(await current()).toEqual([]);
    for (const name of ['Find a listing', 'See what it cost', 'What next', 'A key']) {
      await parts.getByRole('link', { name }).click();
      await expect.poll(current).toEqual([name]);
    }
    // A printed table keeps its columns; other lines that were printed are read whole.
    const isCut = (block: Element) => block.scrollWidth > block.clientWidth;
    expect(await blocks.filter({ hasText: 'category' }).first().evaluate(isCut)).toBe(true);
    await page.goto('/docs/start/first-sale');
    expect(await blocks.filter({ hasText: '--no-trial' }).first().evaluate(isCut)).toBe(false);
    // A link of the text to another guide is followed within the page.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('article').getByRole('link', { name: 'in one command' }).click();
    await title(page, 'Develop a service').waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    // The search goes to a heading.
    await page.keyboard.press('/');
    await page.keyboard.type('first sale');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await title(page, 'Your first sale').waitFor();
    // What was found is read with its words marked.
    const first = page.getByRole('navigation', { name: 'Guides' }).getByRole('link').first();
    await page.getByRole('searchbox').fill('money back');
    await expect.poll(() => first.locator('mark').allInnerTexts()).toContain('refund');
    await page.getByRole('searchbox').fill('get paid');
    await expect.poll(() => first.innerText()).toContain('Getting paid');
    await expect.poll(() => first.locator('mark').allInnerTexts()).toContain('paid');
    expect(await accessibilityFindings(page)).toEqual([]);
    // Its text is known already: the part that was found is in view all the same.
    await first.click();
    const part = page.getByRole('heading', { name: 'Getting paid' });
    const topOf = () => part.evaluate((heading) => heading.getBoundingClientRect().top);
    await expect.poll(topOf).toBeLessThan(200);
    expect(await topOf()).toBeGreaterThanOrEqual(0);
    const markdown = await page.request.get('/docs/start/first-sale.md');
    expect(markdown.headers()['content-type']).toContain('text/markdown');
    expect(await markdown.text()).toMatch(/^# Your first sale/);
  });

  test('wraps commands on a phone and keeps the lines of programs, and folds what was found once it is followed', async () => {
    const { market } = sample();
    const { page } = await openPage(market, { viewport: { width: 390, height: 844 } });
    await page.goto('/docs/buy/spending');
    const command = page.getByRole('region', { name: /^Code/ }).filter({ hasText: '--scopes' });
    const widths = (of: Element) => [of.scrollWidth, of.clientWidth] as const;
    const [whole, shown] = await command.first().evaluate(widths);
    expect(whole).toBe(shown);
    const boxOf = async (one: Locator) => (await one.boundingBox())!;
    const copy = page.getByRole('button', { name: 'Copy' }).first();
    // A comment beside its command is shown above it, and neither is covered.
    const comment = await boxOf(command.first().getByText('# one order'));
    expect(comment.y).toBeLessThan((await boxOf(command.first().getByText('mkt run'))).y);
    expect(comment.x + comment.width).toBeLessThanOrEqual((await boxOf(copy)).x);
    const program = page
      .getByRole('region', { name: /^Code/ })
      .filter({ hasText: 'ListingChangedError' });
    const [line, room] = await program.first().evaluate(widths);
    expect(line).toBeGreaterThan(room);
    const [document, screen] = await page.locator('html').evaluate(widths);
    expect(document).toBe(screen);
    await page.getByRole('searchbox').fill('get paid');
    const hit = page.getByRole('navigation', { name: 'Guides' }).getByRole('link').first();
    await hit.click();
    await page.getByRole('heading', { name: 'Getting paid' }).waitFor();
    await expect.poll(() => hit.isVisible()).toBe(false);
    await page.getByRole('searchbox').focus();
    await hit.waitFor();
  });

  it('leads to nothing that is not there', async () => {
    const { market } = sample();
    const { page } = await openPage(market);
    await page.goto('/docs/start/first-sale');
    await page.getByRole('heading', { level: 2, name: '1. A service' }).waitFor();
    const own = await page
      .getByRole('article')
      .getByRole('link')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href));
    const there = own.filter((href) => new URL(href).origin === market.url);
    expect(there.length).toBeGreaterThan(5);
    for (const href of there) {
      // Any address below /docs has a page; a guide has its Markdown too.
      const { pathname } = new URL(href);
      const response = await page.request.get(`${pathname}.md`);
      expect({ href, status: response.status() }).toEqual({ href, status: 200 });
    }
    for (const image of await page.getByRole('article').getByRole('img').all()) {
      await expect
        .poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
    }
    await page.goto('/docs/start/no-such-guide');
    await title(page, 'Guide not found').waitFor();
  });
});
