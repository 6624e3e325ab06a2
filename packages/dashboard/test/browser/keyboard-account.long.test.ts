// A person's account, programs and webhooks, with the keyboard alone.
import { expect, it, onTestFinished } from 'vitest';
import { challengeIn, startSeller } from '../../../../test-bed/seller.ts';
import { chooseFrom, expectFocus, openWithoutMouse, pressOn, tabTo, typeInto } from './keyboard.ts';
import { openPage, PASSWORD, signUp } from './open-page.ts';
import { useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

async function openAs(email: string) {
  const { market } = sample();
  const browser = await openWithoutMouse(market);
  await signUp(browser, market, { email });
  return browser;
}

it('a person corrects their account, and ends a session elsewhere', async () => {
  const { market } = sample();
  const email = 'account@example.com';
  const { page } = await openAs(email);
  const { keyboard } = page;
  const signIn = await fetch(`${market.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: {
      origin: market.url,
      'content-type': 'application/json',
      'user-agent': 'Firefox/145.0 (Windows)',
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(signIn.status).toBe(200);
  await page.goto('/account');
  const you = page.getByRole('region', { name: 'You', exact: true });
  const name = you.getByLabel('Name');
  await typeInto(name, ' ');
  await keyboard.press('Backspace');
  await typeInto(you.getByLabel('Email address'), 'moved@example.com');
  const save = you.getByRole('button', { name: 'Save' });
  await pressOn(save);
  await you.getByText('Enter your name.').waitFor();
  await expectFocus(name);
  await keyboard.type('Ann Bell');
  const password = you.getByLabel('Your password');
  await typeInto(password, 'not my password');
  await pressOn(save);
  await you.getByText('Is wrong').waitFor();
  await expectFocus(password);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(PASSWORD);
  await pressOn(save);
  await you.getByText('You sign in with moved@example.com.').waitFor();
  await expectFocus(save);

  const terms = page.getByLabel('Terms');
  await typeInto(page.getByLabel('Seller name'), 'Bell Tools');
  await typeInto(terms, 'http://bell.example.com');
  const saveProfile = page.getByRole('button', { name: 'Save profile' });
  await pressOn(saveProfile);
  await page.getByText('Enter an address that starts with https://').waitFor();
  await expectFocus(terms);
  await keyboard.press('Home');
  for (let letter = 0; letter < 'http'.length; letter += 1) await keyboard.press('ArrowRight');
  await keyboard.type('s');
  await pressOn(saveProfile);
  await page.getByText('Profile saved').waitFor();
  await expectFocus(saveProfile);

  const current = page.getByLabel('Current password');
  await typeInto(current, 'not this one');
  await typeInto(page.getByLabel('New password'), 'another horse battery');
  await keyboard.press('Enter');
  await page.getByText('Is wrong').waitFor();
  await expectFocus(current);
  await pressOn(page.getByRole('button', { name: /Firefox on Windows/ }));
  // The button goes with its row.
  await expectFocus(page.getByRole('heading', { name: 'Browsers' }));
  await tabTo(current, 'Shift+Tab');
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await page.getByText('Password changed').waitFor();

  const saving = page.waitForEvent('download');
  const download = page.getByRole('button', { name: 'Download everything' });
  await pressOn(download);
  await saving;
  await expectFocus(download);
  await tabTo(page.getByRole('link', { name: 'audit log', exact: true }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Audit log' }));
  await page
    .getByRole('row', { name: /Signed in/ })
    .first()
    .waitFor();
});

it('a button keeps the focus when its response is so quick that it is enabled again at once', async () => {
  const { page } = await openPage(sample().market);
  await page.goto('/sign-in');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await button.focus();
  await button.evaluate((element: HTMLButtonElement) => {
    addEventListener('focusout', () => (element.disabled = false), { once: true });
    element.disabled = true;
  });
  await expectFocus(button);
});

it('a person allows a program, and revokes its key', async () => {
  const { market } = sample();
  const { page } = await openAs('device@example.com');
  const { keyboard } = page;
  const form = new URLSearchParams({ client_id: 'mkt', host_name: 'anns-laptop', scope: '*' });
  const asked = await fetch(`${market.url}/auth/device/code`, { method: 'POST', body: form });
  const { user_code: userCode, device_code: deviceCode } = (await asked.json()) as Record<
    string,
    string
  >;
  await page.goto('/device');
  const code = page.getByRole('textbox', { name: 'Code' });
  const next = page.getByRole('button', { name: 'Continue' });
  await pressOn(next);
  await page.getByText('Enter the code that your terminal shows.').waitFor();
  await expectFocus(code);
  await keyboard.type(userCode ?? '');
  await pressOn(next);
  await page.getByRole('heading', { name: userCode ?? '' }).waitFor();
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Sign a program in' }));
  await pressOn(page.getByRole('radio', { name: 'Buy' }), 'Space');
  await page.getByText('It can spend up to $5.00 per day.').waitFor();
  const allow = page.getByRole('button', { name: 'Allow' });
  await tabTo(allow);
  await expect.poll(() => allow.isDisabled()).toBe(false);
  await keyboard.press('Enter');
  await page.getByText('Allowed', { exact: true }).waitFor();
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Sign a program in' }));
  const token = await fetch(`${market.url}/auth/device/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: deviceCode ?? '',
      client_id: 'mkt',
    }),
  });
  expect(await token.json()).toMatchObject({ scope: 'order:create order:read_own' });

  await pressOn(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }),
  );
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Account' }));
  await pressOn(page.getByRole('button', { name: 'Revoke the key of anns-laptop' }));
  const dialog = page.getByRole('dialog', { name: 'Revoke the key of anns-laptop?' });
  await pressOn(dialog.getByRole('button', { name: 'Revoke' }));
  await page.getByText('No devices yet.').waitFor();
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Account' }));
});

