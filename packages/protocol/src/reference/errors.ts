import type { OAuthErrorCode } from '../generated/wire-types.ts';
import type { ErrorExamples } from './entry.ts';
import { CHECKS, LISTING_ID, PRICE } from './weather.ts';

const bodyField = (path: string, message: string, keyword: string) => ({
  error: 'The body has invalid fields.',
  details: [{ path, message, keyword }],
});

const CREATE_A_NEW_ONE = 'An archived listing cannot be restored; create a new one.';

/** An example of each error. */
export const ERROR_EXAMPLES: ErrorExamples = {
  malformed_request: { error: 'The request is not valid HTTP.' },
  invalid_request: bodyField('/colour', 'is not a known field', 'additionalProperties'),
  invalid_json: { error: 'The body is empty; send a JSON object.' },
  invalid_input: {
    error: "The input does not match the listing's inputSchema.",
    details: [{ path: '/city', message: 'is required', keyword: 'required' }],
  },
  invalid_schema: {
    error: 'inputSchema or outputSchema was not accepted.',
    details: [
      {
        path: '/runContract/inputSchema/type',
        message:
          'must be one of "array", "boolean", "integer", "null", "number", "object", "string"',
        keyword: 'type',
      },
    ],
  },
  invalid_cursor: { error: 'The cursor is not from this list. Start again without a cursor.' },
  url_not_allowed: {
    error: 'runContract/endpointPath must start with https://.',
    details: [
      { path: '/runContract/endpointPath', message: 'must start with https://', keyword: 'url' },
    ],
  },
  unauthenticated: { error: 'The API key is unknown, revoked or expired.' },
  budget_exceeded: {
    error: 'The budget of this API key has 0.01 USD left; the order costs 0.02.',
    reason: 'limit',
    remaining: { amount: 0.01, currency: 'USD', resetsAt: '2026-09-13T00:00:00.000Z' },
  },
  insufficient_scope: {
    error: 'The API key does not have the scope order:create.',
    requiredScope: 'order:create',
  },
  forbidden_origin: {
    error: 'Sessions are only for pages of the marketplace itself; use an API key elsewhere.',
  },
  signup_closed: { error: 'Sign-up needs an invitation; ask the operator of this marketplace.' },
  account_suspended: {
    error: 'The account is suspended; ask the operator of this marketplace.',
  },
  budget_protected: { error: 'An API key cannot change its own budget.' },
  not_found: { error: 'Listing not found.' },
  method_not_allowed: {
    error: 'PUT is not allowed for this path; use one of GET, HEAD, PATCH, OPTIONS.',
  },
  request_timeout: { error: 'The request did not arrive in time.' },
  invalid_state_transition: {
    error: `A listing that is archived cannot become published. ${CREATE_A_NEW_ONE}`,
    from: 'archived',
    to: 'published',
    allowed: [],
    status: 'archived',
  },
  listing_not_active: {
    error: 'The listing is paused and cannot be activated.',
    status: 'paused',
  },
  listing_archived: {
    error: `A listing that is archived cannot be changed. ${CREATE_A_NEW_ONE}`,
    status: 'archived',
  },
  listing_changed: {
    error: 'The listing costs 0.02 USD per call, more than your maxPrice of 0.01.',
    details: [{ path: '/maxPrice', message: 'must be >= 0.02', keyword: 'maxPrice' }],
    reason: 'max_price',
    price: PRICE,
  },
  order_running: { error: 'The call of this order has started, so it cannot be cancelled.' },
  order_settled: { error: 'This order is completed, so it cannot be cancelled.' },
  review_in_progress: {
    error: `The listing is already under review (pending_review). GET /v1/providers/${LISTING_ID} shows the progress of the review and its outcome.`,
    status: 'pending_review',
  },
  provider_was_published: {
    error: `A listing that has been published cannot be deleted; archive it with PATCH /v1/listings/${LISTING_ID} and { "listingState": "archived" }.`,
    status: 'published',
  },
  secret_not_available: {
    error: `The signing secret is created when the listing is published; the listing is draft now. Submit it for review with POST /v1/providers/${LISTING_ID}/submit.`,
    status: 'draft',
  },
  slug_taken: {
    error: 'This slug is taken, or was used before. Choose another, or leave it out.',
    details: [{ path: '/slug', message: 'is taken', keyword: 'slug' }],
  },
  email_taken: { error: 'An account with this email address already exists.' },
  payload_too_large: { error: 'The body is larger than 256 KiB.' },
  unsupported_media_type: { error: 'Send the body as JSON, with Content-Type: application/json.' },
  network: { error: 'GET /contract: the service at https://api.example.com could not be reached.' },
  non_ok_status: {
    error: 'GET https://api.example.com/contract returned 404; expected 200 with the contract.',
  },
  invalid_contract: {
    error:
      'The contract does not match /v1/mkt-schema. The schema: https://market.example/v1/mkt-schema. A contract to copy: https://market.example/docs/reference/seller-interface.md.',
    details: [{ path: '/provider', message: 'is required', keyword: 'required' }],
  },
  review_failed: {
    error:
      'A review check failed, so nothing was changed. Fix what `checks` lists and send the change again.',
    checks: [
      ...CHECKS.slice(0, 1),
      {
        name: 'reachability',
        ok: false,
        level: 'required',
        outcome: 'failed',
        message: 'GET /run returned a body of 34 bytes; expected none',
        fix: 'Respond to HEAD and GET on the endpoint with 200 and an empty body, without requiring a signature until the service has its secret.',
      },
    ],
  },
  idempotency_key_reused: {
    error:
      'This Idempotency-Key was already used with a different body in the last 24 hours. Use a new key, or send the same body.',
  },
  rate_limited: { error: 'Too many requests; try again in 5 s.' },
  quota_exceeded: {
    error: 'Too many of your orders are waiting. Try again when some have settled.',
    limit: 'waiting_orders',
  },
  headers_too_large: { error: 'The headers are larger than 16 KiB.' },
  internal: { error: 'Internal error; quote the request id when you report it.' },
  overloaded: {
    error: 'Too many orders are waiting for this seller. Try again in a moment.',
  },
  storage_unavailable: { error: 'The database is unavailable; try again.' },
};

