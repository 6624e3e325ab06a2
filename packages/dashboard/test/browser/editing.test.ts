import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { json, startSeller } from '../../../../test-bed/seller.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PHONE } from './open-page.ts';
import { signInAsDeveloper, useMarket } from './sample-market.ts';

const market = useMarket();
const api = () => createApi(market().url, market().apiKey);

interface Created {
  page: Page;
  id: string;
  slug: string;
}

/** A listing of the developer, and its page. */
async function openOwnListing(
  endpointPath: string,
  more: Record<string, unknown> = {},
): Promise<Created> {
  const { status, body } = await api().post('/v1/providers', {
    title: 'Echo',
    price: { amount: 0.001 },
    runContract: { method: 'POST', endpointPath },
    ...more,
  });
  expect(status).toBe(201);
  await market().reviewsIdle();
  const browser = await openPage(market());
  await signInAsDeveloper(browser, market());
  await browser.page.goto(`/selling/${body.id}`);
  await browser.page.getByRole('heading', { level: 1, name: 'Echo' }).waitFor();
  return { page: browser.page, id: body.id, slug: body.slug };
}

const edit = async (page: Page) => {
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('heading', { name: 'Edit Echo' }).waitFor();
};

const dialogFindings = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await accessibilityFindings(page)));
  }
  return found;
};

