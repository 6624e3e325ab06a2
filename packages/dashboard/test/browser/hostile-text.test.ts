// Texts of strangers, in every field that has one: they are shown as text, and nothing of them runs.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { CURRENT, runToCompletion } from '../../../../test-bed/marketplace-process.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { json } from '../../../../test-bed/seller.ts';
import { ROUTES } from '../../src/routes.ts';
import { openPage, PASSWORD, signUp, type BrowserPage } from './open-page.ts';

/** Elements that a page would have if it took a text for HTML. */
const SHORT = '<b data-canary>\u202egnp\u200b';
const ATTACK = `"><img src=x onerror="hit=1" data-canary><script>hit=1</script>\u202egnp\u200b`;
const SLUG = 'hostile';

/** What the page must not have, whatever is on it. */
const findCanaries = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    if ('hit' in window) found.push('a script of a stranger has run');
    for (const { outerHTML } of document.querySelectorAll('[data-canary]')) {
      found.push(`an element of a stranger: ${outerHTML}`);
    }
    for (const { outerHTML } of document.querySelectorAll('main img, [href^="javascript:" i]')) {
      found.push(`an image or a link that runs: ${outerHTML}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      const hidden = /[\u202a-\u202e\u2066-\u2069\u200b]/.exec(textContent ?? '');
      // Over the text area of a person's own text, it is marked in its place.
      if (hidden && !parentElement?.closest('script, style, textarea, mark')) {
        found.push(`an invisible character: ${parentElement?.outerHTML}`);
      }
    }
    return found;
  });

/** A marketplace whose operator approves what its review would not publish. */
async function openMarketplace() {
  const data = await mkdtemp(join(tmpdir(), 'mkt-hostile-'));
  const market = await createTestMarketplace({ data });
  onTestFinished(async () => {
    await market.close();
    await rm(data, { recursive: true });
  });
  async function approve(slug: string): Promise<void> {
    await market.reviewsIdle();
    const command = (...args: string[]) =>
      runToCompletion(['reviews', ...args, '--data', data], { program: CURRENT });
    const shown = await command('show', slug, '--json');
    const { version } = JSON.parse(shown.stdout) as { version: number };
    const approved = await command('approve', slug, '--if-version', String(version));
    expect(approved.stderr).toContain(`Published ${slug}.`);
  }
  return { market, approve };
}

/** Requests with the session of a browser, as a page sends them. */
function requestsOf({ context }: BrowserPage, { url }: TestMarketplace) {
  const headers = { origin: url, 'x-mkt-dashboard': '1' };
  return async (path: string, data: object): Promise<any> => {
    const response = await context.request.post(path, { headers, data });
    expect.soft(response.status(), await response.text()).toBeLessThan(300);
    return response.json();
  };
}

const listing = (endpoint: string) => ({
  title: ATTACK,
  slug: SLUG,
  description: `${ATTACK} [run](javascript:hit=1)`,
  category: SHORT,
  tags: ['<b data-canary>', '<i onclick=hit=1>'],
  price: { amount: 0.01, currency: 'USD', unit: SHORT },
  runContract: {
    method: 'POST',
    endpointPath: endpoint,
    inputSchema: {
      type: 'object',
      title: ATTACK,
      description: ATTACK,
      properties: {
        [ATTACK]: { type: 'string', title: ATTACK, description: ATTACK, default: ATTACK },
        choice: { enum: [ATTACK, SHORT], description: 'javascript:hit=1' },
      },
    },
    outputSchema: { type: 'object', description: ATTACK, properties: { [ATTACK]: true } },
    requestExampleJson: JSON.stringify({ [ATTACK]: ATTACK }),
    responseExampleJson: JSON.stringify({ [ATTACK]: ATTACK }),
  },
});

it('are text on every page, with what is invisible in them made visible', async () => {
  const { market, approve } = await openMarketplace();
  const seller = await openSeller({
    'POST /run': ({ body }) =>
      JSON.parse(body.toString()).fail
        ? json({ error: ATTACK }, 503)
        : json({ [ATTACK]: ATTACK, link: 'javascript:hit=1' }),
  });
  const browser = await openPage(market, { userAgent: 'Mozilla/5.0 <img src=x onerror=hit=1>' });
  const email = "o'hara+onerror-hit@example.com";
  await signUp(browser, market, { email, name: ATTACK });
  const post = requestsOf(browser, market);
  const created = await post('/v1/providers', listing(`${seller.url}/run`));
  await approve(SLUG);
  const activate = (requestBody: object) => post('/v1/orders', { listingId: SLUG, requestBody });
  const completed = await activate({ [ATTACK]: ATTACK });
  const failed = await activate({ fail: true, [ATTACK]: ATTACK });
  await post('/v1/api-keys', { name: ATTACK, scopes: ['order:read'] });
  const device = await fetch(`${market.url}/auth/device/code`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: ATTACK, host_name: ATTACK, scope: 'order:read' }),
  });
  const { verification_uri_complete: deviceUrl } = (await device.json()) as Record<string, string>;
  await expect.poll(() => seller.calls.length).toBe(2);
  await market.clock.advance(10_000);

  const pages = [
    ...ROUTES.map(({ path }) => path.replace(/\/:\w+\?$/, '').replace(/:\w+/, SLUG)),
    ...['api', 'schema', 'health', 'changes'].map((tab) => `/listings/${SLUG}?tab=${tab}`),
    `/listings/${SLUG}?order=${completed.id}`,
    `/selling/${created.id}`,
    `/orders/${completed.id}`,
    `/orders/${failed.id}`,
    '/sales?tab=calls&state=failed',
    deviceUrl ?? '',
  ];
  const { page } = browser;
  await page.route('**/history*', async (route) => {
    const response = await route.fetch();
    const history = await response.json();
    const changes = [
      { path: '/title', from: SHORT, to: `${SHORT}!` },
      { path: ATTACK, from: ATTACK, to: SHORT },
      { path: '/price/unit', from: SHORT, to: 'call' },
    ];
    const path = '/runContract/inputSchema';
    const findings = [{ path, severity: 'breaking', message: ATTACK }];
    // A listing that has changed: the first entry is its publication.
    history.data.unshift({ ...history.data[0], changes, findings, verdict: 'breaking' });
    await route.fulfill({ response, json: history });
  });
  const found: string[] = [];
  const shownOn: string[] = [];
  for (const path of pages) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path === deviceUrl) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Deny' }).waitFor();
    }
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    found.push(...(await findCanaries(page)).map((what) => `${path}: ${what}`));
    if ((await page.locator('main').innerText()).includes('U+202E')) shownOn.push(path);
  }
  expect(found.join('\n')).toBe('');
  // The marketplace itself takes what is invisible out of titles, descriptions and tags.
  const mustShow = [
    '/audit',
    '/keys',
    '/sales?tab=calls&state=failed',
    `/listings/${SLUG}`,
    `/listings/${SLUG}?tab=schema`,
    `/listings/${SLUG}?tab=changes`,
    `/selling/${created.id}`,
    `/orders/${completed.id}`,
    `/orders/${failed.id}`,
  ];
  expect(shownOn).toEqual(expect.arrayContaining(mustShow));
}, 120_000);

it('are text where a person types them, and in what the server says about them', async () => {
  const market = await createTestMarketplace();
  onTestFinished(market.close);
  const browser = await openPage(market);
  await signUp(browser, market, { email: 'types@example.com' });
  const { page } = browser;
  const found: string[] = [];
  const look = async (where: string) =>
    found.push(...(await findCanaries(page)).map((what) => `${where}: ${what}`));

  await page.goto(`/catalogue?query=${encodeURIComponent(ATTACK)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look('search');
  await page.goto(`/listings/${encodeURIComponent(SHORT)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look('unknown listing');
  await page.goto(`/orders/${encodeURIComponent(SHORT)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look('unknown order');
  await page.goto(`/device?user_code=${encodeURIComponent(SHORT)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look('unknown code');

  await page.goto('/selling/new?tab=manual');
  await page.getByLabel('Title').fill(ATTACK);
  await page.getByLabel('Seller name').fill('Ann’s tools');
  await page.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await page
    .getByRole('textbox', { name: 'Endpoint', exact: true })
    .fill('http://127.0.0.1:1/<img/src=x/onerror=hit=1>');
  await page
    .getByLabel('Input schema', { exact: true })
    .fill(JSON.stringify({ type: ATTACK, [ATTACK]: 1 }));
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByText('Correct Input schema.').waitFor();
  await look('refused listing');
  // Once in a value, once in a name.
  expect(await page.locator('mark').count()).toBeGreaterThan(1);

  const error = { error: ATTACK, type: 'invalid_request', requestId: 'r1' };
  const details = [{ path: ATTACK, message: ATTACK, keyword: 'text' }];
  await page.route('**/v1/api-keys*', (route) =>
    route.fulfill({ status: 400, json: { ...error, details } }),
  );
  await page.goto('/keys');
  await page.getByRole('alert').getByText('U+202E').first().waitFor();
  await look('an error of the server');

  await page.context().clearCookies();
  await page.goto(`/sign-in?to=${encodeURIComponent('javascript:hit=1')}`);
  await page.getByLabel('Email address').fill('types@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Signed in as Ann' }).waitFor();
  await look('after signing in');
  expect(found.join('\n')).toBe('');
});
