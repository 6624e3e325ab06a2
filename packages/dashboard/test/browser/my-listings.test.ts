import { beforeAll, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PHONE } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

/** Settled orders are added to the statistics this often. */
const COUNT_EVERY_MS = 2_000;

/** With a call more than the other listing. */
beforeAll(async () => {
  const { market } = sample();
  const input = { listingId: 'text-insights', requestBody: { text: 'Hello there.' } };
  await createApi(market.url, market.apiKey).post('/v1/orders', input);
});

/** The list of the developer, once the calls are counted. */
async function openListings() {
  const { market } = sample();
  const api = createApi(market.url, market.apiKey);
  const counted = async () => {
    await market.clock.advance(COUNT_EVERY_MS);
    const { body } = await api.get('/v1/stats/listings');
    return body.data.map(({ calls }: { calls: number }) => calls).toSorted();
  };
  await expect.poll(counted).toEqual([2, 3]);
  const browser = await openPage(market);
  await signInAsDeveloper(browser, market);
  await browser.page.goto('/selling');
  await browser.page.getByRole('link', { name: 'Text insights' }).waitFor();
  return { ...browser, api };
}

it('the listings show what they sold, the worst first, and are found by name and state', async () => {
  const { page } = await openListings();
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([
      expect.stringMatching(/^Exchange rates.*Published.*0%–$/),
      expect.stringMatching(/^Text insights.*Published.*100%\$0\.0\d+$/),
    ]);
  expect(await accessibilityFindings(page)).toEqual([]);

  const search = page.getByRole('searchbox', { name: 'Search your listings' });
  await search.press('t');
  await search.pressSequentially('ext ins');
  await expect.poll(() => rows.count()).toBe(1);
  await page.waitForURL('**/selling?q=text+ins');
  // Filters are in the address.
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  await search.fill('');
  await page.getByRole('combobox', { name: 'Sort' }).click();
  await page.getByRole('option', { name: 'Most calls' }).click();
  await expect.poll(() => rows.first().textContent()).toMatch(/^Text insights/);
  await page.waitForURL('**/selling?sort=calls');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Draft' }).click();
  await page.getByText('No listings found').waitFor();
  await page.getByRole('button', { name: 'Show all listings' }).press('Enter');
  await expect.poll(() => rows.count()).toBe(2);

  await page.setViewportSize(PHONE);
  // The filters are behind a button, which says how many there are.
  const sort = page.getByRole('combobox', { name: 'Sort' });
  expect(await sort.isVisible()).toBe(false);
  await page.getByText('€0.005 per call').waitFor();
  for (const bare of ['–', 'rates']) {
    expect(await page.getByText(bare, { exact: true }).count()).toBe(0);
  }
  await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter');
  await sort.click();
  await page.getByRole('option', { name: 'Title' }).click();
  await page.getByRole('button', { name: 'Filters (1)' }).press('Enter');
  await sort.waitFor({ state: 'hidden' });
  await page.getByText('2 calls').first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Exchange rates' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Exchange rates' }).waitFor();
});

