import { SCOPES } from '@mkt/protocol';
import { describe, expect } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { accessibilityFindings } from './accessibility.ts';
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
    await page.getByLabel('Email address').fill('device@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: asked.user_code }).waitFor();
    await page.getByText('anns-laptop').waitFor();
    await page.getByText('Did you start this program yourself, just now?').waitFor();
    await page.getByText('Choose what it may do.').waitFor();
    await page.getByText('Custom', { exact: true }).click();
    // What a key may spend is asked as soon as it may place orders.
    const spending = page.getByRole('group', { name: 'Budget' });
    await page.getByLabel('Place orders').check();
    await spending.waitFor();
    await page.getByLabel('Place orders').uncheck();
    await spending.waitFor({ state: 'hidden' });
    await page.getByLabel('Read all orders of the account').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Allowed').waitFor();

    const { access_token = '' } = await poll(asked);
    const me = await createApi(market().url, access_token).get('/v1/me');
    expect(me.body.scopes).toEqual(['order:read']);
  });

  test('limits what a program may spend, like the form of a key', async () => {
    const asked = await ask();
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'limits@example.com' });
    const { page } = browser;
    await page.goto('/device');
    await page.getByRole('textbox', { name: 'Code' }).fill(asked.user_code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radiogroup', { name: 'Permissions' }).getByText('Buy').click();
    await page.getByText('It can spend up to $5.00 per day.').waitFor();
    const limit = page.getByLabel('Spending limit');
    await limit.fill('a lot');
    const allow = page.getByRole('button', { name: 'Allow' });
    await expect.poll(() => allow.isDisabled()).toBe(false);
    await allow.click();
    await page.getByText('Enter an amount such as 5.').waitFor();
    expect(await limit.evaluate((input) => input === document.activeElement)).toBe(true);
    await limit.fill('2');
    expect(await accessibilityFindings(page)).toEqual([]);
    await allow.click();
    await page.getByText('It can spend up to $2.00 per day.').waitFor();

    const { access_token = '', scope } = await poll(asked);
    expect(scope).toBe('order:create order:read_own');
    const { budget } = (await createApi(market().url, access_token).get('/v1/me')).body;
    expect(budget).toMatchObject({ limit: 2, currency: 'USD', period: 'day' });
  });

  test.each([
    ['*', '*'],
    ['every scope', SCOPES.join(' ')],
  ])(
    'looks up the code of a link only when the person confirms it, and preselects no scopes for %s',
    async (_, scope) => {
      const asked = await ask(scope);
      const browser = await openPage(market());
      await signUp(browser, market(), { email: `careful-${scope.length}@example.com` });
      const { page } = browser;
      const looked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/auth/device/')) looked.push(request.url());
      });
      await page.goto(asked.verification_uri_complete);
      const code = page.getByRole('textbox', { name: 'Code' });
      await code.waitFor();
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
      expect([await code.inputValue(), looked]).toEqual([asked.user_code, []]);
      await page.getByText('Only for a code that your own terminal shows').waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);

      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: asked.user_code }).waitFor();
      expect(looked).toHaveLength(1);
      await page.getByText('Choose what it may do.').waitFor();
      const permissions = page.getByRole('radiogroup', { name: 'Permissions' });
      expect(await permissions.getByRole('radio', { checked: true }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true);
      expect(await accessibilityFindings(page)).toEqual([]);
    },
  );

  it('cannot be allowed in the second after the request appears or its window gets the focus', async () => {
    const asked = await ask('order:read');
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'clicks@example.com' });
    const { page } = browser;
    await page.goto('/device');
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill(asked.user_code);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await code.press('Enter');
    const allow = page.getByRole('button', { name: 'Allow' });
    /** Lets the page show what it has received, in a few milliseconds of its time. */
    const shown = (isShown: () => Promise<boolean>) =>
      expect
        .poll(async () => {
          await page.clock.runFor(1);
          return isShown();
        })
        .toBe(true);
    await shown(() => allow.isVisible());
    const approvals: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/device/approve')) approvals.push(request.url());
    });
    await allow.focus();
    for (const change of ['none', 'focus', 'visibilitychange'] as const) {
      await page.evaluate((type) => {
        const target = type === 'visibilitychange' ? document : window;
        target.dispatchEvent(new Event(type));
      }, change);
      await shown(() => allow.isDisabled());
      await page.keyboard.press('Enter');
      await allow.click({ force: true });
      expect(await allow.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.clock.runFor(1_000);
      expect([change, await allow.isDisabled()]).toEqual([change, false]);
    }
    expect(approvals).toEqual([]);
    await page.keyboard.press('Enter');
    await shown(() => page.getByText('Allowed').isVisible());
    expect(approvals).toHaveLength(1);
    expect(await poll(asked)).toMatchObject({ scope: 'order:read' });
  });

  test('gives nothing to a program that is denied', async () => {
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

  test('says that a code cannot be used, and keeps it', async () => {
    const browser = await openPage(market());
    await signUp(browser, market(), { email: 'typo@example.com' });
    const { page } = browser;
    await page.goto('/device');
    await page.getByRole('textbox', { name: 'Code' }).fill('BBBB-BBBB');
    await page.getByRole('button', { name: 'Continue' }).click();
    const wrong = page.getByRole('textbox', { name: 'Code', description: /The code is unknown/ });
    await wrong.waitFor();
    expect(await wrong.inputValue()).toBe('BBBB-BBBB');
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => wrong.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});
