import type { Reference } from './entry.ts';
import {
  CONTENT,
  HEALTH_REPORT,
  PRICE,
  PROVIDER,
  PROVIDER_UNDER_REVIEW,
  RUN_CONTRACT,
  SELLER_ORDER,
  SLUG,
} from './weather.ts';

export const path = { id: SLUG };
const SECRET = {
  slug: SLUG,
  secret: 'whsec_VGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ=',
  createdAt: '2026-09-12T08:30:04.000Z',
  previousExpiresAt: null,
};

export const PROVIDERS = {
  createProvider: {
    description:
      'Creates a provider from the fields in the request and submits it for review, unless `listingState` is `draft`. To read the fields from a running service instead, import it with `POST /v1/listings/from-service`.\n\nThe review takes a few seconds; `GET /v1/providers/{id}` shows its outcome.',
    request: { slug: SLUG, ...CONTENT, price: PRICE, runContract: RUN_CONTRACT },
    response: { ...PROVIDER_UNDER_REVIEW, warnings: [] },
  },
  listProviders: {
    description: 'Lists the providers of your account in every state, newest first.',
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
      'Starts a review. A provider that passes is published. One that does not pass is flagged: `reviewRejectionReason` and `reviewChecks` say what to fix. A provider that was published before is not submitted again; it is changed with `PATCH /v1/listings/{id}`.',
    path,
    request: {},
    response: PROVIDER_UNDER_REVIEW,
  },
  deleteProvider: {
    description:
      'Deletes a provider that was never published, for instance a draft. A provider that was published has orders that refer to it, so it can only be archived.',
    path,
  },
  getSigningSecret: {
    description:
      'Returns the secret with which calls to the service are signed, as often as you ask. It is created when the provider is published. Every read is logged.',
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
      'Returns the result of the last health probe, the uptime of the last 24 hours, and the probes of the last 7 days. A provider without a health endpoint has the status `not_configured`.',
    path,
    response: HEALTH_REPORT,
  },
} satisfies Partial<Reference>;
