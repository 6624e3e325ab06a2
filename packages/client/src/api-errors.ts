import {
  type BudgetReason,
  type BudgetRemaining,
  type ChangeReason,
  type Check,
  type Detail,
  type ErrorType,
  isObject,
  type Price,
} from '@mkt/protocol';
import { recordProblem, wordOf } from './check-record.ts';
import { MktError } from './errors.ts';
import { describeMs } from './options.ts';
import { plainText } from './redact.ts';

/** An error response (docs/reference/protocol.md#errors). Every member is checked, because a proxy may have written it. */
interface ErrorResponse {
  status: number;
  type: string;
  requestId: string | undefined;
  reason: string;
  details: Detail[];
  retryAfterMs: number | undefined;
  from: string | undefined;
  to: string | undefined;
  allowed: string[] | undefined;
  requiredScope: string | undefined;
  checks: Check[];
  /** `reason` on the wire: which rule or condition refused it. */
  rule?: string | undefined;
  price?: Price | undefined;
  remaining?: BudgetRemaining | null;
  body: unknown;
  /** A sentence of this package on what to do, or an empty string. */
  hint: string;
}

const text = (value: unknown) => (typeof value === 'string' ? plainText(value) : undefined);
const all = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isDetail = (value: unknown): value is Detail => !recordProblem('Detail', value);
const isCheck = (value: unknown): value is Check => !recordProblem('Check', value);
const isPrice = (value: unknown): value is Price => !recordProblem('Price', value);
const isRemaining = (value: unknown): value is BudgetRemaining =>
  !recordProblem('BudgetRemaining', value);

/** Returns `undefined` when the body is not one of an error. */
export function readErrorResponse(
  body: unknown,
  response: Pick<ErrorResponse, 'status' | 'requestId' | 'retryAfterMs' | 'hint'>,
): ErrorResponse | undefined {
  if (!isObject(body) || typeof body['error'] !== 'string') return undefined;
  const allowed = body['allowed'];
  return {
    ...response,
    type: wordOf(body['type']) ?? 'unknown',
    requestId: response.requestId ?? text(body['requestId']),
    reason: body['error'],
    details: all(body['details']).filter(isDetail),
    from: wordOf(body['from']),
    to: wordOf(body['to']),
    allowed: Array.isArray(allowed)
      ? allowed.filter((state) => wordOf(state) !== undefined)
      : undefined,
    requiredScope: wordOf(body['requiredScope']),
    checks: all(body['checks']).filter(isCheck),
    rule: wordOf(body['reason']),
    price: isPrice(body['price']) ? body['price'] : undefined,
    remaining: isRemaining(body['remaining']) ? body['remaining'] : null,
    body,
  };
}

const SHOWN_DETAILS = 3;

function messageOf({ reason, details, retryAfterMs, hint }: ErrorResponse): string {
  const shown = details
    .slice(0, SHOWN_DETAILS)
    .map(({ path, message }) => `${path || 'the value'} ${message}`);
  if (details.length > SHOWN_DETAILS) shown.push(`${details.length - SHOWN_DETAILS} more`);
  const wait = retryAfterMs ? ` Try again in ${describeMs(retryAfterMs)}.` : '';
  return `${reason}${shown.length > 0 ? ` (${shown.join('; ')})` : ''}${wait}${hint}`;
}

/** An error response of the marketplace (docs/reference/protocol.md#errors). */
export class ApiError extends MktError {
  static {
    this.prototype.name = 'ApiError';
  }

  readonly status: number;
  /** The marketplace's sentence, without what `message` adds to it. */
  readonly reason: string;
  /** The problems, each with a JSON Pointer to where it is; empty if the error lists none. */
  readonly details: readonly Detail[];
  /** The delay that `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  readonly #body: unknown;

  constructor(response: ErrorResponse) {
    super(messageOf(response), response);
    this.status = response.status;
    this.reason = response.reason;
    this.details = response.details;
    this.retryAfterMs = response.retryAfterMs;
    this.#body = response.body;
  }

  /** The full error body, without API keys and signing secrets. */
  get body(): unknown {
    return this.#body;
  }
}

