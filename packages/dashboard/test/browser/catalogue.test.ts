import { expect, it } from 'vitest';
import { openPage } from './open-page.ts';
import { useSampleMarket } from './sample-market.ts';

const sample = useSampleMarket();

it('a search says what its filters leave out, and shows no other listings instead', async () => {
  const { page } = await openPage(sample().market);
  await page.goto('/catalogue?query=exchange+rates&currency=USD');
  await page.getByText('1 priced in another currency.').waitFor();
  await page.getByText('No listing matches').waitFor();
  await page.goto('/catalogue?query=exchange+rates&currency=EUR');
  await page.getByRole('link', { name: 'Exchange rates' }).first().waitFor();
  expect(await page.getByText('Your filters leave out').count()).toBe(0);
});
