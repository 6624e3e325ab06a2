import { text as textOf } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { expectFocus } from './keyboard.ts';
import { openPage, PASSWORD, signUp } from './open-page.ts';
import { useMarket } from './sample-market.ts';

const market = useMarket();
const NEW_PASSWORD = 'another horse battery';

const isInWindow = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describe('the account', () => {
  it('changes its password, which ends the other sessions', async () => {
    const email = 'password@example.com';
    const browser = await openPage(market());
    await signUp(browser, market(), { email });
    const { page } = browser;
    await page.goto('/account');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Enter your current password.').waitFor();
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

  test('ends another session', async () => {
    const email = 'sessions@example.com';
    const browser = await openPage(market());
    await signUp(browser, market(), { email });
    const other = await openPage(market(), { userAgent: 'Mozilla/5.0 (Windows) Firefox/145.0' });
    const signIn = { headers: { origin: market().url }, data: { email, password: PASSWORD } };
    expect((await other.context.request.post('/auth/sign-in/email', signIn)).status()).toBe(200);

    const { page } = browser;
    // A link leads to a part of the page, and so does the index.
    await page.goto('/account#sessions');
    await expectFocus(page.getByRole('heading', { name: 'Sessions and devices' }));
    // The index marks the part that is read.
    const current = page
      .getByRole('navigation', { name: 'On this page' })
      .locator('[aria-current]');
    await expect.poll(() => current.allTextContents()).toEqual(['Sessions and devices']);
    await page.mouse.wheel(0, -10_000);
    await expect.poll(() => current.allTextContents()).toEqual(['You']);
    const close = page.getByRole('heading', { name: 'Close account' });
    await page.getByRole('link', { name: 'Close account' }).press('Enter');
    await page.waitForURL('**/account#close');
    await expect.poll(() => isInWindow(close)).toBe(true);
    await expect.poll(() => current.allTextContents()).toEqual(['Close account']);
    await page.goto('/account');
    const end = page.getByRole('button', { name: 'Sign out Firefox on Windows' });
    await end.click();
    await end.waitFor({ state: 'detached' });
    const session = await other.context.request.get('/auth/get-session', {
      headers: { origin: market().url },
    });
    expect(await session.json()).toBeNull();
  });
});

it('what belongs to the account is renamed, gets another address with the password, loses a device, is downloaded and closed', async () => {
  const browser = await openPage(market());
  await signUp(browser, market(), { email: 'moving@example.com' });
  const { page, context } = browser;
  const headers = { origin: market().url };
  const form = { client_id: 'mkt', host_name: 'ann-laptop', scope: 'order:create order:read' };
  const codes = await (await context.request.post('/auth/device/code', { form })).json();
  const data = { userCode: codes.user_code, scopes: ['order:read'] };
  await context.request.post('/auth/device/approve', { headers, data });
  const token = await context.request.post('/auth/device/token', {
    form: {
      client_id: 'mkt',
      device_code: codes.device_code,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    },
  });
  const { access_token: key } = await token.json();

  await page.goto('/account');
  const you = page.getByRole('region', { name: 'You', exact: true });
  await you.getByLabel('Name').fill('Ann Bell');
  await you.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: 'Signed in as Ann Bell' }).waitFor();
  await you.getByLabel('Email address').fill('moved@example.com');
  await you.getByRole('button', { name: 'Save' }).press('Enter');
  await you.getByText('Enter your current password.').waitFor();
  await you.getByLabel('Your password').fill('not my password');
  await page.keyboard.press('Enter');
  await you.getByText('Is wrong').waitFor();
  expect(await you.getByLabel('Email address').inputValue()).toBe('moved@example.com');
  await you.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await you.getByText('You sign in with moved@example.com.').waitFor();
  expect(await you.getByLabel('Your password').count()).toBe(0);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download everything' }).click();
  const text = await textOf(await (await downloading).createReadStream());
  const exported = JSON.parse(text) as { request: string; response: { data: object[] } }[];
  expect(exported.map(({ request }) => request)).toEqual([
    '/auth/get-session',
    '/v1/me',
    '/v1/profile',
    '/v1/api-keys',
    '/v1/webhooks',
    '/v1/listings',
    '/v1/orders',
    '/v1/sales',
    '/v1/audit',
  ]);
  expect(exported[0]?.response).toMatchObject({ user: { email: 'moved@example.com' } });
  expect(exported[3]?.response.data).toMatchObject([{ name: 'ann-laptop', origin: 'device' }]);
  expect(text).not.toContain(key);

  await page.getByRole('button', { name: 'Revoke the key of ann-laptop' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Revoke the key of ann-laptop?' });
  await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
  await page.getByText('No devices yet.').waitFor();
  expect((await createApi(market().url, key).get('/v1/me')).status).toBe(401);

  // Another tab follows; the page of this one is left before anything on it can be refused.
  const tab = await context.newPage();
  await tab.goto('/keys');
  await tab.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await page.getByRole('button', { name: 'Close account…' }).press('Enter');
  const closing = page.getByRole('dialog', { name: 'Close your account for good?' });
  const password = closing.getByLabel('Your password');
  await password.press('Enter');
  await closing.getByText('Enter your current password.').waitFor();
  await password.fill('not my password');
  await password.press('Enter');
  await closing.getByText('Is wrong').waitFor();
  // What was typed is selected, to be typed again.
  await page.keyboard.type(PASSWORD);
  await closing.getByRole('button', { name: 'Close account' }).press('Enter');
  await page.getByText('Your account is closed.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByText('Your session has ended').count()).toBe(0);
  await tab.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});

test('the audit log of an account shows who did what, loads more further down, and links to what still exists', async () => {
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
  // With the head: three changes of listings, the 60 of a key, which fill more than a row, the key and the session.
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('8');
  await row(/Signed in.*You, in Chrome/).waitFor();
  await row(/Key renamed: <b data-canary>ci.*, 10 times/)
    .getByRole('button', { name: '10 times' })
    .press('Enter');
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('18');
  await page.getByRole('button', { name: '10 times', expanded: true }).press('Enter');
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('8');

  // The server narrows the list: what is left is found however far down it is.
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Listings' }).click();
  await page.waitForURL('**/audit?kind=listing');
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('4');
  // What a key did, found by a row of it; then nothing, since it did not exist yet.
  await page.goto('/audit');
  await row(/Listing deleted/)
    .getByRole('link', { name: /^Key/ })
    .click();
  await page.waitForURL(`**/audit?actor=${key.id}`);
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('4');
  await page.getByLabel('To', { exact: true }).fill('2026-01-01');
  await page.waitForURL(/actor=.*&to=2026-01-01/);
  await page.getByText('1 Jan 2026').waitFor({ state: 'attached' });
  await page.getByText('Nothing found').waitFor();
  await page.goto('/audit?kind=webhook');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.waitForURL('**/audit');

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
