import { expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { openPage, PHONE } from './open-page.ts';
import { useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

it('a search says what its filters leave out, and shows no other listings instead', async () => {
  const { page } = await openPage(sample().market);
  await page.goto('/catalogue?query=exchange+rates&currency=USD');
  await page.getByText('1 priced in another currency.').waitFor();
  await page.getByText('Nothing matches “exchange rates”').waitFor();
  await page
    .getByRole('region', { name: 'Popular' })
    .getByRole('link', { name: 'Text insights' })
    .waitFor();
  await page.goto('/catalogue?query=exchange+rates&currency=EUR');
  await page.getByRole('link', { name: 'Exchange rates' }).first().waitFor();
  expect(await page.getByText('Your filters leave out').count()).toBe(0);
});

test('the cheapest are those of one currency, which the page names', async () => {
  const { page } = await openPage(sample().market);
  await page.goto('/catalogue');
  await page.getByText('2 listings', { exact: true }).waitFor();
  expect(await page.getByLabel('Max price').getAttribute('placeholder')).toBe('Max USD');
  await page.getByRole('combobox', { name: 'Sort' }).click();
  await page.getByRole('option', { name: 'Cheapest' }).click();
  const comparison = 'prices in other currencies are not compared';
  await page.getByText(`1 listing priced in USD; ${comparison}`).waitFor();
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'EUR' }).click();
  await page.getByText(`1 listing priced in EUR; ${comparison}`).waitFor();
  await page.getByRole('link', { name: 'Exchange rates' }).waitFor();
});

it('a listing that does not exist leads to those with its words; one without figures is only new', async () => {
  const { page } = await openPage(sample().market);
  await page.goto('/listings/exchange-rate');
  await page.getByRole('heading', { level: 1, name: 'Listing not found' }).waitFor();
  const search = page.getByRole('main').getByLabel('Search the catalogue');
  expect(await search.inputValue()).toBe('exchange rate');
  const similar = page.getByRole('region', { name: 'Similar' }).getByRole('listitem');
  await similar.getByText('New', { exact: true }).waitFor();
  await similar.getByRole('link', { name: 'Exchange rates' }).click();
  await page.waitForURL('**/listings/rates');

  await page.goto('/listings/zzzz');
  await page.getByRole('region', { name: 'Popular' }).waitFor();
});

test('a listing that has long been there without a success rate has few calls', async () => {
  const { page } = await openPage(sample().market);
  await page.route('**/v1/marketplace/listings?*', async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    const data = found.data.map((listing: object) => ({
      ...listing,
      createdAt: '2020-01-01T00:00:00Z',
    }));
    await route.fulfill({ response, json: { ...found, data } });
  });
  await page.goto('/catalogue');
  const cards = page.getByRole('list', { name: 'Listings' }).getByRole('listitem');
  await cards.getByText('Few calls').first().waitFor();
  expect(await cards.getByText('Few calls').count()).toBe(2);
  const why = await cards.getByText('Few calls').first().getAttribute('title');
  expect(why).toBe('No success rate yet: fewer than 20 calls in the last 7 days');
});

test('a search begins after a pause, not with each letter; Enter begins it at once', async () => {
  const { page } = await openPage(sample().market);
  const asked: string[] = [];
  page.on('request', (request) => {
    const words = new URL(request.url()).searchParams.get('query');
    if (request.url().includes('/v1/') && words !== null) asked.push(words);
  });
  await page.clock.install();
  await page.goto('/catalogue');
  await page.getByText('2 listings').waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const search = page.getByLabel('Search the catalogue');
  await search.pressSequentially('exchange');
  await page.clock.runFor(200);
  expect(asked).toEqual([]);
  await search.pressSequentially(' rates');
  await search.press('Enter');
  await page.waitForURL('**?query=exchange+rates');
  await page.clock.resume();
  await page.getByText('1 listing', { exact: true }).waitFor();
  expect(new Set(asked)).toEqual(new Set(['exchange rates']));
});

test('a card and the listing say the same of an outage, and nothing where there was none', async () => {
  const { page } = await openPage(sample().market);
  const nowMs = Date.now();
  const probe = (minutesAgo: number, healthy: boolean) => ({
    checkedAt: new Date(nowMs - minutesAgo * 60_000).toISOString(),
    healthy,
    statusCode: healthy ? 200 : 503,
    latencyMs: 10,
  });
  const history = [probe(1, true), probe(28, false), probe(29, true)];
  const down = { health: { status: 'healthy', checkedAt: null, latencyMs: 10, uptime24h: 0.67 } };
  const quality = { successRate: 1, p50Ms: 250, p95Ms: 566, calls: 1_284, refused: 0 };
  await page.route('**/v1/marketplace/listings?*', async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    const data = found.data.map((listing: { slug: string }) =>
      listing.slug === 'text-insights' ? { ...listing, ...down, quality } : listing,
    );
    await route.fulfill({ response, json: { ...found, data } });
  });
  await page.route('**/v1/marketplace/listings/text-insights', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...down } });
  });
  await page.route('**/v1/marketplace/listings/text-insights/health', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), history } });
  });
  await page.goto('/catalogue');
  const cards = page.getByRole('list', { name: 'Listings' }).getByRole('listitem');
  const said = /27 min down (?:today|in 24 hours)/;
  await cards.filter({ hasText: 'Text insights' }).getByText(said).waitFor();
  expect(await page.getByText(said).count()).toBe(1);
  await cards.getByText('1,284 calls, 100% succeeded').waitFor();
  // In one line with the state at every width.
  for (const viewport of [{ width: 1440, height: 900 }, { width: 768, height: 900 }, PHONE]) {
    await page.setViewportSize(viewport);
    const [words, state] = await Promise.all(
      [said, 'Healthy now'].map((text) => page.getByText(text).boundingBox()),
    );
    expect(words!.y + words!.height / 2).toBeCloseTo(state!.y + state!.height / 2, -1);
    expect(words!.x).toBeGreaterThan(state!.x + state!.width);
  }
  await page.getByRole('link', { name: 'Text insights' }).click();
  await page.getByRole('main').getByText(said).waitFor();
  expect(await page.getByText('%').count()).toBe(0);
});
