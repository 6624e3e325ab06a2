import { offerOf, runContractOf } from './contract.ts';
import type { Market } from './market.ts';
import { json, type Seller } from '../../test-bed/seller.ts';

/** A seller whose `GET /contract` describes a service under `provider`, with these fields changed. */
export async function contractFrom(
  market: Market,
  { runContract = {}, ...changes }: Record<string, unknown> & { runContract?: object } = {},
): Promise<Seller> {
  const seller = await market.seller();
  const offer = offerOf(seller, {
    runContract: runContractOf(seller, { ...runContract }),
    ...changes,
  });
  seller.on('GET /contract', () => json({ provider: offer }));
  return seller;
}