/** The request is invalid: its body, its query, its method, or a URL in it. */
export class InvalidRequestError extends ApiError {
  static {
    this.prototype.name = 'InvalidRequestError';
  }
}

/** The input does not match the listing's `inputSchema`. The service was not called. */
export class InvalidInputError extends InvalidRequestError {
  static {
    this.prototype.name = 'InvalidInputError';
  }
}

/** There is no API key, or it is unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  static {
    this.prototype.name = 'AuthenticationError';
  }
}

/**
 * The budget of the API key, or of a key above it, does not allow the order. Nothing was ordered
 * (docs/buy/spending.md#budgets).
 */
export class BudgetExceededError extends ApiError {
  static {
    this.prototype.name = 'BudgetExceededError';
  }

  /** The rule that refused the order; on the wire it is called `reason`. */
  readonly rule: BudgetReason | (string & {}) | undefined;
  /** What is left of that budget; `null` if it has no limit. */
  readonly remaining: BudgetRemaining | null;

  constructor(response: ErrorResponse) {
    super(response);
    this.rule = response.rule;
    this.remaining = response.remaining ?? null;
  }
}

/** The API key does not allow this. */
export class PermissionError extends ApiError {
  static {
    this.prototype.name = 'PermissionError';
  }

  /** The scope that the key lacks. */
  readonly requiredScope: string | undefined;

  constructor(response: ErrorResponse) {
    super(response);
    this.requiredScope = response.requiredScope;
  }
}

/** The record does not exist or is not yours, or there is no such path. */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = 'NotFoundError';
  }
}

/** The state of the record, or a guard of the activation, does not allow it. */
export class ConflictError extends ApiError {
  static {
    this.prototype.name = 'ConflictError';
  }

  /** The current state, if the type is `invalid_state_transition`. */
  readonly from: string | undefined;
  /** The requested state. */
  readonly to: string | undefined;
  /** The states that can be requested. */
  readonly allowed: readonly string[] | undefined;

  constructor(response: ErrorResponse) {
    super(response);
    this.from = response.from;
    this.to = response.to;
    this.allowed = response.allowed;
  }
}

/**
 * The listing does not meet a condition of the activation, such as `maxPrice`. Nothing was ordered
 * (docs/buy/orders.md#guarding-price-and-revision).
 */
export class ListingChangedError extends ConflictError {
  static {
    this.prototype.name = 'ListingChangedError';
  }

  /** The condition that is not met; on the wire it is called `reason`. */
  readonly rule: ChangeReason | (string & {}) | undefined;
  /** What a call costs now. */
  readonly price: Price | undefined;

  constructor(response: ErrorResponse) {
    super(response);
    this.rule = response.rule;
    this.price = response.price;
  }
}

/** The request's body or headers are too large. */
export class PayloadTooLargeError extends ApiError {
  static {
    this.prototype.name = 'PayloadTooLargeError';
  }
}

/** Too many requests, or over a quota; `retryAfterMs` says how long to wait. */
export class RateLimitError extends ApiError {
  static {
    this.prototype.name = 'RateLimitError';
  }
}

/** The request is valid, but cannot be carried out. */
export class UnprocessableError extends ApiError {
  static {
    this.prototype.name = 'UnprocessableError';
  }
}

/**
 * The service could not be imported; `type` says why (docs/reference/protocol.md#errors-of-an-import).
 */
export class ImportError extends UnprocessableError {
  static {
    this.prototype.name = 'ImportError';
  }
}

/** A check of the review failed; nothing was changed. */
export class ReviewFailedError extends UnprocessableError {
  static {
    this.prototype.name = 'ReviewFailedError';
  }

  /** Every check of the review, passed ones too. */
  readonly checks: readonly Check[];

  constructor(response: ErrorResponse) {
    super(response);
    this.checks = response.checks;
  }
}

/** The marketplace failed, or is overloaded. */
export class ServerError extends ApiError {
  static {
    this.prototype.name = 'ServerError';
  }
}

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

/** The classes for types that only a newer marketplace has. */
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
