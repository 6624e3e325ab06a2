import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PASSWORD, signUp, type BrowserPage } from './open-page.ts';
import { useMarket } from './sample-market.ts';

const market = useMarket();

let people = 0;

/** A new person, on the page of API keys. */
async function openKeys(): Promise<BrowserPage & { email: string }> {
  const browser = await openPage(market());
  const email = `person-${++people}@example.com`;
  await signUp(browser, market(), { email });
  await browser.page.goto('/keys?new');
  await browser.page.getByRole('heading', { name: 'API keys' }).waitFor();
  return { ...browser, email };
}

/** Ends every session of a person from another browser, as the server does when one has expired. */
async function endElsewhere(email: string): Promise<void> {
  const { url } = market();
  const headers = { origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: PASSWORD });
  const signedIn = await fetch(`${url}/auth/sign-in/email`, { method: 'POST', headers, body });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const ended = await fetch(`${url}/auth/revoke-other-sessions`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: '{}',
  });
  expect(ended.status).toBe(200);
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it('asks for the password over the page, which keeps what was typed', async () => {
  const { page, email } = await openKeys();
  await page.getByLabel('Name', { exact: true }).fill('release-bot');
  await page.getByLabel('Spending limit').fill('5');
  await endElsewhere(email);
  const refused = page.waitForResponse((response) => response.request().method() === 'POST');
  // Not by the mouse: the page may have found out already, and the dialog covers it.
  await page.getByRole('button', { name: /^Create/ }).dispatchEvent('click');
  expect((await refused).status()).toBe(401);

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  const error = page.getByText('The key was not created');
  expect(await error.count()).toBe(0);
  // Other requests of the page may open it again.
  const closed = async () => {
    if (await dialog.isVisible()) await page.keyboard.press('Escape');
    return await error.locator('..').allInnerTexts();
  };
  await expect.poll(closed).toEqual([expect.stringContaining('You are signed out.')]);
  await page.getByRole('button', { name: /^Create/ }).dispatchEvent('click');
  await dialog.waitFor();
  expect(await page.getByText('x-mkt-api-key').count()).toBe(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await dialog.getByLabel('Email address').inputValue()).toBe(email);
  const password = dialog.getByLabel('Password', { exact: true });
  await expect
    .poll(() => password.evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.type(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });

  expect(new URL(page.url()).pathname).toBe('/keys');
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('release-bot');
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.getByText('release-bot').first().waitFor();
});

it('asks for it in every tab, also of a person who only reads', async () => {
  const { page, context, email } = await openKeys();
  const other = await context.newPage();
  await other.goto('/account');
  await other.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await endElsewhere(email);
  // The server ends the event stream of the session within a minute.
  await market().clock.advance(60_000);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await other.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await other.getByRole('dialog').waitFor({ state: 'hidden' });
});

it('redirects a page that is opened later to the sign-in page, and returns to it afterwards', async () => {
  const { page, email } = await openKeys();
  await endElsewhere(email);
  await page.reload();
  await page.waitForURL((url) => url.pathname === '/sign-in');
  await signIn(page, email);
  await page.waitForURL((url) => url.pathname === '/keys' && url.search.startsWith('?new'));
});

it('shows nothing of the previous person to the next one who signs in', async () => {
  const { page, email } = await openKeys();
  const other = await openPage(market());
  await signUp(other, market(), { email: 'other@example.com', name: 'Other Person' });
  await page.getByLabel('Name', { exact: true }).fill('first-key');
  await page.getByLabel('Spending limit').fill('5');
  await page.getByRole('button', { name: /^Create/ }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText('first-key').first().waitFor();

  await endElsewhere(email);
  await page.getByRole('link', { name: 'Orders' }).first().dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Email address').fill('other@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Signed in as Other Person' }).waitFor();
  await page.getByRole('link', { name: 'API keys' }).first().click();
  await page.getByText('No API keys yet').waitFor();
  expect(await page.getByText('first-key').count()).toBe(0);
});
