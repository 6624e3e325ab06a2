import { ERROR_TYPES, isErrorType, type ErrorType } from '@mkt/protocol';

/** The exit codes of `mkt`. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  negative: 3,
  notAllowed: 4,
  notFound: 5,
  conflict: 6,
  unreachable: 7,
  timedOut: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS = {
  0: 'Success.',
  1: 'Failure: a bug, a limit, or anything not listed below.',
  2: 'The command line or the input was refused.',
  3: 'The order failed; a line of a batch has no result; the review flagged the listing; a check, the trial call or the test of a webhook failed; the contract could not be imported; publishing it would break buyers; or a file of types is out of date.',
  4: 'Not allowed: no valid API key, a missing scope, a suspended account, or an order over the budget of the key.',
  5: 'Not found.',
  6: 'Conflict: the current state does not allow the request; a slug, e-mail address, idempotency key or port is already in use; or a file has a different secret.',
  7: 'The marketplace cannot be reached.',
  8: 'Timed out waiting; the order or review may still be running.',
  130: 'Interrupted.',
} as const satisfies Record<ExitCode, string>;

/** Errors that @mkt/client raises without a response from a marketplace. */
type ClientErrorType =
  | 'invalid_option'
  | 'unreachable'
  | 'timeout'
  | 'invalid_response'
  | 'order_failed'
  | 'wait_timeout';

/** Errors that this package raises. */
type CliErrorType =
  | 'invalid_usage'
  | 'missing_value'
  | 'unreadable_input'
  | 'damaged_settings'
  | 'folder_not_empty'
  | 'write_failed'
  | 'batch_incomplete'
  | 'total_limit_reached'
  | 'filter_failed'
  | 'command_failed'
  | 'secret_differs'
  | 'checks_failed'
  | 'review_flagged'
  | 'trial_failed'
  | 'webhook_failed'
  | 'breaking_change'
  | 'not_visible'
  | 'types_outdated'
  | 'types_not_generated'
  | 'not_installed'
  | 'port_in_use'
  | 'declined'
  | 'interrupted'
  | 'defect';

/** The exit code of every error type. */
export const EXIT_CODES = {
  malformed_request: EXIT.usage,
  invalid_request: EXIT.usage,
  invalid_json: EXIT.usage,
  invalid_input: EXIT.usage,
  invalid_schema: EXIT.usage,
  invalid_cursor: EXIT.usage,
  url_not_allowed: EXIT.usage,
  unauthenticated: EXIT.notAllowed,
  budget_exceeded: EXIT.notAllowed,
  insufficient_scope: EXIT.notAllowed,
  forbidden_origin: EXIT.notAllowed,
  signup_closed: EXIT.notAllowed,
  account_suspended: EXIT.notAllowed,
  budget_protected: EXIT.notAllowed,
  not_found: EXIT.notFound,
  method_not_allowed: EXIT.usage,
  request_timeout: EXIT.failed,
  invalid_state_transition: EXIT.conflict,
  listing_not_active: EXIT.conflict,
  listing_archived: EXIT.conflict,
  listing_changed: EXIT.conflict,
  order_running: EXIT.conflict,
  order_settled: EXIT.conflict,
  review_in_progress: EXIT.conflict,
  provider_was_published: EXIT.conflict,
  secret_not_available: EXIT.conflict,
  slug_taken: EXIT.conflict,
  email_taken: EXIT.conflict,
  payload_too_large: EXIT.usage,
  unsupported_media_type: EXIT.usage,
  network: EXIT.negative,
  non_ok_status: EXIT.negative,
  invalid_contract: EXIT.negative,
  review_failed: EXIT.negative,
  idempotency_key_reused: EXIT.conflict,
  rate_limited: EXIT.failed,
  quota_exceeded: EXIT.failed,
  headers_too_large: EXIT.usage,
  internal: EXIT.failed,
  overloaded: EXIT.failed,
  storage_unavailable: EXIT.failed,

  invalid_option: EXIT.usage,
  unreachable: EXIT.unreachable,
  timeout: EXIT.unreachable,
  invalid_response: EXIT.unreachable,
  order_failed: EXIT.negative,
  wait_timeout: EXIT.timedOut,

  invalid_usage: EXIT.usage,
  missing_value: EXIT.usage,
  unreadable_input: EXIT.usage,
  damaged_settings: EXIT.usage,
  folder_not_empty: EXIT.usage,
  write_failed: EXIT.failed,
  batch_incomplete: EXIT.negative,
  total_limit_reached: EXIT.negative,
  filter_failed: EXIT.failed,
  command_failed: EXIT.failed,
  secret_differs: EXIT.conflict,
  checks_failed: EXIT.negative,
  review_flagged: EXIT.negative,
  trial_failed: EXIT.negative,
  webhook_failed: EXIT.negative,
  breaking_change: EXIT.negative,
  not_visible: EXIT.negative,
  types_outdated: EXIT.negative,
  types_not_generated: EXIT.failed,
  not_installed: EXIT.failed,
  port_in_use: EXIT.conflict,
  declined: EXIT.failed,
  interrupted: EXIT.interrupted,
  defect: EXIT.failed,
} as const satisfies Record<ErrorType | ClientErrorType | CliErrorType, ExitCode>;

/** For error types of a newer marketplace. */
const BY_STATUS: Readonly<Record<number, ExitCode>> = {
  400: EXIT.usage,
  401: EXIT.notAllowed,
  402: EXIT.notAllowed,
  403: EXIT.notAllowed,
  404: EXIT.notFound,
  405: EXIT.usage,
  409: EXIT.conflict,
  413: EXIT.usage,
  415: EXIT.usage,
  422: EXIT.negative,
  431: EXIT.usage,
};

export type AnyErrorType = keyof typeof EXIT_CODES;

export const isKnownErrorType = (type: string): type is AnyErrorType =>
  Object.hasOwn(EXIT_CODES, type);

/** `status` is the HTTP status of the response, if the error came in one. */
export function exitCodeOf(type: string, status?: number): ExitCode {
  // Some types have two statuses: 400 is about our request, 422 about the seller's contract.
  const isAboutContract = isErrorType(type) && importStatusOf(type) === status;
  if (isAboutContract && status !== undefined) return EXIT.negative;
  if (isKnownErrorType(type)) return EXIT_CODES[type];
  return (status !== undefined ? BY_STATUS[status] : undefined) ?? EXIT.failed;
}

function importStatusOf(type: ErrorType): number | undefined {
  const entry: { status: number; importStatus?: number } = ERROR_TYPES[type];
  return entry.importStatus;
}
