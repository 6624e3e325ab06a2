import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { openPage, PASSWORD, PHONE, signUp } from './open-page.ts';
import { useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Presses Tab until the element that the browser reads as `name` has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : '';
      return element?.getAttribute('aria-label') || label || element?.textContent || '';
    });
  const seen: string[] = [];
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab');
    seen.push(await focused());
    if (name.test(seen.at(-1) ?? '')) return;
  }
  throw new Error(`Tab never reached ${name}: ${seen.join(' | ')}`);
}

describe('a visitor', () => {
  it('reads what is for sale, types an input, signs up, and runs it', async () => {
    const { page } = await openPage(sample().market);
    await page.goto('/');
    await h1(page, 'HTTP services, paid per call').waitFor();
    await page.getByRole('link', { name: /^Data\s*2$/ }).waitFor();
    const publish = page.getByText('npx mkt publish --service-url');
    await publish.waitFor();
    await page.getByText(`npx mkt login --base-url ${sample().market.url}`).waitFor();
    await page.getByRole('link', { name: 'Text insights' }).waitFor();
    await page.getByRole('link', { name: 'Try it' }).click();

    await h1(page, 'Text insights').waitFor();
    await page.getByText('$0.02').first().waitFor();
    await page.getByText(/^No success rate yet: it takes 20 calls in 7 days/).waitFor();
    for (const [tab, says] of [
      ['Schema', 'language'],
      ['Health', /healthy/i],
      ['API', 'curl'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel').getByText(says).first().waitFor();
    }
    await page.getByRole('link', { name: 'Fjord Tools' }).click();
    await h1(page, 'Fjord Tools').waitFor();
    await page.goBack();

    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Typed before there was an account.');
    await page.getByRole('link', { name: 'Sign in to run it' }).click();
    await page.getByText('Sign in to run Text insights. Your input is kept.').waitFor();
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('Name').fill('Vera');
    await page.getByLabel('Email address').fill('vera@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();

    await h1(page, 'Text insights').waitFor();
    const text = page.getByLabel('Text', { exact: true });
    expect(await text.inputValue()).toBe('Typed before there was an account.');
    await page.getByRole('button', { name: 'Run for $0.02' }).click();
    await page.getByText('$0.02 charged').waitFor();
    await page.getByRole('link', { name: 'Call it from code' }).click();
    await page.getByText('"Typed before there was an account."').waitFor();
    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Run for $0.02' }).click();

    // It belongs to the person now, and not to the next one in this tab.
    await page.getByRole('link', { name: 'Open order' }).click();
    await page.getByText('Typed before there was an account.').first().waitFor();
    await page.goto('/listings/text-insights');
    await text.waitFor();
    // The seller's example.
    expect(await text.inputValue()).toBe('Hello there.');
  });

  it('searches, is told what is missing, and returns to the search, by the keyboard alone', async () => {
    const browser = await openPage(sample().market);
    await signUp(browser, sample().market, { name: 'Kim', email: 'kim@example.com' });
    await browser.context.clearCookies();
    const { page } = browser;
    await page.goto('/');
    await h1(page, 'HTTP services, paid per call').waitFor();
    await tabTo(page, /^Search the catalogue$/);
    await page.keyboard.type('exchange');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/catalogue?query=exchange');
    await page.getByRole('link', { name: 'Exchange rates' }).waitFor();
    await tabTo(page, /^Sign in$/);
    await page.keyboard.press('Enter');

    const email = page.getByLabel('Email address');
    await tabTo(page, /^Email address$/);
    await page.keyboard.press('Enter');
    await page.getByText('Enter your email address.').waitFor();
    await page.getByText('Enter your password.').waitFor();
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('kim');
    expect(await page.getByText('Enter your email address.').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText('Enter a whole address, such as ann@example.com.').waitFor();
    expect(await email.inputValue()).toBe('kim');
    await page.keyboard.press('End');
    await page.keyboard.type('@example.com');
    await tabTo(page, /^Password$/);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/catalogue?query=exchange');
    await page.getByRole('button', { name: 'Signed in as Kim' }).waitFor();
  });
});

describe('the first steps of a new account', () => {
  it('are ticked by what has happened, and stay hidden once they are hidden', async () => {
    const browser = await openPage(sample().market);
    await signUp(browser, sample().market, { email: 'new@example.com' });
    const { page, context } = browser;
    const headers = { origin: sample().market.url };
    const steps = (of: string) =>
      page.getByRole('region', { name: of }).getByRole('listitem').allInnerTexts();
    const marks = async (of: string) =>
      (await steps(of)).map((text) => (/, done/.test(text) ? '✓' : '·')).join('');
    await page.goto('/');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByText(/^Welcome, .* each takes three steps\.$/).waitFor();
    expect(await marks('Call a service')).toBe('···');
    expect(await marks('Sell a service')).toBe('···');
    // One primary button; on a phone, only what is next of each side, until the others are asked for.
    const primary = page.locator('main [data-variant="filled"]');
    expect(await primary.allInnerTexts()).toEqual(['Open the catalogue']);
    const desktop = page.viewportSize()!;
    await page.setViewportSize(PHONE);
    const others = page.getByText('Show the other 2 steps');
    await expect.poll(() => others.count()).toBe(2);
    expect(await marks('Call a service')).toBe('·');
    await others.first().click();
    expect(await marks('Call a service')).toBe('···');
    await page.setViewportSize(desktop);
    await page.getByRole('link', { name: 'Open the catalogue' }).click();
    await page.waitForURL('**/catalogue');

    const bought = await context.request.post('/v1/orders', {
      headers: { ...headers, prefer: 'wait=5' },
      data: { listingId: 'text-insights', requestBody: { text: 'Hello.' } },
    });
    expect((await bought.json()).orderState).toBe('completed');
    const created = await context.request.post('/v1/api-keys', {
      headers,
      data: { name: 'code', scopes: ['order:create', 'order:read'] },
    });
    const { key } = await created.json();
    await sample().market.clock.advance(3_000);
    await page.goto('/');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    expect(await marks('Call a service')).toBe('✓✓·');
    // What has not begun is a line below everything else.
    expect(await page.getByRole('region', { name: 'Sell a service' }).count()).toBe(0);
    const listing = page.getByText('Sell a service too').getByRole('link', { name: 'New listing' });
    expect(await listing.getAttribute('href')).toBe('/selling/new');
    const api = page.getByRole('link', { name: 'Open the API tab' });
    expect(await api.getAttribute('href')).toBe('/listings/text-insights?tab=api');

    await page.getByRole('button', { name: 'Hide “Sell a service too”' }).click();
    await listing.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Hide the steps of “Call a service”' }).click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).waitFor();
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);

    // In another browser, those of a side go once all three are done.
    await createApi(sample().market.url, key).activate('text-insights', { text: 'Hello.' }, 5);
    await sample().market.clock.advance(3_000);
    await page.evaluate(() => localStorage.clear());
    const used = page.waitForResponse(/\/v1\/usage\?/);
    await page.reload();
    expect((await used).status()).toBe(200);
    const remembered = () => page.evaluate(() => Object.values(localStorage));
    await expect.poll(remembered).toContain('hidden');
    await listing.waitFor();
    expect(await page.getByRole('region', { name: 'Call a service' }).count()).toBe(0);
  });
});
