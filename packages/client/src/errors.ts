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

  /** For programs: the marketplace's error type, or one of the class. */
  readonly type: string;
  /** `x-request-id` of the response: the marketplace's operator finds the request by it. */
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

  /** Of an activation, which may have arrived. The same key again returns its order, not a second one. */
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

/** A response that is not the marketplace's: not JSON, a redirect, of another shape, or too large. */
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

/** The order did not settle in time. It continues at the marketplace. */
export class WaitTimeoutError extends MktError {
  static {
    this.prototype.name = 'WaitTimeoutError';
  }

  /** As it was last seen; undefined when there was no response at all. */
  readonly order: OpenOrder | undefined;
  /** Of the activation. Without an `order`, the same key again returns the one that was placed, if any. */
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
