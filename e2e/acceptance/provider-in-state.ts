import type { ProviderStatus } from '@mkt/protocol';
import type { Api } from '../../test-bed/api.ts';
import { newTitle, providerOf, runContractOf } from './contract.ts';
import { type Market } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import type { Seller } from '../../test-bed/seller.ts';
import { createGate } from '../../test-bed/gate.ts';

export interface ProviderInState {
  provider: any;
  seller: Seller;
  /** Lets a review continue that is held at the gate. */
  release(): void;
}

/** An example that every review flags for its words. */
export const BAD_EXAMPLE = { requestExampleJson: '{"text":"fucking bullshit"}' };

/** A new provider, brought into a status by the requests that a seller would send. */
export async function providerIn(
  market: Market,
  status: ProviderStatus,
  api: Api = market.api,
): Promise<ProviderInState> {
  const seller = await market.seller();
  const gate = createGate();
  const create = async (changes: Record<string, unknown> = {}) => {
    const response = await api.post('/v1/providers', providerOf(seller, changes));
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return (await api.get(`/v1/providers/${response.body.id}`)).body;
  };
  const withSeller = (provider: any): ProviderInState => ({ provider, seller, release: gate.open });
  const patch = (id: string, listingState: string) =>
    api.patch(`/v1/listings/${id}`, { listingState });

  switch (status) {
    case 'draft':
      return withSeller(await create({ listingState: 'draft' }));
    case 'pending_review': {
      seller.on('HEAD /run', gate.before({ status: 200 }));
      const provider = await create();
      await gate.reached;
      return withSeller(provider);
    }
    case 'flagged': {
      const runContract = runContractOf(seller, BAD_EXAMPLE);
      const { id } = await create({ title: newTitle('Flagged'), runContract });
      return withSeller(await reviewed(api, id));
    }
    case 'published': {
      const { provider } = await market.publish({ api, seller });
      return withSeller(provider);
    }
    case 'paused':
    case 'archived': {
      const { provider } = await market.publish({ api, seller });
      await patch(provider.id, status);
      return withSeller((await api.get(`/v1/providers/${provider.id}`)).body);
    }
  }
}
