import type { HistoryEntry } from '../generated/wire-types.ts';
import type { Reference } from './entry.ts';
import {
  CATALOGUE_LISTING,
  CATALOGUE_SUMMARY,
  CHECKS,
  CONTENT,
  HEALTH_REPORT,
  LISTING,
  PRICE,
  PROFILE,
  PROVIDER,
  PROVIDER_UNDER_REVIEW,
  RUN_CONTRACT,
  SELLER_ORDER,
  SERVICE_URL,
  SLUG,
  UNPROBED,
} from './weather.ts';

const path = { id: SLUG };
const SECRET = {
  slug: SLUG,
  secret: 'whsec_VGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ=',
  createdAt: '2026-09-12T08:30:04.000Z',
  previousExpiresAt: null,
};

export const PROVIDERS = {
  createProvider: {
    description:
      'Creates a listing from the fields in the request and submits it for review, unless `listingState` is `draft`. To read the fields from a running service instead, import it with `POST /v1/listings/from-service`.\n\nThe review takes a few seconds; `GET /v1/providers/{id}` shows its outcome.',
    request: { slug: SLUG, ...CONTENT, price: PRICE, runContract: RUN_CONTRACT },
    response: { ...PROVIDER_UNDER_REVIEW, warnings: [] },
  },
  listProviders: {
    description:
      'Lists the listings of your account in every state, with their reviews, newest first.',
    query: { limit: 20 },
    response: { data: [PROVIDER], nextCursor: null },
  },
  getProvider: {
    description:
      'Returns the seller’s view of a listing: its state, its last review and what the review found.',
    path,
    response: PROVIDER,
  },
  submitProvider: {
    description:
      'Starts a review. A listing that passes is published. One that does not pass is flagged: `reviewRejectionReason` and `reviewChecks` say what to fix. A listing that was published before is not submitted again; it is changed with `PATCH /v1/listings/{id}`.',
    path,
    request: {},
    response: PROVIDER_UNDER_REVIEW,
  },
  deleteProvider: {
    description:
      'Deletes a listing that was never published, for instance a draft. A listing that was published has orders that refer to it, so it can only be archived.',
    path,
  },
  getSigningSecret: {
    description:
      'Returns the secret with which calls to the service are signed, as often as you ask. It is created when the listing is published. Every read is logged.',
    path,
    request: {},
    response: SECRET,
  },
  rotateSigningSecret: {
    description:
      'Creates a new secret and returns it. Until `previousExpiresAt`, calls are signed with both secrets, so that the service can switch to the new secret without rejecting a call. At most two secrets are valid: rotating again drops the oldest.',
    path,
    request: { gracePeriodSeconds: 86_400 },
    response: { ...SECRET, previousExpiresAt: '2026-09-13T08:30:04.000Z' },
  },
  listProviderOrders: {
    description:
      'Lists the calls that buyers made to the service, newest first. With `view=summary` they come without `requestBody` and `result`. `buyerId` is a pseudonym: the same for all calls of one buyer to your account.',
    path,
    query: { limit: 20 },
    response: { data: [SELLER_ORDER], nextCursor: null },
  },
  getProviderHealth: {
    description:
      'Returns the result of the last health probe, the uptime of the last 24 hours, and the probes of the last 7 days. A listing without a health endpoint has the status `not_configured`.',
    path,
    response: HEALTH_REPORT,
  },
} satisfies Partial<Reference>;

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

export const CATALOGUE = {
  searchListings: {
    description:
      'Searches the published listings of all sellers. All filters apply together. Hits are summaries; with `include=contract` they are complete records. Prices in different currencies are never compared: `maxPrice` and `sort=price` apply to one `currency`. `sort=calls` and `sort=quality` apply the figures of the day before, so that a list does not change while it is read.',
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

const CHANGE = {
  revision: 2,
  at: '2026-09-12T11:00:00.000Z',
  changes: [{ path: '/price/amount', from: 0.02, to: 0.03 }],
  verdict: 'breaking',
  findings: [
    {
      path: '/price/amount',
      severity: 'breaking',
      message: 'The price was changed from USD 0.02 per call to USD 0.03 per call.',
    },
  ],
} satisfies Omit<HistoryEntry, 'actor'>;

export const HISTORY = {
  listListingHistory: {
    description:
      'Lists the changes to one of your listings, newest first: who made them, which fields they changed, and what they mean for buyers who call the listing as it was before.',
    path,
    query: { limit: 20 },
    response: {
      data: [{ ...CHANGE, actor: { kind: 'key', name: 'deploy' } }],
      nextCursor: null,
    },
  },
  listPublishedHistory: {
    description:
      'Lists the changes to a listing since it was published, newest first, without who made them and without fields that buyers do not see. A `breaking` verdict means that a call that worked may no longer work, or costs more.',
    path,
    query: { limit: 20 },
    response: { data: [CHANGE], nextCursor: null },
  },
  getPublishedHealth: {
    description:
      'Returns the health of a published listing as its seller sees it: the result of the last probe, the uptime of the last 24 hours, and the probes of the last 7 days.',
    path,
    response: HEALTH_REPORT,
  },
} satisfies Partial<Reference>;