describe('a listing that is edited', () => {
  test('on a phone has Save in a slim bar above the navigation, with what it does in a line', async () => {
    await using seller = await startSeller();
    const { page } = await openOwnListing(`${seller.url}/run`);
    await edit(page);
    await page.setViewportSize(PHONE);
    const bar = page.locator('[data-sticky]', {
      has: page.getByRole('button', { name: 'Save changes' }),
    });
    await bar.getByText('Texts, the call and schemas are reviewed first.').waitFor();
    await page.getByRole('textbox', { name: 'Price' }).fill('0.002');
    const warning = page.getByText(/^Price raised from/).first();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await warning.waitFor();
    await bar.getByText('Price $0.001 → $0.002: asks first', { exact: true }).waitFor();
    for (const top of [0, 1_000, 100_000]) {
      await page.evaluate((to) => scrollTo(0, to), top);
      const [slim, below] = await Promise.all([bar, navigation].map((it) => it.boundingBox()));
      expect(slim!.y + slim!.height).toBeLessThanOrEqual(below?.y ?? 0);
      expect(slim!.height).toBeLessThan(85);
    }
    // The page has been scrolled to its end.
    const [words, slim] = await Promise.all([warning, bar].map((it) => it.boundingBox()));
    expect(words!.y + words!.height).toBeLessThanOrEqual(slim?.y ?? 0);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('is changed where it differs, and shown as buyers see it', async () => {
    await using seller = await startSeller();
    const { page, id } = await openOwnListing(`${seller.url}/run`, { description: 'Old.' });
    await edit(page);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.getByLabel('Slug').count()).toBe(0);
    await page.getByLabel('Title').fill('Echo chamber');
    await page.getByLabel('Description').fill('');
    await page.getByRole('textbox', { name: 'Price' }).fill('0.002');
    await page
      .getByLabel('Input schema', { exact: true })
      .fill('{"type":"object","maxProperties":1000000000000000}');
    // Beside the button: what would be saved.
    await page.getByText('What changes: title, description, price, and input schema').click();
    await page.getByText('Title changed from “Echo” to “Echo chamber”').waitFor();
    await page.getByText('Price raised from $0.001 to $0.002 per call', { exact: true }).waitFor();
    await page.getByText('Description removed').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByRole('heading', { level: 1, name: 'Echo chamber' }).waitFor();
    const saved = page.getByText(
      'Saved: title, description, price $0.001 → $0.002, and input schema',
    );
    await saved.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const { body } = await api().get(`/v1/providers/${id}`);
    expect(body).toMatchObject({
      title: 'Echo chamber',
      description: null,
      price: { amount: 0.002 },
      runContract: { inputSchema: { type: 'object', maxProperties: 1e15 } },
      status: 'published',
      revision: 2,
    });
    // It is news once.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Echo chamber' }).waitFor();
    expect(await saved.count()).toBe(0);
  });

  test('says from when a higher price applies, and how often it was called', async () => {
    await using seller = await startSeller();
    const { page } = await openOwnListing(`${seller.url}/run`);
    await edit(page);
    await page.getByRole('textbox', { name: 'Price' }).fill('0.002');
    await page
      .getByText('Applies to orders placed after you save. Nobody called it in the last 7 days.')
      .waitFor();
    // That the price changes is said once.
    expect(await page.getByText('What changes:').count()).toBe(0);
    await page.getByLabel('Title').fill('Echo chamber');
    await page.getByText('What changes: title and price').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save a price increase?' });
    expect(await dialog.getByRole('listitem').count()).toBe(0);
    await dialog.getByText('Price raised from $0.001 to $0.002 per call.').waitFor();
    await dialog
      .getByText(
        'Programs with a price limit below the new price are refused. Earlier orders keep their price. Nobody called it in the last 7 days.',
      )
      .waitFor();
    // A price increase ends no program, so its button does not warn.
    const isRed = (button: Locator) =>
      button.evaluate((it) => it.style.getPropertyValue('--button-bg').includes('red'));
    expect(await isRed(dialog.getByRole('button', { name: 'Save price increase' }))).toBe(false);
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await expect.poll(() => cancel.evaluate((it) => it === document.activeElement)).toBe(true);
    await cancel.click();
    await page.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: 'PUT' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect(await isRed(page.getByRole('button', { name: 'Save anyway' }))).toBe(true);
  });

  it('asks before it saves what breaks its buyers, and says why', async () => {
    await using seller = await startSeller();
    const { page, id } = await openOwnListing(`${seller.url}/run`, {
      runContract: {
        method: 'POST',
        endpointPath: `${seller.url}/run`,
        inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      },
    });
    await edit(page);
    await page.getByRole('textbox', { name: 'Price' }).fill('0.09');
    await page
      .getByLabel('Input schema', { exact: true })
      .fill('{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}');
    await page.getByText('This breaks existing calls.').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save a breaking change?' });
    await dialog.getByText('Price raised from $0.001 to $0.09 per call.').waitFor();
    await dialog.getByText('Input: “city” is now required.').waitFor();
    await dialog.getByText('Nobody called it in the last 7 days.').waitFor();
    expect(await dialogFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await api().get(`/v1/providers/${id}`)).body).toMatchObject({
      price: { amount: 0.001 },
      revision: 1,
    });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await page.waitForURL(/\/selling\/[^/]+$/);
    await page.getByText('$0.09 per call', { exact: true }).waitFor();
    expect((await api().get(`/v1/providers/${id}`)).body.revision).toBe(2);
  });

  it('asks before it is left, and has what was typed again after another page or a reload', async () => {
    await using seller = await startSeller();
    const { page } = await openOwnListing(`${seller.url}/run`);
    await edit(page);
    const title = page.getByLabel('Title');
    await title.fill('Echo of tomorrow');
    await page.getByRole('textbox', { name: 'Price' }).fill('0.002');
    const address = page.url();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stay = async () => {
      await dialog.getByText('Not saved: title and price.').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(page.url()).toBe(address);
      expect(await title.inputValue()).toBe('Echo of tomorrow');
    };
    await page.getByRole('link', { name: 'Orders' }).first().click();
    expect(await dialogFindings(page)).toEqual([]);
    await stay();
    await title.focus();
    await page.evaluate(() => window.scrollTo(0, 200));
    await page.goBack();
    await stay();
    expect(await page.evaluate(() => window.scrollY)).toBe(200);
    expect(await title.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).waitFor();
    await page.keyboard.type('orders');
    await page.keyboard.press('Enter');
    await stay();
    expect(await title.evaluate((field) => field === document.activeElement)).toBe(true);

    // Back leads where it would have led.
    await page.goBack();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Echo', exact: true }).waitFor();
    await edit(page);
    await page.getByText('What you had typed is here again').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).waitFor();
    await page.keyboard.type('orders');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Leave' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.goBack();
    await page.getByText('What you had typed is here again').waitFor();
    const asked: string[] = [];
    page.once('dialog', (question) => {
      asked.push(question.type());
      void question.accept();
    });
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.getByText('What you had typed is here again').waitFor();
    expect(await title.inputValue()).toBe('Echo of tomorrow');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect.poll(() => title.inputValue()).toBe('Echo');
    // Nothing is left to ask about.
    await page.getByRole('link', { name: 'Orders' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Edit Echo' }).waitFor();
    expect(await page.getByText('What you had typed is here again').count()).toBe(0);
    await title.fill('Echo chamber');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Echo', exact: true }).waitFor();
  });

  test('keeps changes that were made elsewhere in the meantime', async () => {
    await using seller = await startSeller();
    const { page, id } = await openOwnListing(`${seller.url}/run`);
    await edit(page);
    await api().patch(`/v1/listings/${id}`, { description: 'By a program.' });
    await page.getByRole('textbox', { name: 'Price' }).fill('0.5');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Save price increase' }).click();
    await page.getByText('$0.50 per call', { exact: true }).waitFor();
    const { body } = await api().get(`/v1/providers/${id}`);
    expect(body).toMatchObject({ description: 'By a program.', price: { amount: 0.5 } });
  });

  test('stays as it is when the review refuses the change, and so does what was typed', async () => {
    await using seller = await startSeller();
    const { page, id } = await openOwnListing(`${seller.url}/run`);
    await edit(page);
    await page
      .getByRole('textbox', { name: 'Endpoint', exact: true })
      .fill(`${seller.url}/nowhere`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The changes were not saved').waitFor();
    await page.getByRole('heading', { name: 'Reachability Failed' }).waitFor();
    const endpoint = page.getByRole('textbox', { name: 'Endpoint', exact: true });
    expect(await endpoint.inputValue()).toBe(`${seller.url}/nowhere`);
    const { body } = await api().get(`/v1/providers/${id}`);
    expect(body.runContract.endpointPath).toBe(`${seller.url}/run`);
  });

  test('that was flagged is reviewed again, and published', async () => {
    await using seller = await startSeller({
      handlers: { 'HEAD /run': () => json({}, 500), 'GET /run': () => json({}, 500) },
    });
    const { page } = await openOwnListing(`${seller.url}/run`);
    await page.getByText('The review flagged this listing').waitFor();
    const main = page.locator('main [data-variant="filled"]');
    expect(await main.allTextContents()).toEqual(['Fix and resubmit']);
    seller.on('HEAD /fixed', () => ({ status: 200 }));
    seller.on('GET /fixed', () => ({ status: 200 }));
    await page.getByRole('link', { name: 'Edit endpoint' }).click();
    const endpoint = page.getByRole('textbox', { name: 'Endpoint', exact: true });
    await expect
      .poll(() => endpoint.evaluate((field) => field === document.activeElement))
      .toBe(true);
    await endpoint.fill(`${seller.url}/fixed`);
    await page.getByRole('button', { name: 'Save and submit again' }).click();
    await page.getByText('Published').first().waitFor();
    await page.getByRole('button', { name: 'More actions' }).waitFor();
  });

  test('cannot be changed once it is archived', async () => {
    await using seller = await startSeller();
    const { page, id } = await openOwnListing(`${seller.url}/run`);
    await api().patch(`/v1/listings/${id}`, { listingState: 'archived' });
    await page.goto(`/selling/${id}/edit`);
    await page.getByText('An archived listing never changes again.').waitFor();
  });
});

test('a seller without a name is asked for one, and buyers read that it has none', async () => {
  await using seller = await startSeller();
  const { page, slug } = await openOwnListing(`${seller.url}/run`);
  await page.goto('/selling');
  await page.getByText('Give your seller profile a name').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.goto(`/listings/${slug}`);
  await page.getByRole('link', { name: 'Unnamed seller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Unnamed seller' }).waitFor();
  const { sellerId } = (await api().get('/v1/profile')).body;
  await page.getByText(sellerId.slice(0, 8), { exact: true }).waitFor();
  await page.goto('/account');
  const inProfile = page.getByLabel('Seller name');
  expect(await inProfile.getAttribute('placeholder')).toBe('Unnamed seller');
  expect(await inProfile.inputValue()).toBe('');
  // Without a name the rest of the profile can be saved.
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Profile saved').waitFor();
  expect(await inProfile.inputValue()).toBe('');

  await page.goto('/selling/new?tab=manual');
  const name = page.getByLabel('Seller name');
  // It sells already, so the name of the account is filled in.
  await expect.poll(() => name.inputValue()).toBe('Developer');
  await page.getByLabel('Title').fill('Echo again');
  await page.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await page.getByRole('textbox', { name: 'Endpoint', exact: true }).fill(`${seller.url}/run`);
  await name.fill('\u200B');
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await page.getByText('Must have a visible character').waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await name.fill('Echo Works');
  // Buyers read it below the title.
  const card = page.getByRole('list', { name: 'Listings' });
  await card.getByText('Echo Works', { exact: true }).waitFor();
  // That buyers miss something is asked once.
  await page.getByRole('button', { name: 'Publish listing' }).click();
  await page.getByRole('heading', { level: 1, name: 'Echo again' }).waitFor();
  expect((await api().get('/v1/profile')).body.name).toBe('Echo Works');
  await page.goto('/selling');
  await page.getByRole('table', { name: 'Your listings' }).waitFor();
  await expect.poll(() => page.getByText('Give your seller profile a name').count()).toBe(0);
});

describe('a draft', () => {
  it('is saved with the form that buyers would see beside its schema', async () => {
    const draft = { listingState: 'draft' };
    const { page, id } = await openOwnListing('http://127.0.0.1:1/run', draft);
    await edit(page);
    await page.getByText('Without an input schema buyers type JSON.').waitFor();
    const schema = page.getByLabel('Input schema', { exact: true });
    await schema.fill('{\n"type":"integre"}');
    await page.getByText(/^\/type must be one of .*\(line 2\)\./).waitFor();
    // As it is copied from a program: in one line. It is pasted in lines of its own.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(async (text) => {
      await navigator.clipboard.writeText(text);
    }, '{"type":"object","properties":{"size":{"type":"integer","title":"Size"}}}');
    await schema.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+V');
    expect(await schema.inputValue()).toMatch(/^\{\n  "type": "object",\n/);
    await page.getByLabel('Size (optional)').fill('12');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('button', { name: 'Submit for review' }).waitFor();
    const { body } = await api().get(`/v1/providers/${id}`);
    expect(body).toMatchObject({
      status: 'draft',
      runContract: { inputSchema: { properties: { size: { type: 'integer' } } } },
    });
  });

  test('is deleted after a question, in which axe finds nothing', async () => {
    const draft = { listingState: 'draft' };
    const { page, id, slug } = await openOwnListing('http://127.0.0.1:1/run', draft);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${slug}?` });
    await dialog.waitFor();
    expect(await dialogFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/selling');
    expect((await api().get(`/v1/providers/${id}`)).status).toBe(404);
  });
});

test('axe finds nothing in the question before an archived listing', async () => {
  await using seller = await startSeller();
  const { page, slug } = await openOwnListing(`${seller.url}/run`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByLabel(`Type ${slug} to confirm`).waitFor();
  expect(await dialogFindings(page)).toEqual([]);
});
