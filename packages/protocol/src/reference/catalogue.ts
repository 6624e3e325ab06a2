import type { Reference } from './entry.ts';
import { CATALOGUE_LISTING, CATALOGUE_SUMMARY, PROFILE, SLUG } from './weather.ts';

export const CATALOGUE = {
  searchListings: {
    description:
      'Searches the published listings of all sellers. All filters apply together. Hits are summaries; with `include=contract` they are complete records. Prices in different currencies are never compared: `maxPrice` and `sort=price` apply to one `currency`.',
    query: { query: 'weather', limit: 20 },
    response: { data: [CATALOGUE_SUMMARY], nextCursor: null },
  },
  getPublishedListing: {
    description:
      'Returns the complete public record of a listing: price, schemas, examples and health. A paused listing is still returned, with `listingState: "paused"`, but cannot be activated.',
    path: { id: SLUG },
    response: CATALOGUE_LISTING,
  },
  getSeller: {
    description:
      'Returns the profile of a seller and its published listings, newest first, as summaries. The id is the `seller.id` of a listing. `limit` and `cursor` apply to the listings.',
    path: { id: PROFILE.sellerId },
    query: { limit: 20 },
    response: { ...PROFILE, listings: { data: [CATALOGUE_SUMMARY], nextCursor: null } },
  },
  listCategories: {
    description:
      'Returns the categories in use, each with the number of its published listings. `GET /v1/marketplace/listings` takes one as the filter `category`.',
    response: { data: [{ category: 'data', count: 12 }] },
  },
} satisfies Partial<Reference>;
