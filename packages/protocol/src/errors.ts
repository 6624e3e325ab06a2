/**
 * Every `type` of an error body, with its HTTP status. `invalid_json` has two: 400 when the request
 * body is not JSON, 422 when the seller's contract is not.
 */
export const ERROR_TYPES = {
  malformed_request: { status: 400, meaning: 'The request is not valid HTTP.' },
  invalid_request: {
    status: 400,
    meaning: 'The body or the query string does not match its schema.',
  },
  invalid_json: {
    status: 400,
    importStatus: 422,
    meaning:
      'The body is not acceptable JSON: malformed, nested too deeply, with a repeated name or a number out of range. With status 422 the problem is in the seller’s contract, which may also be too large.',
  },
  invalid_input: { status: 400, meaning: 'The input does not match the listing’s inputSchema.' },
  invalid_schema: { status: 400, meaning: 'inputSchema or outputSchema is not accepted.' },
  invalid_cursor: { status: 400, meaning: 'The cursor was not issued by this list.' },
  url_not_allowed: {
    status: 400,
    meaning: 'The URL is not https, or points to a private address.',
  },
  unauthenticated: {
    status: 401,
    meaning: 'The API key or session is missing, malformed, unknown, revoked or expired.',
  },
  budget_exceeded: {
    status: 402,
    meaning:
      'The budget of the API key, or of a key above it, does not allow the order: `reason` names the rule, `remaining` what is left.',
  },
  insufficient_scope: { status: 403, meaning: 'The API key does not have the required scope.' },
  forbidden_origin: {
    status: 403,
    meaning:
      'The request uses or changes a session, but does not show that it came from a page of the marketplace.',
  },
  signup_closed: { status: 403, meaning: 'Signing up requires an invitation, or is disabled.' },
  account_suspended: {
    status: 403,
    meaning: 'The operator has suspended the account.',
  },
  budget_protected: {
    status: 403,
    meaning: 'A key cannot change its own budget, or that of a key above it.',
  },
  not_found: {
    status: 404,
    meaning: 'The path does not exist, or the object does not exist or is not yours.',
  },
  method_not_allowed: { status: 405, meaning: 'The path does not support this method; see Allow.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive completely in time.' },
  invalid_state_transition: {
    status: 409,
    meaning: 'The requested state cannot be reached from the current one.',
  },
  listing_not_active: { status: 409, meaning: 'The listing is not currently for sale.' },
  listing_archived: { status: 409, meaning: 'An archived listing cannot be changed.' },
  listing_changed: {
    status: 409,
    meaning:
      'The listing no longer meets the conditions of an order: `reason` is `max_price`, `currency`, `unit`, `revision` or, if another request changed it in the meantime, `changed`; `price` is its current price.',
  },
  order_running: {
    status: 409,
    meaning: 'The call of the order has started, so it cannot be cancelled.',
  },
  order_settled: { status: 409, meaning: 'The order has settled, so it cannot be cancelled.' },
  review_in_progress: {
    status: 409,
    meaning:
      'The listing is being reviewed; try again after the review. A PATCH without `runContract` is accepted meanwhile.',
  },
  provider_was_published: {
    status: 409,
    meaning: 'A listing that has been published can be archived but not deleted.',
  },
  secret_not_available: {
    status: 409,
    meaning: 'The listing has not been published yet, so it has no signing secret.',
  },
  slug_taken: { status: 409, meaning: 'The slug is, or was, in use by another listing.' },
  email_taken: { status: 409, meaning: 'An account with this email address already exists.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than the limit.' },
  unsupported_media_type: { status: 415, meaning: 'The body must be application/json.' },
  network: { status: 422, meaning: 'The seller’s service cannot be reached.' },
  non_ok_status: { status: 422, meaning: 'The seller’s /contract returned a non-2xx status.' },
  invalid_contract: {
    status: 422,
    meaning: 'The seller’s contract does not match /v1/mkt-schema.',
  },
  review_failed: { status: 422, meaning: 'A review check failed; nothing was changed.' },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key was used with a different body.',
  },
  rate_limited: { status: 429, meaning: 'Too many requests; see Retry-After.' },
  quota_exceeded: { status: 429, meaning: 'The account has reached the limit named in `limit`.' },
  headers_too_large: { status: 431, meaning: 'The request headers exceed 16 KiB.' },
  internal: { status: 500, meaning: 'The marketplace failed unexpectedly; report the request id.' },
  overloaded: { status: 503, meaning: 'The server is at capacity; see Retry-After.' },
  storage_unavailable: { status: 503, meaning: 'The database is unavailable; see Retry-After.' },
} as const satisfies Record<string, { status: number; importStatus?: number; meaning: string }>;

export type ErrorType = keyof typeof ERROR_TYPES;

/** Errors that any request can get, whether or not it matches a route. */
export const GENERAL_ERROR_TYPES = [
  'malformed_request',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'headers_too_large',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
] as const satisfies readonly ErrorType[];

/** The four ways in which an import can fail (docs/reference/protocol.md#errors-of-an-import). */
export const IMPORT_ERROR_TYPES = [
  'network',
  'non_ok_status',
  'invalid_json',
  'invalid_contract',
] as const satisfies readonly ErrorType[];

export type ImportErrorType = (typeof IMPORT_ERROR_TYPES)[number];

export function isErrorType(text: unknown): text is ErrorType {
  return typeof text === 'string' && Object.hasOwn(ERROR_TYPES, text);
}
