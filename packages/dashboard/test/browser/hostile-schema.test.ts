import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { startSeller, type Seller } from '../../../../test-bed/seller.ts';
import { openPage } from './open-page.ts';
import { signInAsDeveloper, useMarket } from './sample-market.ts';

const market = useMarket();

/** Sets `window.pwned` if any of it is taken for HTML, script or a link. */
const CANARY =
  '"><img src=x onerror="window.pwned=1"><script>window.pwned=1</script><a href="javascript:window.pwned=1">x</a>';
const BIDI = 'safe\u202egnp.exe';

/**
 * A listing with a schema as it would be if no review had seen it: the content check refuses most of
 * what is sent here.
 */
async function openListing(seller: Seller, inputSchema: object): Promise<Page> {
  const api = createApi(market().url, market().apiKey);
  const { status, body } = await api.post('/v1/providers', {
    title: 'Hostile',
    runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
  });
  expect(status).toBe(201);
  await market().reviewsIdle();
  expect((await api.get(`/v1/providers/${body.id}`)).body).toMatchObject({ status: 'published' });
  const browser = await openPage(market());
  await signInAsDeveloper(browser, market());
  const { page } = browser;
  await page.route(`**/v1/marketplace/listings/${body.slug}`, async (route) => {
    const response = await route.fetch();
    const listing = await response.json();
    listing.runContract.inputSchema = inputSchema;
    await route.fulfill({ response, json: listing });
  });
  await page.goto(`/listings/${body.slug}`);
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  return page;
}

const pwned = (page: Page) => page.evaluate(() => Reflect.get(window, 'pwned') as unknown);

it('texts of a schema are text in every part of the form', async () => {
  await using seller = await startSeller();
  const about = { title: CANARY, description: CANARY, default: CANARY, examples: [CANARY] };
  const page = await openListing(seller, {
    type: 'object',
    description: CANARY,
    properties: {
      [CANARY]: { type: 'string' },
      text: { type: 'string', ...about },
      number: { type: 'number', title: CANARY },
      choice: { enum: [CANARY, BIDI], title: BIDI },
      list: { type: 'array', title: CANARY, description: CANARY, items: { enum: [CANARY] } },
      object: { type: 'object', ...about, properties: { [CANARY]: { type: 'boolean' } } },
      either: {
        oneOf: [
          { type: 'object', title: CANARY, properties: { a: {} } },
          { title: BIDI, type: 'string' },
        ],
      },
      any: { title: CANARY },
    },
    required: ['text', 'choice', 'any'],
    additionalProperties: false,
  });
  await page.getByRole('button', { name: /^Add an item/ }).click();
  await page.getByText('safeU+202Egnp.exe').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page
    .getByText(/^One of/)
    .first()
    .waitFor();
  expect(await pwned(page)).toBeUndefined();
  expect(await page.locator('img[src="x"], a[href^="javascript"]').count()).toBe(0);
});

it('names that mean something to a program are only names', async () => {
  await using seller = await startSeller();
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'a.b',
    'a[0]',
    '$ref',
    'ui:widget',
    '__errors',
  ];
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const page = await openListing(seller, { type: 'object', properties, required: names });
  for (const name of names) await page.getByLabel(name, { exact: true }).fill(`of ${name}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const { body } = await seller.nextCall();
  const sent = new Map(Object.entries(JSON.parse(body.toString()) as object));
  expect(sent).toEqual(new Map(names.map((name) => [name, `of ${name}`])));
});

it('a schema that refers to itself without end does not freeze the page', async () => {
  await using seller = await startSeller();
  const next = { $ref: '#/$defs/node' };
  const node = {
    type: 'object',
    properties: { value: { type: 'string' }, left: next, right: next },
  };
  const startedMs = Date.now();
  const page = await openListing(seller, { $ref: '#/$defs/node', $defs: { node } });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await seller.nextCall();
  expect(Date.now() - startedMs).toBeLessThan(60_000);
});
