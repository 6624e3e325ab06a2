import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { openPage, PHONE } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

async function openDeveloper() {
  const browser = await openPage(sample().market);
  await signInAsDeveloper(browser, sample().market);
  return browser.page;
}

it('the developer of dev mode, whose address is none on the internet, gets another name', async () => {
  const page = await openDeveloper();
  await page.goto('/account');
  const you = page.getByRole('region', { name: 'You', exact: true });
  await you.getByLabel('Name').fill('Dana');
  await you.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Signed in as Dana' }).waitFor();
});

describe('the seller profile', () => {
  it('is edited on the account page, which keeps what was typed when it is refused', async () => {
    const page = await openDeveloper();
    await page.goto('/account');
    const name = page.getByLabel('Seller name');
    await name.fill('Northern Tools');
    await page.getByLabel('Terms').fill('http://fjord.example.com/terms');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Enter an address that starts with https://').waitFor();
    expect(await name.inputValue()).toBe('Northern Tools');

    await page.getByLabel('Terms').fill('https://fjord.example.com/terms');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
    await page.getByRole('link', { name: 'View your seller page' }).click();
    await page.getByRole('heading', { name: 'Northern Tools' }).waitFor();
  });

  it('leads from a listing to the page of its seller, with all of the listings', async () => {
    const { page } = await openPage(sample().market);
    await page.goto('/catalogue');
    await page.getByRole('listitem').filter({ hasText: 'Exchange rates' }).waitFor();
    await page.getByRole('link', { name: 'Northern Tools' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Northern Tools' }).waitFor();
    const website = page.getByRole('link', { name: 'fjord.example.com', exact: true });
    expect(await website.getAttribute('rel')).toContain('noopener');
    const contact = page.getByRole('link', { name: 'fjord.example.com/contact' });
    expect(await contact.getAttribute('rel')).toContain('nofollow');
    await page.getByRole('link', { name: 'Text insights' }).click();
    await page.getByRole('link', { name: 'Northern Tools' }).waitFor();
  });

  test('has categories on a phone that are drawn small, and a finger gets more of', async () => {
    const { page } = await openPage(sample().market, { viewport: PHONE, hasTouch: true });
    await page.goto(`/sellers/${sample().sellerId}`);
    const chip = page.getByRole('list', { name: 'Categories' }).getByRole('link').first();
    const { x, y, width, height } = (await chip.boundingBox())!;
    expect(height).toBe(28);
    await page.touchscreen.tap(x + width / 2, y - 7);
    await page.waitForURL('**/catalogue?category=*');
  });

  test('has no page under another id', async () => {
    const { page } = await openPage(sample().market);
    await page.goto('/sellers/nobody');
    await page.getByText('Seller not found').waitFor();
  });
});

it('the metadata of an order is shown with an order, and leads to the orders that have it too', async () => {
  const { market } = sample();
  const { body: order } = await fetch(`${market.url}/v1/orders`, {
    method: 'POST',
    headers: { 'x-mkt-api-key': market.apiKey ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({
      listingId: 'text-insights',
      requestBody: { text: 'Hello.' },
      metadata: { job: 'nightly' },
    }),
  }).then(async (response) => ({ body: (await response.json()) as { id: string } }));
  const page = await openDeveloper();
  await page.goto(`/orders/${order.id}`);
  await page.getByRole('link', { name: 'job=nightly' }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'No longer filter by job' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(2);
  await page.getByRole('searchbox', { name: 'Search' }).fill('job=hourly');
  await page.keyboard.press('Enter');
  await page.getByText('No orders found').waitFor();
});

test('an own listing shows what its calls amount to', async () => {
  const { market } = sample();
  await market.clock.advance(3_000);
  const page = await openDeveloper();
  await page.goto('/selling/text-insights');
  await page.getByText('$0.0').first().waitFor();
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: '30 days' }).click();
  // Nothing was sold before, so nothing is compared.
  expect(await page.getByText('Previous 30 days').count()).toBe(0);
  await page.getByRole('link', { name: 'All calls to this listing' }).click();
  await page.waitForURL('**/sales?tab=calls&listing=text-insights');
});
