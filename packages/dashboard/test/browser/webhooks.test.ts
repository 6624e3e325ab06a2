import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import { createApi } from '../../../../test-bed/api.ts';
import { challengeIn, startSeller, type Reply, type Seller } from '../../../../test-bed/seller.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, PHONE, signUp } from './open-page.ts';
import { signInAsDeveloper, useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();
const HOOK = 'POST /hook';
/** Also when a chore ran a moment ago. */
const NEXT_RUN_MS = 2_000;
const RETRY_MS = 6_000;

async function openReceiver(reply: () => Reply): Promise<Seller> {
  const receiver = await startSeller({
    confirms: false,
    handlers: { [HOOK]: (request) => ({ ...reply(), ...answer(request, reply()) }) },
  });
  onTestFinished(() => receiver.close());
  return receiver;
}

/** A receiver that is up answers challenges. */
function answer(request: Parameters<typeof challengeIn>[0], { status = 200 }: Reply): Reply {
  const challenge = challengeIn(request);
  return challenge !== undefined && status < 300 ? { body: challenge } : {};
}

async function openWebhooks(): Promise<Page> {
  const browser = await openPage(sample().market);
  await signInAsDeveloper(browser, sample().market);
  await browser.page.goto('/webhooks');
  return browser.page;
}

async function buy(): Promise<void> {
  const { market } = sample();
  const { body } = await createApi(market.url, market.apiKey).activate(
    'text-insights',
    { text: 'One order.' },
    5,
  );
  expect(body.orderState).toBe('completed');
}

const secretOn = async (page: Page): Promise<string> =>
  (await page.locator('code', { hasText: /^whsec_/ }).textContent()) ?? '';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function createByMouse(page: Page, url: string): Promise<string> {
  await button(page, 'New webhook').click();
  await page.getByLabel('URL').fill(url);
  await button(page, 'Create webhook').click();
  await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
  return await secretOn(page);
}

async function deleteByMouse(page: Page): Promise<void> {
  await button(page, 'Delete webhook').click();
  const dialog = page.getByRole('dialog', { name: 'Delete this webhook?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
}

describe('webhooks', () => {
  it('are confirmed, fail, are looked into, sent again, and deleted', async () => {
    let reply: Reply = { status: 503 };
    const receiver = await openReceiver(() => reply);
    const page = await openWebhooks();
    await page.getByText('No webhooks yet').waitFor();
    await page.getByText('"order.settled"').waitFor();
    const secret = await createByMouse(page, `${receiver.url}/hook`);
    await page.getByText('Nothing is sent until the URL has answered the challenge').waitFor();
    await page.getByText('A POST of the type webhook.challenge was sent to it:').waitFor();
    await page.getByText('The receiver returned 503.', { exact: true }).first().waitFor();

    reply = { status: 200 };
    await button(page, 'Send the challenge').click();
    await page.getByText('The receiver accepted the request').waitFor();
    await button(page, 'Send a test').waitFor();
    await button(page, 'I have stored it').click();
    expect(await page.content()).not.toContain(secret);

    reply = { status: 500, body: '<b>Out of disk</b> \u202Eevil' };
    await buy();
    await sample().market.clock.advance(NEXT_RUN_MS);
    await page.getByText('Deliveries are failing').waitFor();
    await page
      .getByText(/^Next attempt (in \d+ s|any moment now); 1 delivery is queued\.$/)
      .waitFor();
    await page.getByText('Failing', { exact: true }).waitFor();
    expect(await page.getByText('Active', { exact: true }).count()).toBe(0);
    await page.getByText('1 delivery', { exact: true }).waitFor();
    await button(page, 'Show the newest').click();
    await page.getByRole('link', { name: /^Order settled …[0-9a-f]{4}$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delivery' });
    const response = dialog.getByRole('region', { name: 'Response' });
    expect(await response.textContent()).toContain('<b>Out of disk</b>');
    expect(await response.textContent()).not.toContain('\u202E');
    await dialog.getByText('order.settled').first().waitFor();
    expect(await dialog.textContent()).not.toContain('v1,');
    expect(await accessibilityFindings(page)).toEqual([]);

    reply = { status: 204 };
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Sent again', { exact: true }).waitFor();
    await sample().market.clock.advance(RETRY_MS);
    const [failed, again, ...more] = receiver
      .requestsTo(HOOK)
      .filter(({ body }) => String(body).includes('order.settled'));
    expect(more).toEqual([]);
    expect(again?.headers['webhook-id']).toBe(failed?.headers['webhook-id']);
    new Webhook(secret).verify(String(again?.body), again?.headers as Record<string, string>);
    await page.keyboard.press('Escape');

    await page.getByText('Failed', { exact: true }).first().click();
    await expect.poll(() => new URL(page.url()).search).toBe('?failed=');
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByText(/^\d of the last \d failed$/).waitFor();
    await page.getByRole('columnheader', { name: 'Last delivery' }).waitFor();
    await page.getByText(/^Every order · created/).waitFor();
    await button(page, 'New webhook').click();
    await page.getByLabel('URL').fill(`${receiver.url}/hook`);
    await page.getByText('Another webhook already sends to this URL').waitFor();
    await button(page, 'Cancel').click();
    await page.getByRole('link', { name: /\/hook$/ }).click();
    await deleteByMouse(page);
  });

  test('that are not confirmed are confirmed in the list of all', async () => {
    let reply: Reply = { status: 503 };
    const receiver = await openReceiver(() => reply);
    const page = await openWebhooks();
    await createByMouse(page, `${receiver.url}/hook`);
    await page.goto('/webhooks');
    // Several may wait.
    const confirm = `Confirm it: ${receiver.url}/hook`;
    await button(page, confirm).click();
    await page.waitForURL(/\/webhooks\/./);
    await page.getByText('The receiver returned 503.', { exact: true }).first().waitFor();
    reply = { status: 200 };
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await button(page, confirm).click();
    await button(page, 'Send a test').waitFor();
    await page.goto('/webhooks');
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Confirm it' }).count()).toBe(0);
    await page.getByRole('link', { name: /\/hook$/ }).click();
    await deleteByMouse(page);
  });

  test('on a phone have their code folded, and the result of a challenge marked and timed', async () => {
    const receiver = await openReceiver(() => ({ status: 503 }));
    const page = await openWebhooks();
    await createByMouse(page, `${receiver.url}/hook`);
    await button(page, 'I have stored it').click();
    await page.setViewportSize(PHONE);
    const code = page.getByRole('region', { name: 'Code that verifies' });
    const fold = page.getByText('Show the code');
    await fold.waitFor();
    expect(await code.isVisible()).toBe(false);
    // What to do about it is beside the warning, not in it.
    await page.getByRole('heading', { name: 'Set up your server' }).waitFor();
    expect(await page.getByRole('button', { name: 'Rotate secret' }).count()).toBe(1);
    await fold.click();
    await code.waitFor();
    await button(page, 'Send the challenge').click();
    const result = page.getByText(
      /^The challenge failed\. The receiver returned 503 · \d+ ms · (just now|\d+ s ago)$/,
    );
    expect(await result.getAttribute('style')).toContain('--bad-fg');
    // Its attempt stands out among the others, and what is rarely done is below them.
    await expect.poll(() => page.locator('main [aria-current]').count()).toBe(1);
    const [attempt, remove] = await Promise.all([
      page.locator('main [aria-current]').boundingBox(),
      button(page, 'Delete webhook').boundingBox(),
    ]);
    expect(attempt!.y).toBeLessThan(remove!.y);
    expect(await accessibilityFindings(page)).toEqual([]);
    await button(page, 'Edit').click();
    const [url, which] = await Promise.all(
      [page.getByLabel('URL'), page.getByRole('combobox', { name: 'Send' })].map((field) =>
        field.boundingBox(),
      ),
    );
    expect([which?.x, which?.width]).toEqual([url?.x, url?.width]);
    await button(page, 'Cancel').click();
    await deleteByMouse(page);
  });

  test('are paused and resumed, and get a new secret beside the old one', async () => {
    const receiver = await openReceiver(() => ({ status: 200 }));
    const page = await openWebhooks();
    const old = await createByMouse(page, `${receiver.url}/hook`);
    await page.getByText('Your server works: it has answered the challenge').waitFor();
    await button(page, 'Pause').click();
    await page.getByText('Orders that settle now are not sent later.').waitFor();
    await button(page, 'Resume').click();
    await button(page, 'Pause').waitFor();

    await button(page, 'Rotate secret').click();
    const dialog = page.getByRole('dialog', { name: 'Rotate the secret' });
    await dialog.getByText('requests carry a signature of each').waitFor();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('heading', { name: 'Secret rotated' }).waitFor();
    await page.getByText('also signs, ends').waitFor();
    const secret = await secretOn(page);
    expect(secret).not.toBe(old);
    await button(page, 'Send a test').click();
    await page.getByText('The receiver accepted the request').waitFor();
    const test = receiver.requestsTo(HOOK).at(-1);
    for (const each of [secret, old]) {
      new Webhook(each).verify(String(test?.body), test?.headers as Record<string, string>);
    }
    await deleteByMouse(page);
  });

  it('that are refused leave what was typed, and are created and deleted by keyboard alone', async () => {
    const receiver = await openReceiver(() => ({ status: 200 }));
    const page = await openWebhooks();
    const { keyboard } = page;
    await page.getByText('No webhooks yet').waitFor();
    const reach = async (name: string) => {
      await expect
        .poll(
          async () => {
            await keyboard.press('Tab');
            return await page.evaluate(() => document.activeElement?.textContent);
          },
          { interval: 1, message: `${name} is never focused` },
        )
        .toBe(name);
    };
    await reach('New webhook');
    await keyboard.press('Enter');
    await page.getByLabel('URL').press('Enter');
    await page.getByText('Enter the URL of your server.').waitFor();
    await keyboard.type('ftp://buyer.example.com');
    await keyboard.press('Enter');
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await page.getByLabel('URL').inputValue()).toBe('ftp://buyer.example.com');
    await page.getByLabel('URL').focus();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(`${receiver.url}/hook`);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Webhook created' }).waitFor();
    await reach('Send a test');
    await keyboard.press('Enter');
    await page.getByRole('link', { name: 'Test' }).waitFor();
    await reach('Test');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Delivery' }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Test');
    await reach('Delete webhook');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Delete this webhook?' }).waitFor();
    await reach('Delete webhook');
    await keyboard.press('Enter');
    await page.getByText('No webhooks yet').waitFor();
  });

  test('of another account do not exist', async () => {
    const { market } = sample();
    const { body } = await createApi(market.url, market.apiKey).post('/v1/webhooks', {
      url: sample().seller.url,
    });
    const browser = await openPage(market);
    await signUp(browser, market, { email: 'other@example.com' });
    await browser.page.goto(`/webhooks/${body.id}`);
    await browser.page.getByRole('heading', { name: 'Webhook not found' }).waitFor();
    await createApi(market.url, market.apiKey).delete(`/v1/webhooks/${body.id}`);
  });
});
