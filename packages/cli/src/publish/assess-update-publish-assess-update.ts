import type { Client } from '@mkt/client';
import type { PreviewListing, Provider } from '@mkt/protocol';
import { compareContent } from './compare-content.ts';
import { checkPastOrders, schemasChange, type Reading } from './assess-update.ts';
import type { Impact } from './publish-event.ts';

/**
 * What an update of a listing means for its buyers: by comparing the contracts, and by checking past
 * orders against the new schemas. The second also finds what a comparison cannot decide.
 */
export async function assessUpdate(
  client: Client,
  provider: Pick<Provider, 'id' | 'listingState' | 'price' | 'runContract'>,
  wanted: Pick<PreviewListing, 'price' | 'runContract'>,
  reading: Reading = {},
): Promise<Impact> {
  const { verdict, findings } = compareContent(provider, wanted);
  const pastOrders = schemasChange(provider.runContract, wanted.runContract)
    ? await checkPastOrders(client, provider, wanted.runContract, reading)
    : null;
  const { listingState } = provider;
  const isSold = listingState === 'published' || listingState === 'paused';
  const hasBuyers = isSold || (pastOrders?.read ?? 0) > 0;
  const refusesInputs = (pastOrders?.inputs?.refused ?? 0) > 0;
  const isDoubtful = verdict === 'breaking' || verdict === 'unknown' || refusesInputs;
  return { verdict, findings, pastOrders, isBreaking: hasBuyers && isDoubtful };
}
