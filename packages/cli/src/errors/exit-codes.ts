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
  6: 'Conflict: the current state does not allow the request; a slug, email address, idempotency key or port is already in use; or a file has a different secret.',
  7: 'The marketplace cannot be reached.',
  8: 'Timed out waiting; the order or review may still be running.',
  130: 'Interrupted.',
} as const satisfies Record<ExitCode, string>;

/** The exit codes for error responses of the marketplace; any other status is a failure. */
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

/** The types of the marketplace whose exit code does not follow from their status. */
const EXCEPTIONS: Partial<Record<ErrorType, ExitCode>> = {
  idempotency_key_reused: EXIT.conflict,
};

/** Errors without a response: of @mkt/client, then of this package. */
const WITHOUT_RESPONSE = {
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
} as const satisfies Record<string, ExitCode>;

const ofStatus = (status: number | undefined): ExitCode =>
  (status === undefined ? undefined : BY_STATUS[status]) ?? EXIT.failed;

export type AnyErrorType = ErrorType | keyof typeof WITHOUT_RESPONSE;

const isOwnType = (type: string): type is keyof typeof WITHOUT_RESPONSE =>
  Object.hasOwn(WITHOUT_RESPONSE, type);

export const isKnownErrorType = (type: string): type is AnyErrorType =>
  isErrorType(type) || isOwnType(type);

/** `status` is the HTTP status of the response, if the error came in one. */
export function exitCodeOf(type: string, status?: number): ExitCode {
  if (isOwnType(type)) return WITHOUT_RESPONSE[type];
  // The marketplace may be newer and have types that are not known here.
  if (!isErrorType(type)) return ofStatus(status);
  const entry: { status: number; importStatus?: number } = ERROR_TYPES[type];
  // Some types have two statuses: 400 is about our request, 422 about the seller's contract.
  if (status !== undefined && status === entry.importStatus) return EXIT.negative;
  return EXCEPTIONS[type] ?? ofStatus(entry.status);
}

/** The exit code of every error type that is known here. */
export const EXIT_CODES = Object.fromEntries(
  [...Object.keys(ERROR_TYPES), ...Object.keys(WITHOUT_RESPONSE)].map((type) => [
    type,
    exitCodeOf(type),
  ]),
) as Readonly<Record<AnyErrorType, ExitCode>>;