it('one listing has its history, and folds the checks that passed', async () => {
  const { page, api } = await openListings();
  await api.patch('/v1/listings/rates', { price: { amount: 0.006 } });
  await page.getByRole('link', { name: 'Exchange rates' }).click();
  const history = page
    .getByRole('listitem')
    .filter({ hasText: 'Price raised from €0.005 to €0.006' });
  await history.getByText('Price increase').waitFor();
  await history.getByText('by the key').waitFor();
  const published = page.getByRole('listitem').filter({ hasText: 'Published' });
  await published.getByText('by the marketplace').waitFor();
  const reachability = page.getByRole('heading', { name: 'Reachability Passed' });
  expect(await reachability.isVisible()).toBe(false);
  await page.getByText(/\d checks passed$/).click();
  await reachability.waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('one listing with few calls claims no share of them, and on a phone its review comes first', async () => {
  const { page } = await openListings();
  // With something to advise.
  await page.route(/\/v1\/providers\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [first, ...others] = body.reviewChecks;
    const reviewChecks = [{ ...first, outcome: 'skipped' }, ...others];
    await route.fulfill({ response, json: { ...body, reviewChecks } });
  });
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'Text insights' }).click();
  await page.getByRole('heading', { level: 1, name: 'Text insights' }).waitFor();
  const tile = (name: string) => page.locator('dl > div').filter({ hasText: name });
  await tile('Success rate').getByText('3 of 3', { exact: true }).waitFor();
  await tile('Median duration').getByText('Few calls').waitFor();
  expect(await page.getByText('95% of calls are faster').count()).toBe(0);
  const [review, calls] = await Promise.all(
    ['Review', 'Calls'].map((name) => page.getByRole('heading', { name }).boundingBox()),
  );
  expect(review!.y).toBeLessThan(calls!.y);
  // What cannot be undone is set apart.
  await page.getByRole('button', { name: 'More actions' }).click();
  const [pause, archive] = await Promise.all(
    ['Pause', 'Archive'].map((name) => page.getByRole('button', { name }).boundingBox()),
  );
  expect(pause?.width).toBe(archive?.width);
  expect(archive!.y - pause!.y - pause!.height).toBeGreaterThan(8);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('an outage is told in minutes, once, and the minutes are those between the times beside them', async () => {
  const { page } = await openListings();
  const day = new Date().toISOString().slice(0, 10);
  await page.clock.setFixedTime(`${day}T12:00:00Z`);
  const probe = (time: string, healthy: boolean) => ({
    checkedAt: `${day}T${time}Z`,
    healthy,
    statusCode: healthy ? 200 : null,
    latencyMs: 10,
  });
  const health = { status: 'healthy', uptime24h: 0.9, checkedAt: `${day}T11:59:00Z`, latencyMs: 4 };
  // 26 minutes and 20 seconds.
  const history = [
    probe('11:59:00', true),
    probe('08:59:10', true),
    probe('08:54:00', false),
    probe('08:32:50', false),
    probe('08:27:00', true),
  ];
  await page.route('**/v1/marketplace/listings/text-insights/health', (route) =>
    route.fulfill({ json: { ...health, uptime7d: 0.99, history } }),
  );
  const wasDown = (listing: { slug: string }) =>
    listing.slug === 'text-insights' ? { ...listing, health } : listing;
  await page.route(/\/v1\/providers(\?|\/[^/?]+$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const json = body.data ? { ...body, data: body.data.map(wasDown) } : wasDown(body);
    await route.fulfill({ json });
  });
  await page.goto('/selling');
  const row = page.getByRole('row', { name: /^Text insights/ });
  await row.getByText(/^27 min/).waitFor();
  await row.getByText('Today, 08:32–08:59\u00A0UTC').waitFor();
  await row.getByText('Healthy now').waitFor();
  await page.setViewportSize(PHONE);
  await page.getByText('27 min down today', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Text insights' }).click();
  const main = page.getByRole('main');
  await main.getByText('27 min down today, 08:32–08:59\u00A0UTC, healthy now').waitFor();
  await main.getByText('3 of 5 checks succeeded').waitFor();
  const strip = main.getByRole('img', { name: 'Health checks of the last 24 hours' });
  expect(await strip.getByTitle('Down today, 08:32–08:59').count()).toBe(1);
  expect(await main.getByText('08:32').count()).toBe(1);
  // On a phone, what is not well comes before what takes more room, or happened long ago.
  await main.getByRole('heading', { name: 'History' }).waitFor();
  await main.getByRole('heading', { name: 'Calls' }).waitFor();
  const headings = await main.getByRole('heading', { level: 2 }).allInnerTexts();
  const parts = new Set(['Health', 'Calls', 'History']);
  expect(headings.filter((each) => parts.has(each))).toEqual([...parts]);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('a flagged listing says what failed, and nothing else as loud', async () => {
  const { page } = await openListings();
  const failed = {
    name: 'reachability',
    ok: false,
    level: 'required',
    outcome: 'failed',
    message: 'HEAD / failed',
  };
  const examples = {
    name: 'examples',
    ok: true,
    level: 'advice',
    outcome: 'skipped',
    message: 'no example given',
  };
  let change: object = {};
  await page.route(/\/v1\/providers\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), ...change } });
  });
  await page.goto('/selling/rates');
  await page.getByText('Buyers cannot see what they would get').waitFor();
  change = { reviewChecks: [examples] };
  await page.reload();
  await page.getByText('Buyers cannot see what they would get').waitFor();
  // The same is not advised twice.
  expect(await page.getByText('Add a request and a response example').count()).toBe(0);
  change = {
    status: 'flagged',
    reviewRejectionReason: 'HEAD / failed',
    reviewChecks: [failed, examples],
  };
  await page.reload();
  await page.getByText('The review flagged this listing').waitFor();
  await page.getByText('Add a request and a response example').waitFor();
  expect(await page.getByText('Buyers cannot see what they would get').count()).toBe(0);
});
