import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { openPage, signUp, type BrowserPage } from './open-page.ts';
import { useMarket } from './sample-market.ts';

const market = useMarket();

async function openKeys(email: string): Promise<BrowserPage['page']> {
  const browser = await openPage(market());
  await signUp(browser, market(), { email });
  await browser.page.goto('/keys');
  return browser.page;
}

describe('API keys', () => {
  it('are created with chosen scopes, shown once, and revoked', async () => {
    const page = await openKeys('keys@example.com');
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('ci-runner');
    await page.getByText('It can place orders and read the orders that it placed.').waitFor();
    await page.getByText('Custom', { exact: true }).click();
    await page.getByLabel('Create listings').check();
    await page.getByText('No limit', { exact: true }).click();
    await page.getByText('It can spend any amount.').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();

    await page.getByRole('heading', { name: 'Key “ci-runner” created' }).waitFor();
    const key = await page.locator('code', { hasText: /^mkt_\w{49}$/ }).textContent();
    const me = await createApi(market().url, key ?? '').get('/v1/me');
    expect(me.body.scopes).toEqual(['order:create', 'order:read_own', 'provider:create']);

    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /ci-runner/ });
    await row.getByText('Place orders · 2 more').click();
    await row.getByText('Read the orders that it placed').waitFor();
    await row.getByText('No spending limit').waitFor();
    expect(await page.content()).not.toContain(key);

    // A dialog gives the focus back; when what had it is gone, the page has it.
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        return element?.getAttribute('aria-label') ?? element?.textContent;
      });
    const revoke = row.getByRole('button', { name: 'Revoke ci-runner' });
    const dialog = page.getByRole('dialog', { name: 'Revoke ci-runner?' });
    await revoke.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Revoke ci-runner');
    await revoke.click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No API keys yet').waitFor();
    await expect.poll(focused).toBe('API keys');
    expect((await createApi(market().url, key ?? '').get('/v1/me')).status).toBe(401);
  });

  test('are shown as expired when they expire while the page is open', async () => {
    const page = await openKeys('expiring@example.com');
    await page.clock.install();
    const body = {
      name: 'short-lived',
      scopes: ['order:read'],
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    const status = await page.evaluate(async (json) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/v1/api-keys', { method: 'POST', headers, body: json })).status;
    }, JSON.stringify(body));
    expect(status).toBe(201);
    await page.reload();
    const row = page.getByRole('row', { name: /short-lived/ });
    await row.waitFor();
    expect(await row.getByText('Expired').count()).toBe(0);
    await page.clock.fastForward('01:01:00');
    await row.getByText('Expired').waitFor();
  });

  it('keep what was typed when it is refused', async () => {
    const page = await openKeys('refused@example.com');
    await page.goto('/keys?new');
    await page.getByLabel('Name').fill('\u3000');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('laptop');
    await page.getByText('Everything', { exact: true }).click();
    await page.getByLabel('Spending limit').fill('5');
    await page.route('**/v1/api-keys', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('The key was not created').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('laptop');
    expect(await page.getByLabel('Everything').isChecked()).toBe(true);
    expect(await page.getByLabel('Spending limit').inputValue()).toBe('5');
  });

  test('keys that could not be loaded are requested again', async () => {
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'busy@example.com' });
    const { page } = browser;
    await page.route('**/v1/api-keys*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken.', type: 'internal', requestId: 'r1' } }),
    );
    await page.goto('/keys');
    await page.getByText('Your keys could not be loaded').waitFor();
    await page.unroute('**/v1/api-keys*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No API keys yet').waitFor();
    expect(await page.getByText('Your keys could not be loaded').count()).toBe(0);
  });
});
