/**
 * Every machine code an error body may carry, with its HTTP status. `invalid_json` answers our own
 * request with 400 and the seller's contract with 422, so it has a second status.
 */
export const ERROR_TYPES = {
  malformed_request: { status: 400, meaning: 'Not HTTP that the server understands.' },
  invalid_request: { status: 400, meaning: 'The body or the query does not fit its schema.' },
  invalid_json: {
    status: 400,
    importStatus: 422,
    meaning: 'The body is not JSON; with 422, the seller’s contract is not.',
  },
  invalid_input: { status: 400, meaning: 'The activation does not fit the listing’s inputSchema.' },
  invalid_schema: { status: 400, meaning: 'inputSchema or outputSchema is refused.' },
  invalid_cursor: { status: 400, meaning: 'The cursor is not one that this list gave.' },
  url_not_allowed: {
    status: 400,
    meaning: 'The URL is not https, or points at a private address.',
  },
  unauthenticated: {
    status: 401,
    meaning: 'The API key is missing, malformed, unknown, revoked or expired.',
  },
  insufficient_scope: { status: 403, meaning: 'The API key does not hold the required scope.' },
  forbidden_origin: { status: 403, meaning: 'A browser session was used from another site.' },
  account_suspended: {
    status: 403,
    meaning: 'The operator has suspended the account.',
  },
  not_found: { status: 404, meaning: 'No such path, or no such object among yours.' },
  method_not_allowed: { status: 405, meaning: 'The path exists with other methods; see Allow.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive whole in time.' },
  invalid_state_transition: {
    status: 409,
    meaning: 'That state cannot be reached from the present one.',
  },
  listing_not_active: { status: 409, meaning: 'The listing is not for sale now.' },
  listing_archived: { status: 409, meaning: 'An archived listing cannot be changed.' },
  listing_changed: {
    status: 409,
    meaning: 'The listing no longer fits the guards of the request; `price` is the present one.',
  },
  review_in_progress: { status: 409, meaning: 'The provider is being reviewed; try again after.' },
  provider_was_published: {
    status: 409,
    meaning: 'A provider that was once published can be archived, not deleted.',
  },
  secret_not_available: {
    status: 409,
    meaning: 'The signing secret is made when the provider is published.',
  },
  slug_taken: { status: 409, meaning: 'The slug is, or once was, that of a listing.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than the limit.' },
  unsupported_media_type: { status: 415, meaning: 'The body must be application/json.' },
  network: { status: 422, meaning: 'The seller’s service cannot be reached.' },
  non_ok_status: { status: 422, meaning: 'The seller’s /contract answered a non-2xx status.' },
  invalid_contract: {
    status: 422,
    meaning: 'The seller’s contract does not match /v1/mkt-schema.',
  },
  review_failed: { status: 422, meaning: 'A check of the review failed; nothing was changed.' },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key was used with another body.',
  },
  rate_limited: { status: 429, meaning: 'Too many requests; see Retry-After.' },
  quota_exceeded: { status: 429, meaning: 'The account has reached the limit named in `limit`.' },
  headers_too_large: { status: 431, meaning: 'The request’s headers are over 16 KiB.' },
  internal: { status: 500, meaning: 'A defect of the marketplace; the request id names it.' },
  overloaded: { status: 503, meaning: 'Too much is waiting; see Retry-After.' },
  storage_unavailable: { status: 503, meaning: 'The database cannot write; see Retry-After.' },
} as const satisfies Record<string, { status: number; importStatus?: number; meaning: string }>;

export type ErrorType = keyof typeof ERROR_TYPES;

/** The four ways in which an import can fail (docs/protocol.md#errors-of-an-import). */
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