it('a person creates a webhook, looks into a delivery, rotates the secret and deletes it', async () => {
  const receiver = await startSeller({
    confirms: false,
    handlers: { 'POST /hook': (request) => ({ status: 200, body: challengeIn(request) ?? '' }) },
  });
  onTestFinished(() => receiver.close());
  const { page } = await openAs('hooks@example.com');
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });
  await page.goto('/webhooks');
  await pressOn(button('New webhook'));
  const url = page.getByLabel('URL');
  await expectFocus(url);
  await keyboard.type('ftp://buyer.example.com');
  await pressOn(button('Create webhook'));
  await page.locator('[aria-invalid="true"]').waitFor();
  await expectFocus(url);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(`${receiver.url}/hook`);
  await keyboard.press('Enter');
  await expectFocus(heading('Webhook created'));
  await pressOn(button('I have stored it'));
  await expectFocus(heading(/\/hook$/));

  await pressOn(button('Send a test'));
  await page.getByText('The receiver accepted the request').waitFor();
  await expectFocus(button('Send a test'));
  const delivery = page.getByRole('link', { name: 'Test', exact: true });
  await pressOn(delivery);
  const opened = page.getByRole('dialog', { name: 'Delivery' });
  const again = opened.getByRole('button', { name: 'Send again' });
  await pressOn(again);
  await opened.getByText('Sent again', { exact: true }).waitFor();
  await expectFocus(again);
  await keyboard.press('Escape');
  // The second attempt is above it.
  await expectFocus(delivery.last());

  await pressOn(button('Pause'));
  await page.getByText('Orders that settle now are not sent later.').waitFor();
  await expectFocus(heading(/\/hook$/));
  await pressOn(button('Resume'));
  await button('Pause').waitFor();
  await expectFocus(heading(/\/hook$/));

  await pressOn(button('Rotate secret'));
  const rotate = page.getByRole('dialog', { name: 'Rotate the secret' });
  const grace = rotate.getByRole('combobox', { name: 'The old secret also signs' });
  await tabTo(grace);
  await chooseFrom(grace, page.getByRole('option', { name: 'For 1 hour' }));
  await pressOn(rotate.getByRole('button', { name: 'Rotate secret' }));
  await expectFocus(heading('Secret rotated'));
  await pressOn(button('Delete webhook'));
  const question = page.getByRole('dialog', { name: 'Delete this webhook?' });
  await question.waitFor();
  await keyboard.press('Escape');
  await expectFocus(button('Delete webhook'));
  await keyboard.press('Enter');
  await pressOn(question.getByRole('button', { name: 'Delete' }));
  await page.getByText('No webhooks yet').waitFor();
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Webhooks' }));
});
