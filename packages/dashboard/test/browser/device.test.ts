import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { openPage, PASSWORD, signUp } from './open-page.ts';
import { useMarket } from './sample-market.ts';

const market = useMarket();

interface Asked {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
}

const post = async (path: string, form: Record<string, string>) => {
  const response = await fetch(market().url + path, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return (await response.json()) as Record<string, string>;
};

const ask = async (scope = '*') =>
  (await post('/auth/device/code', {
    client_id: 'mkt',
    host_name: 'anns-laptop',
    scope,
  })) as unknown as Asked;

const poll = ({ device_code }: Asked) =>
  post('/auth/device/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
    client_id: 'mkt',
  });

describe('device login', () => {
  it('gives a program a key with what its person allows, after signing in', async () => {
    const asked = await ask();
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'device@example.com' });
    await browser.context.clearCookies();
    const { page } = browser;
    await page.goto(asked.verification_uri_complete);
    await page.getByLabel('E-mail address').fill('device@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();

    await page.getByRole('heading', { name: asked.user_code }).waitFor();
    await page.getByText('anns-laptop').waitFor();
    await page.getByText('Did you start this program yourself, just now?').waitFor();
    await page.getByLabel('Everything, later scopes included').uncheck();
    for (const box of await page.getByRole('checkbox', { name: /:/ }).all()) await box.uncheck();
    await page.getByLabel('Read own orders').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Allowed').waitFor();

    const { access_token = '' } = await poll(asked);
    const me = await createApi(market().url, access_token).get('/v1/me');
    expect(me.body.scopes).toEqual(['order:read']);
  });

  it('gives nothing to a program that is denied', async () => {
    const asked = await ask('order:read');
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'denies@example.com' });
    const { page } = browser;
    await page.goto('/device');
    await page
      .getByRole('textbox', { name: 'Code' })
      .fill(asked.user_code.toLowerCase().replace('-', ' '));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied').waitFor();
    expect(await poll(asked)).toMatchObject({ error: 'access_denied' });
  });

  it('says that a code cannot be used, and keeps it', async () => {
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'typo@example.com' });
    const { page } = browser;
    await page.goto('/device');
    await page.getByRole('textbox', { name: 'Code' }).fill('BBBB-BBBB');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The code cannot be used').waitFor();
    expect(await page.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('BBBB-BBBB');
  });
});
