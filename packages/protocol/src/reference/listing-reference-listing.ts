import type { Reference } from './entry.ts';
import { path } from './listing.ts';
import {
  CHECKS,
  CONTENT,
  LISTING,
  PRICE,
  RUN_CONTRACT,
  SERVICE_URL,
  SLUG,
  UNPROBED,
} from './weather.ts';

export const LISTINGS = {
  previewService: {
    description:
      'Reads `/contract` of a running service and returns the listing that an import would create, with the review’s checks. Nothing is saved.\n\nIf the contract cannot be read, the response is the same 422 that an import would get.',
    request: { serviceUrl: SERVICE_URL, slug: SLUG },
    response: {
      valid: true,
      publishable: true,
      listing: { slug: SLUG, ...CONTENT, price: PRICE, runContract: RUN_CONTRACT },
      warnings: [],
      checks: CHECKS,
    },
  },
  importService: {
    description:
      'Reads `/contract` of a running service, creates the listing that it describes and submits it for review. `GET /v1/providers/{id}` shows the outcome of the review.\n\nSend `price` if the contract names none; for any other contract it is refused.',
    request: { serviceUrl: SERVICE_URL, slug: SLUG },
    response: { ...LISTING, listingState: 'draft', health: UNPROBED, warnings: [] },
  },
  listListings: {
    description:
      'Lists the listings of your account in every state, newest first. `GET /v1/providers` lists the same records with their reviews.',
    query: { limit: 20 },
    response: { data: [LISTING], nextCursor: null },
  },
  getListing: {
    description:
      'Returns one of your listings in any state, with the address of its service. Listings of other accounts are in the catalogue, at `GET /v1/marketplace/listings/{id}`.',
    path,
    response: LISTING,
  },
  updateListing: {
    description:
      'Changes the fields that you send, as a whole or not at all. `runContract` and `price` are merged one level deep, and `null` removes an optional field. Set `listingState` to `paused`, `published` or `archived` to pause, resume or archive the listing.\n\nA change of a published listing must pass the review’s checks first; if one fails, the response is 422 `review_failed` and nothing changes. During a review, everything but `runContract` can be changed. You may send back a whole record: its read-only fields are ignored.',
    path,
    request: { description: 'The current temperature in a city, in degrees Celsius.' },
    response: {
      ...LISTING,
      description: 'The current temperature in a city, in degrees Celsius.',
      updatedAt: '2026-09-12T10:00:00.000Z',
      warnings: [],
    },
  },
} satisfies Partial<Reference>;
