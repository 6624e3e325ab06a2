import type { ListingContent, RunContract } from '@mkt/protocol';
import type { Listing } from '../../src/listings/listing.ts';

export const SAMPLE_CONTRACT: RunContract = {
  method: 'POST',
  endpointPath: 'https://seller.example.com/run',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

export const SAMPLE_CONTENT: ListingContent = {
  title: 'Weather by city',
  description: 'The weather of a city.',
  category: 'data',
  tags: ['weather'],
  price: { amountMicros: 20_000, currency: 'USD', unit: 'call' },
  runContract: SAMPLE_CONTRACT,
};

/** A listing that `seller` has published once. */
export function sampleListing(differing: Partial<Listing> = {}): Listing {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    accountId: 'seller',
    seller: { id: '5f0c2a9e-6d1b-4c37-9e84-1b7a3d5f2c60', name: 'Fjord Weather' },
    slug: 'weather-by-city',
    content: SAMPLE_CONTENT,
    status: 'published',
    revision: 1,
    version: 1,
    rejectionReason: null,
    reviewChecks: [],
    pausedByMarketplace: false,
    slowInputs: 0,
    publishedAtMs: 1,
    quality: null,
    health: { status: 'not_configured', checkedAtMs: null, latencyMs: null, uptime24h: null },
    createdAtMs: 1,
    updatedAtMs: 1,
    ...differing,
  };
}
