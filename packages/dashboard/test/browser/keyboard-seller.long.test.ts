// What sellers do, with the keyboard alone.
import { it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { json, startSeller } from '../../../../test-bed/seller.ts';
import { expectFocus, openWithoutMouse, pressOn, tabTo, typeInto } from './keyboard.ts';
import { signInAsDeveloper, useMarket } from './sample-market.ts';

const market = useMarket();

async function openAsSeller(path: string) {
  const browser = await openWithoutMouse(market());
  await signInAsDeveloper(browser, market());
  await browser.page.goto(path);
  await browser.page.getByRole('heading', { level: 1 }).waitFor();
  return browser.page;
}

it('a seller describes a listing, gives its service the secret, changes it, pauses and archives it', async () => {
  await using seller = await startSeller();
  const page = await openAsSeller('/selling');
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await pressOn(
    page
      .getByRole('main')
      .getByRole('link', { name: /New listing|Sell a service/ })
      .first(),
  );
  await expectFocus(heading('New listing'));
  await tabTo(page.getByRole('tab', { name: 'Import from service' }));
  await keyboard.press('ArrowRight');
  await expectFocus(page.getByRole('tab', { name: 'Manual' }));
  await typeInto(page.getByLabel('Title'), 'Echo');
  await typeInto(page.getByLabel('Description'), 'Sends back what it gets.');
  await typeInto(page.getByRole('combobox', { name: 'Category' }), 'data');
  await typeInto(page.getByLabel(/^Seller name/), 'Echo Works');
  const price = page.getByLabel(/^Price/);
  await typeInto(price, '0.0000001');
  await typeInto(page.getByLabel(/^Endpoint/), `${seller.url}/run`);
  await typeInto(
    page.getByLabel('Input schema', { exact: true }),
    '{"type":"object","properties":{"city":{"type":"string","title":"City"}}}',
  );
  await tabTo(page.locator('summary', { hasText: 'Tags: none' }));
  await keyboard.press('Enter');
  await typeInto(page.getByRole('combobox', { name: /^Tags/ }), 'text');
  await keyboard.press('Enter');
  // The form that buyers get is beside it.
  await tabTo(page.getByLabel('City (optional)'));
  await pressOn(button('Publish listing'));
  await page.locator('input[aria-invalid="true"]').waitFor();
  await expectFocus(price);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('0.001');
  await keyboard.press('Enter');
  // Buyers would not see what they get: that is a second choice.
  await expectFocus(page.getByLabel(/^Response example/));
  await pressOn(button('Publish anyway'));
  await expectFocus(heading('Echo'));

  const step = (name: string) => page.getByRole('heading', { level: 3, name });
  await pressOn(button('Copy the secret'));
  await step('Copy the signing secret (done)').waitFor();
  await pressOn(button('Done, it’s restarted'));
  await expectFocus(step('Restart the service with it (done)'));
  await pressOn(button('Hide'));
  await pressOn(button('Show secret'));
  await expectFocus(page.getByRole('heading', { name: 'Signing secret', exact: true }));
  await pressOn(button('Copy secret'));
  await pressOn(button('Rotate'));
  const rotate = page.getByRole('dialog', { name: 'Rotate the secret of echo?' });
  await rotate.waitFor();
  await keyboard.press('Escape');
  await expectFocus(button('Rotate'));
  await keyboard.press('Enter');
  await pressOn(rotate.getByRole('button', { name: 'Rotate' }));
  await page.getByText('the one before it expires').waitFor();
  await expectFocus(button('Rotate'));

  await tabTo(page.getByRole('link', { name: 'Edit', exact: true }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expectFocus(heading('Edit Echo'));
  await typeInto(price, '0.09');
  await pressOn(button('Save changes'));
  const priceIncrease = page.getByRole('dialog', { name: 'Save a price increase?' });
  await priceIncrease.waitFor();
  await keyboard.press('Escape');
  await expectFocus(button('Save changes'));
  await tabTo(page.getByRole('link', { name: 'Echo', exact: true }), 'Shift+Tab');
  await keyboard.press('Enter');
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await pressOn(leave.getByRole('button', { name: 'Keep editing' }));
  await expectFocus(page.getByRole('link', { name: 'Echo', exact: true }));
  await pressOn(button('Save changes'));
  await pressOn(priceIncrease.getByRole('button', { name: 'Save price increase' }));
  await expectFocus(heading('Echo'));
  await page.getByText('$0.09 per call', { exact: true }).waitFor();

  await pressOn(button('More actions'));
  await expectFocus(button('Pause'));
  await keyboard.press('Escape');
  await expectFocus(button('More actions'));
  await keyboard.press('Enter');
  await pressOn(button('Pause'));
  await button('Resume').waitFor();
  await expectFocus(button('More actions'));
  await keyboard.press('Enter');
  await pressOn(button('Archive'));
  const archive = page.getByRole('dialog', { name: 'Archive echo?' });
  await expectFocus(archive.getByLabel('Type echo to confirm'));
  await keyboard.type('echo');
  await keyboard.press('Enter');
  await page.getByText('Archived').first().waitFor();
  await expectFocus(heading('Echo'));
});

it('a seller imports a service, and looks into a call that failed', async () => {
  const contract = {
    provider: {
      title: 'Exchange rates',
      runContract: { method: 'POST', endpointPath: '' },
    },
  };
  await using seller = await startSeller({
    handlers: {
      'GET /contract': () => json(contract),
      'POST /run': () => json({ error: 'Out of rates.' }, 503),
    },
  });
  contract.provider.runContract.endpointPath = `${seller.url}/run`;
  const page = await openAsSeller('/selling/new');
  const { keyboard } = page;
  const preview = page.getByRole('button', { name: /^Preview/ });
  const slug = page.getByLabel(/^Slug/).first();
  await typeInto(page.getByLabel('Service URL'), seller.url);
  await typeInto(slug, 'Exchange rates!');
  await pressOn(preview);
  await page.locator('input[aria-invalid="true"]').waitFor();
  await expectFocus(slug);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.press('Backspace');
  await pressOn(preview);
  const price = page.getByRole('form', { name: 'Listing to create' }).getByLabel(/^Price/);
  await typeInto(price, '0.0000001');
  const create = page.getByRole('button', { name: 'Publish listing' });
  await pressOn(create);
  await expectFocus(price);
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('0.02');
  await pressOn(create);
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Exchange rates' }));
  await market().reviewsIdle();

  const buyer = createApi(market().url, (await market().createAccount()).apiKey);
  const { body: sold } = await buyer.activate('exchange-rates', {}, 5);
  await pressOn(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sales' }),
  );
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Sales' }));
  await tabTo(page.getByRole('tab', { name: 'Summary' }));
  await keyboard.press('ArrowRight');
  const call = page.getByRole('cell').getByRole('link', { name: /^Exchange rates/ });
  await pressOn(call);
  await page.waitForURL(`**/sales/${sold.id}?tab=calls`);
  const opened = page.getByRole('complementary', { name: 'The open call' });
  await expectFocus(opened);
  await opened.getByText('Out of rates.').waitFor();
  // The command that sends the call to the service again.
  await tabTo(opened.getByRole('button', { name: 'Copy', exact: true }).last());
  await keyboard.press('Enter');
  await opened.getByRole('button', { name: 'Copied' }).waitFor();
  await keyboard.press('Escape');
  await expectFocus(call);

  await pressOn(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My listings' }),
  );
  await expectFocus(page.getByRole('heading', { level: 1, name: 'My listings' }));
  await typeInto(page.getByRole('searchbox', { name: 'Search your listings' }), 'nothing');
  await pressOn(page.getByRole('button', { name: 'Show all listings' }));
  await expectFocus(page.getByRole('heading', { level: 1, name: 'My listings' }));
  await pressOn(page.getByRole('cell').getByRole('link', { name: 'Exchange rates' }));
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Exchange rates' }));
});
