import { plainText } from './redact.ts';
import type { FailedOrder, OpenOrder } from './order.ts';

interface Facts {
  type: string;
  requestId?: string | undefined;
  cause?: unknown;
}

/** The base of every error of this package. Only an abort throws something else: the signal's reason. */
export class MktError extends Error {
  // On the prototype, so that the first line of the stack has the name even in minified code.
  static {
    this.prototype.name = 'MktError';
  }

  /** Machine-readable: the type of the marketplace's error, or one that the class defines. */
  readonly type: string;
  /** `x-request-id` of the response, by which the marketplace's operator can find the request. */
  readonly requestId: string | undefined;

  constructor(message: string, { type, requestId, cause }: Facts) {
    super(plainText(message), cause === undefined ? undefined : { cause });
    this.type = type;
    this.requestId = requestId;
  }
}

/** An option or an argument is invalid. Nothing was sent. */
export class InvalidOptionError extends MktError {
  static {
    this.prototype.name = 'InvalidOptionError';
  }

  constructor(message: string) {
    super(message, { type: 'invalid_option' });
  }
}

/** No response: `type` is `unreachable`, or `timeout` when it took longer than `timeout`. */
export class ConnectionError extends MktError {
  static {
    this.prototype.name = 'ConnectionError';
  }

  /**
   * The idempotency key of an activation that may have arrived: a retry with it returns the same
   * order instead of placing a second one.
   */
  readonly idempotencyKey: string | undefined;

  constructor(
    message: string,
    facts: {
      type: 'unreachable' | 'timeout';
      cause?: unknown;
      idempotencyKey?: string | undefined;
    },
  ) {
    super(message, facts);
    this.idempotencyKey = facts.idempotencyKey;
  }
}

/**
 * A response that cannot be used: not JSON, a redirect, JSON of an unexpected shape, or too large.
 */
export class InvalidResponseError extends MktError {
  static {
    this.prototype.name = 'InvalidResponseError';
  }

  /** HTTP status; 0 for a redirect that a browser hides. */
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    facts: { status: number; requestId?: string | undefined; retryAfterMs?: number | undefined },
  ) {
    super(message, { type: 'invalid_response', requestId: facts.requestId });
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The order failed; nothing was charged. */
export class OrderFailedError extends MktError {
  static {
    this.prototype.name = 'OrderFailedError';
  }

  readonly order: FailedOrder;

  constructor(order: FailedOrder, requestId: string | undefined) {
    const { id, errorMessage, failure } = order;
    const seller = failure.sellerMessage;
    super(`Order ${id} failed: ${errorMessage}${seller ? ` (the seller says: ${seller})` : ''}`, {
      type: 'order_failed',
      requestId,
    });
    this.order = order;
  }
}

/** The order did not settle in time. The marketplace continues to process it. */
export class WaitTimeoutError extends MktError {
  static {
    this.prototype.name = 'WaitTimeoutError';
  }

  /** The order as last received; undefined if there was no response at all. */
  readonly order: OpenOrder | undefined;
  /**
   * The idempotency key of the activation. Without an `order`, a retry with it returns the one that
   * was placed, if any.
   */
  readonly idempotencyKey: string | undefined;

  constructor(
    message: string,
    facts: {
      order: OpenOrder | undefined;
      requestId?: string | undefined;
      idempotencyKey?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { type: 'wait_timeout', requestId: facts.requestId, cause: facts.cause });
    this.order = facts.order;
    this.idempotencyKey = facts.idempotencyKey;
  }
}
