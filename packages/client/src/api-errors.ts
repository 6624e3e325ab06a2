import type { Check, Detail } from '@mkt/protocol';
import { describeMs } from './duration.ts';
import { MktError } from './errors.ts';
import type { ErrorResponse } from './error-response.ts';

const SHOWN_DETAILS = 3;

function messageOf({ reason, details, retryAfterMs, hint }: ErrorResponse): string {
  const places = details
    .slice(0, SHOWN_DETAILS)
    .map(({ path, message }) => `${path || 'the whole'} ${message}`);
  if (details.length > SHOWN_DETAILS) places.push(`${details.length - SHOWN_DETAILS} more`);
  const wait = retryAfterMs ? ` Try again in ${describeMs(retryAfterMs)}.` : '';
  return `${reason}${places.length > 0 ? ` (${places.join('; ')})` : ''}${wait}${hint}`;
}

/** An error that the marketplace answered (docs/protocol.md#errors). */
export class ApiError extends MktError {
  static {
    this.prototype.name = 'ApiError';
  }

  readonly status: number;
  /** The marketplace's own sentence, without what `message` adds to it. */
  readonly reason: string;
  /** What is wrong and where, as JSON Pointers; empty when there is nothing to list. */
  readonly details: readonly Detail[];
  /** From `Retry-After`. */
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

  /** The whole error body, as it came. */
  get body(): unknown {
    return this.#body;
  }
}

/** The request itself is wrong: its body, its query, its method, a URL in it. */
export class InvalidRequestError extends ApiError {
  static {
    this.prototype.name = 'InvalidRequestError';
  }
}

/** The input does not fit the listing's `inputSchema`. The seller was not called. */
export class InvalidInputError extends InvalidRequestError {
  static {
    this.prototype.name = 'InvalidInputError';
  }
}

/** No API key, or one that is unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  static {
    this.prototype.name = 'AuthenticationError';
  }
}

/** The API key may not do this. */
export class PermissionError extends ApiError {
  static {
    this.prototype.name = 'PermissionError';
  }

  /** The scope that the key would need. */
  readonly requiredScope: string | undefined;

  constructor(response: ErrorResponse) {
    super(response);
    this.requiredScope = response.requiredScope;
  }
}

/** No such object among yours, or no such path. */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = 'NotFoundError';
  }
}

/** The state of the object does not allow it. */
export class ConflictError extends ApiError {
  static {
    this.prototype.name = 'ConflictError';
  }

  /** With `invalid_state_transition`: the present state. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The states that can be reached from the present one. */
  readonly allowed: readonly string[] | undefined;

  constructor(response: ErrorResponse) {
    super(response);
    this.from = response.from;
    this.to = response.to;
    this.allowed = response.allowed;
  }
}

/** The request's body or headers are over the limit. */
export class PayloadTooLargeError extends ApiError {
  static {
    this.prototype.name = 'PayloadTooLargeError';
  }
}

/** Too many requests; `retryAfterMs` says how long to wait. */
export class RateLimitError extends ApiError {
  static {
    this.prototype.name = 'RateLimitError';
  }
}

/** The request is well formed and cannot be carried out. */
export class UnprocessableError extends ApiError {
  static {
    this.prototype.name = 'UnprocessableError';
  }
}

/**
 * The seller's service could not be imported; `type` is one of four
 * (docs/protocol.md#errors-of-an-import).
 */
export class ImportError extends UnprocessableError {
  static {
    this.prototype.name = 'ImportError';
  }
}

/** A check of the review failed, and nothing was changed. */
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

/** A defect of the marketplace, or more than it can take now. */
export class ServerError extends ApiError {
  static {
    this.prototype.name = 'ServerError';
  }
}
