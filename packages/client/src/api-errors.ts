import type {
  BudgetReason,
  BudgetRemaining,
  ChangeReason,
  Check,
  Detail,
  Price,
} from '@mkt/protocol';
import { describeMs } from './duration.ts';
import { MktError } from './errors.ts';
import type { ErrorResponse } from './error-response.ts';

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
