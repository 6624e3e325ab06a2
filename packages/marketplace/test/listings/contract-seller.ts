import { type Seller, json } from '../../../../test-bed/seller.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

/** A seller whose `/contract` has the given provider. */
export async function contractSeller(
  provider: (seller: { url: string }) => object,
): Promise<Seller> {
  const seller: Seller = await openSeller({
    'GET /contract': () => json({ provider: provider(seller) }),
  });
  return seller;
}

export const contractOf = (seller: { url: string }, more: object = {}) => ({
  title: 'Imported',
  price: { amountCents: 2 },
  runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
  ...more,
});
