import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { openPage, PASSWORD, signUp } from './open-page.ts';
import { useMarket } from './sample-market.ts';

const market = useMarket();

describe('signing up and in', () => {
  it('makes an account, signs out, and signs in again', async () => {
    const { page } = await openPage(market());
    await page.goto('/sign-up');
    await page.getByLabel('Name').fill('Ann');
    await page.getByLabel('Email address').fill('ann@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Signed in as Ann' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.waitForURL('**/sign-in');
    await page.getByLabel('Email address').fill('ann@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Signed in as Ann' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('says what is wrong, and keeps what was typed', async () => {
    const { page } = await openPage(market());
    await page.goto('/sign-in');
    await page.getByLabel('Email address').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The email address or the password is wrong.').waitFor();
    const password = page.getByLabel('Password', { exact: true });
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Email address').inputValue()).toBe('nobody@example.com');
    await page.getByText('Forgot your password?').click();
    await page.getByText(/^This marketplace lists no contact. Ask whoever runs it/).waitFor();
    await page.getByText('You run this marketplace?').click();
    await page.getByText('mkt-marketplace users reset --email').waitFor();
  });

  it('says where to ask for a new password, if the operator has said so', async () => {
    const { page } = await openPage(market());
    const operator = { name: 'Harbour', contactUrl: 'mailto:help@example.com' };
    await page.route('**/sign-in', async (route) => {
      const response = await route.fetch();
      const said = JSON.stringify(operator).replaceAll('"', '&quot;');
      const body = (await response.text()).replace(
        /(name="mkt-operator" content=)"[^"]*"/,
        `$1"${said}"`,
      );
      await route.fulfill({ response, body });
    });
    await page.goto('/sign-in');
    await page.getByText('Forgot your password?').click();
    await page.getByText('Write to Harbour at help@example.com').waitFor();
    const link = page.getByRole('link', { name: 'help@example.com' });
    expect(await link.getAttribute('href')).toBe('mailto:help@example.com');
    expect(await page.getByText('You run this marketplace?').count()).toBe(0);
  });

  test('names the field that the server refuses', async () => {
    const { page } = await openPage(market());
    await page.goto('/sign-up');
    await page.getByLabel('Name').fill('Ann');
    // The browser accepts it, the server does not.
    await page.getByLabel('Email address').fill('ann@example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    const field = page.getByLabel('Email address');
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('ann@example');
  });

  test('offers to sign in with an address that has an account', async () => {
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'taken@example.com' });
    await browser.context.clearCookies();
    const { page } = browser;
    await page.goto('/sign-up');
    await page.getByLabel('Name').fill('Ann');
    await page.getByLabel('Email address').fill('taken@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('There is already an account with this address.').waitFor();
    await page.getByRole('link', { name: 'Sign in instead' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.getByLabel('Email address').inputValue()).toBe('taken@example.com');
  });

  test('says what a page of an account needs it for', async () => {
    const { page } = await openPage(market());
    await page.goto('/keys');
    await page.getByText('Sign in to see your API keys.').waitFor();
    await page.goto('/device');
    await page.getByText('Sign in to continue.').waitFor();
  });

  it('returns to the page that needed it', async () => {
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'bob@example.com', name: 'Bob' });
    await browser.context.clearCookies();
    const { page } = browser;
    await page.goto('/sign-in?to=%2Fno%2Fsuch%3Fx%3D1');
    await page.getByLabel('Email address').fill('bob@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/no/such?x=1');
  });
});

describe('links', () => {
  it('sign in once with the address that the server prints, and leave no token in it', async () => {
    const { dashboardUrl } = market();
    const { page } = await openPage(market());
    await page.goto(dashboardUrl);
    await page.getByRole('button', { name: 'Signed in as Developer' }).waitFor();
    expect(page.url()).not.toContain('sign-in');

    const other = await openPage(market());
    await other.page.goto(dashboardUrl);
    await other.page.getByText('This sign-in link no longer works').waitFor();
    await other.page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  });

  it('sign the developer in with the printed API key, on the machine of a server in dev mode', async () => {
    const { page } = await openPage(market());
    await page.goto('/sign-in');
    await page.getByText('Dev mode: sign in as dev@localhost').click();
    const field = page.getByLabel('API key of dev@localhost');
    const submit = page.getByRole('button', { name: 'Sign in as dev@localhost' });
    await field.fill(`mkt_${'x'.repeat(49)}`);
    await submit.click();
    await page.getByRole('alert').getByText('You are not signed in').waitFor();
    await field.fill(market().apiKey ?? '');
    await submit.click();
    await page.getByRole('button', { name: 'Signed in as Developer' }).waitFor();
  });

  test('a link without a token says what to do', async () => {
    const { page } = await openPage(market());
    await page.goto('/reset-password');
    await page.getByText('This link is incomplete').waitFor();
  });
});
