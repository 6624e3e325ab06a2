import type { ErrorType } from '@mkt/protocol';
import {
  ApiError,
  AuthenticationError,
  BudgetExceededError,
  ConflictError,
  ImportError,
  InvalidInputError,
  InvalidRequestError,
  ListingChangedError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionError,
  RateLimitError,
  ReviewFailedError,
  ServerError,
  UnprocessableError,
} from './api-errors.ts';
import type { ErrorResponse } from './error-response.ts';

type ApiErrorClass = new (response: ErrorResponse) => ApiError;

/** The class of every error type. */
const BY_TYPE: Readonly<Record<ErrorType, ApiErrorClass>> = {
  malformed_request: InvalidRequestError,
  invalid_request: InvalidRequestError,
  invalid_json: InvalidRequestError,
  invalid_input: InvalidInputError,
  invalid_schema: InvalidRequestError,
  invalid_cursor: InvalidRequestError,
  url_not_allowed: InvalidRequestError,
  unauthenticated: AuthenticationError,
  budget_exceeded: BudgetExceededError,
  insufficient_scope: PermissionError,
  forbidden_origin: PermissionError,
  signup_closed: PermissionError,
  account_suspended: PermissionError,
  budget_protected: PermissionError,
  not_found: NotFoundError,
  method_not_allowed: InvalidRequestError,
  request_timeout: ApiError,
  invalid_state_transition: ConflictError,
  listing_not_active: ConflictError,
  listing_archived: ConflictError,
  listing_changed: ListingChangedError,
  order_running: ConflictError,
  order_settled: ConflictError,
  review_in_progress: ConflictError,
  provider_was_published: ConflictError,
  secret_not_available: ConflictError,
  slug_taken: ConflictError,
  email_taken: ConflictError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: InvalidRequestError,
  network: ImportError,
  non_ok_status: ImportError,
  invalid_contract: ImportError,
  review_failed: ReviewFailedError,
  idempotency_key_reused: UnprocessableError,
  rate_limited: RateLimitError,
  quota_exceeded: RateLimitError,
  headers_too_large: PayloadTooLargeError,
  internal: ServerError,
  overloaded: ServerError,
  storage_unavailable: ServerError,
};

/** For types that only a newer marketplace has. */
const BY_STATUS: Readonly<Record<number, ApiErrorClass>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: BudgetExceededError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: UnprocessableError,
  429: RateLimitError,
};

const isKnown = (type: string): type is ErrorType => Object.hasOwn(BY_TYPE, type);

/** The error of a response, in the class of its type. */
export function toApiError(response: ErrorResponse): ApiError {
  return new (classOf(response))(response);
}

function classOf({ type, status }: ErrorResponse): ApiErrorClass {
  // One type has two statuses: 400 for the request's own body, 422 for the seller's contract.
  if (type === 'invalid_json' && status === 422) return ImportError;
  if (isKnown(type)) return BY_TYPE[type];
  return BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
}
