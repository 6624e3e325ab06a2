import { describe, expect, it } from 'vitest';
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
