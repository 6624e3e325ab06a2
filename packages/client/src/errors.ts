import { plainText } from './redact.ts';
import type { Order } from './records.ts';

interface Facts {
  type: string;
  requestId?: string | undefined;
  cause?: unknown;
}

/** Every error that this package throws, but an abort, which is the signal's own reason. */
export class MktError extends Error {
  // On the prototype, so that the first line of the stack has it, minified or not.
  static {
    this.prototype.name = 'MktError';
  }

  /** Machine code: the marketplace's own, or the one of the class. */
  readonly type: string;
  /** `x-request-id` of the answer: what the marketplace's operator needs to find it. */
  readonly requestId: string | undefined;

  constructor(message: string, { type, requestId, cause }: Facts) {
    super(plainText(message), cause === undefined ? undefined : { cause });
    this.type = type;
    this.requestId = requestId;
  }
}

/** An option or an argument that cannot be used. Nothing was sent. */
export class InvalidOptionError extends MktError {
  static {
    this.prototype.name = 'InvalidOptionError';
  }

  constructor(message: string) {
    super(message, { type: 'invalid_option' });
  }
}

/** No answer: `type` is `unreachable`, or `timeout` when it took longer than `timeoutMs`. */
export class ConnectionError extends MktError {
  static {
    this.prototype.name = 'ConnectionError';
  }

  /** Of an activation. It may have arrived: the same key again gives the same order, not a second. */
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

/** An answer that is not the marketplace's: not JSON, a redirect, or of another shape. */
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

/** The order ended `failed`; nothing was charged. */
export class OrderFailedError extends MktError {
  static {
    this.prototype.name = 'OrderFailedError';
  }

  readonly order: Order;

  constructor(order: Order, requestId: string | undefined) {
    const seller = order.failure?.sellerMessage;
    const why = order.errorMessage ?? order.failure?.kind ?? 'no reason was given';
    super(`Order ${order.id} failed: ${why}${seller ? ` (the seller says: ${seller})` : ''}`, {
      type: 'order_failed',
      requestId,
    });
    this.order = order;
  }
}

/** The order was not over in time. It goes on at the marketplace. */
export class WaitTimeoutError extends MktError {
  static {
    this.prototype.name = 'WaitTimeoutError';
  }

  /** As it was last seen; undefined when no answer came at all. */
  readonly order: Order | undefined;
  /** Of the activation, when there is no order to show: the same key again asks for the same order. */
  readonly idempotencyKey: string | undefined;

  constructor(
    message: string,
    facts: {
      order: Order | undefined;
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