/** `invalid_json` of an import is about the seller's contract. */
export const CONTRACT_NOT_JSON = { error: 'GET /contract: the response is not valid JSON.' };

interface OAuthReference {
  meaning: string;
  /** An example of `error_description`. */
  example: string;
}

/** What each refusal of a program means. */
export const OAUTH_ERRORS: Record<OAuthErrorCode, OAuthReference> = {
  authorization_pending: {
    meaning: 'The login has not been allowed or denied yet.',
    example: 'The login has not been allowed or denied yet.',
  },
  slow_down: {
    meaning: 'The program polled too early; from now on it must wait 5 s longer between polls.',
    example: 'Wait 5 s longer between requests from now on.',
  },
  access_denied: {
    meaning:
      'The login was denied, or the account has reached its maximum number of valid API keys.',
    example: 'The login was denied.',
  },
  expired_token: {
    meaning: 'The codes have expired.',
    example: 'The code has expired; ask for a new one.',
  },
  invalid_grant: {
    meaning:
      'The device code is unknown, belongs to another `client_id`, or was already exchanged for a key.',
    example: 'The device code is unknown, or was given to another client_id.',
  },
  invalid_request: {
    meaning: 'A parameter is missing, repeated or too long, or the body is not a form.',
    example: 'client_id is required.',
  },
  invalid_scope: {
    meaning: '`scope` names a scope that does not exist.',
    example: 'scope names a scope that does not exist.',
  },
  unsupported_grant_type: {
    meaning: '`grant_type` is not that of a device login.',
    example: 'grant_type must be urn:ietf:params:oauth:grant-type:device_code.',
  },
};
