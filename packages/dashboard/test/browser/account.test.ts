import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { openPage, PASSWORD, signUp } from './open-page.ts';
import { useMarket } from './sample-market.ts';

const market = useMarket();
const NEW_PASSWORD = 'another horse battery';

describe('the account', () => {
  it('changes its password, which ends the other sessions', async () => {
    const email = 'password@example.com';
    const browser = await openPage(market());
    await signUp(browser, market(), { email });
    const { page } = browser;
    await page.goto('/account');
    await page.locator('dd', { hasText: email }).waitFor();
    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Is wrong').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe(NEW_PASSWORD);

    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  });

  it('ends another session', async () => {
    const email = 'sessions@example.com';
    const browser = await openPage(market());
    await signUp(browser, market(), { email });
    const other = await openPage(market(), { userAgent: 'Mozilla/5.0 (Windows) Firefox/145.0' });
    const signIn = { headers: { origin: market().url }, data: { email, password: PASSWORD } };
    expect((await other.context.request.post('/auth/sign-in/email', signIn)).status()).toBe(200);

    const { page } = browser;
    await page.goto('/account');
    const end = page.getByRole('button', { name: 'End the session of Firefox on Windows' });
    await end.click();
    await end.waitFor({ state: 'detached' });
    const session = await other.context.request.get('/auth/get-session', {
      headers: { origin: market().url },
    });
    expect(await session.json()).toBeNull();
  });
});

describe('the audit log of an account', () => {
  it('shows who did what, loads more further down, and links to what still exists', async () => {
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'audit@example.com' });
    const { page, context } = browser;
    const send = async (method: string, path: string, data: object) => {
      const headers = { origin: market().url };
      const response = await context.request.fetch(path, { method, headers, data });
      expect(response.ok()).toBe(true);
      return response.json();
    };
    const name = '<b data-canary>ci';
    const scopes = ['provider:create', 'provider:delete'];
    const key = await send('POST', '/v1/api-keys', { name, scopes });
    const rename = () => send('PATCH', `/v1/api-keys/${key.id}`, { name });
    await Promise.all(Array.from({ length: 60 }, rename));
    const ci = createApi(market().url, key.key);
    const draft = (slug: string) => ({
      title: 'Echo',
      slug,
      runContract: { method: 'POST', endpointPath: 'http://127.0.0.1:1/run' },
      listingState: 'draft',
    });
    const { body: gone } = await ci.post('/v1/providers', draft('gone'));
    await ci.delete(`/v1/providers/${gone.id}`);
    const { body: kept } = await ci.post('/v1/providers', draft('kept'));

    await page.goto('/audit');
    const byCi = `${name}…${key.lastFour}`;
    const row = (about: RegExp) => page.getByRole('row', { name: about }).first();
    await row(/Listing created.*kept/).waitFor();
    expect(await row(/Listing created.*kept/).innerText()).toContain(byCi);
    const link = page.getByRole('link', { name: 'kept' });
    expect(await link.getAttribute('href')).toBe(`/selling/${kept.id}`);
    expect(await row(/Listing deleted.*gone/).innerText()).toContain(byCi);
    expect(await page.getByRole('link', { name: 'gone' }).count()).toBe(0);
    expect(await page.locator('[data-canary]').count()).toBe(0);

    const table = page.getByRole('table', { name: 'Audit log, newest first' });
    expect(await table.getAttribute('aria-rowcount')).toBe('51');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    // With the head: a session, a key and its 60 changes, and three changes of listings.
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('66');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await row(/Signed in.*A person, in a browser/).waitFor();

    await page.route('**/v1/audit*', (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken.', type: 'internal', requestId: 'r1' } }),
    );
    await page.reload();
    await page.getByText('The audit log could not be loaded').waitFor();
    await page.unroute('**/v1/audit*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(/Listing created.*kept/).waitFor();
    expect(await page.getByText('The audit log could not be loaded').count()).toBe(0);
  });
});
