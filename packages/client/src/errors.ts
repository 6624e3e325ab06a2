import { plainText } from './redact.ts';
import type { CompletedOrder, FailedOrder, OpenOrder, Order } from './order.ts';

interface Facts {
  type: string;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
}

/**
 * The base of every error of this package. The only exception: aborting a call that neither places an order
 * nor waits for one throws the signal's reason.
 */
export class MktError extends Error {
  // On the prototype, so that the first line of the stack has the name even in minified code.
  static {
    this.prototype.name = 'MktError';
  }

  /** Machine-readable: the type of the marketplace's error, or one that the class defines. */
  readonly type: string;
  /** `x-request-id` of the response, by which the marketplace's operator can find the request. */
  readonly requestId: string | undefined;
  /**
   * The idempotency key of an activation that may have placed an order anyway: a retry with it
   * returns that order instead of placing a second one. `undefined` when no order was placed.
   */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, { type, requestId, idempotencyKey, cause }: Facts) {
    super(plainText(message), cause === undefined ? undefined : { cause });
    this.type = type;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
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

  declare readonly type: 'unreachable' | 'timeout';
  /** Whether a request may have been sent; `false` when no connection was made. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, facts: Facts & { mayHaveArrived: boolean }) {
    super(message, facts);
    this.mayHaveArrived = facts.mayHaveArrived;
  }
}

interface AbortFacts {
  /** Whether the call was to place an order. */
  isPlacing: boolean;
  order?: Order | undefined;
  idempotencyKey?: string | undefined;
}

export const NOT_PLACED = 'No order was placed.';
export const MAYBE_PLACED =
  'The order may have been placed: repeat the call with the same idempotencyKey to get it.';

/**
 * The `signal` of a call that places an order, or waits for one, was aborted; `cause` is its reason. That
 * ends the waiting, not an order that is running (docs/buy/orders.md#if-you-stop-waiting).
 */
export class AbortError extends MktError {
  static {
    this.prototype.name = 'AbortError';
  }

  /** The order as last received; after `run` has cancelled it, the failed order. */
  readonly order: Order | undefined;

  constructor(reason: unknown, facts: AbortFacts) {
    super(`${sentenceOf(reason)}${aboutOrder(facts)}`, {
      type: 'aborted',
      idempotencyKey: facts.idempotencyKey,
      cause: reason,
    });
    this.order = facts.order;
  }
}

function sentenceOf(reason: unknown): string {
  const said = (reason instanceof Error ? reason.message : String(reason)).trim();
  return said === '' ? 'The call was aborted.' : `${said.replace(/\.$/, '')}.`;
}

function aboutOrder({ order, idempotencyKey, isPlacing }: AbortFacts): string {
  if (!order && !isPlacing) return '';
  if (!order) return ` ${idempotencyKey === undefined ? NOT_PLACED : MAYBE_PLACED}`;
  const { id, orderState } = order;
  if (orderState === 'failed' || orderState === 'completed') {
    return ` Order ${id} ${orderState} and was ${order.charged ? '' : 'not '}charged.`;
  }
  return ` Order ${id} is still ${orderState}: orders.wait('${id}') waits for it again.`;
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

/**
 * The result does not match the listing's `outputSchema`, and the call was `strict`. The order is
 * completed and charged; `order.result` is what the seller sent.
 */
export class InvalidResultError extends MktError {
  static {
    this.prototype.name = 'InvalidResultError';
  }

  readonly order: CompletedOrder;

  constructor(order: CompletedOrder, requestId: string | undefined) {
    super(describeInvalidResult(order), { type: 'invalid_result', requestId });
    this.order = order;
  }
}

export function describeInvalidResult({ id, outputErrors }: CompletedOrder): string {
  const [first] = outputErrors ?? [];
  const where = first ? ` (${first.path || 'the result'} ${first.message})` : '';
  return `The result of order ${id} does not match the listing's outputSchema${where}. The order was charged.`;
}

/** The order did not settle in time. The marketplace continues to process it. */
export class WaitTimeoutError extends MktError {
  static {
    this.prototype.name = 'WaitTimeoutError';
  }

  /** The order as last received; undefined if there was no response. */
  readonly order: OpenOrder | undefined;

  constructor(
    message: string,
    facts: {
      order: OpenOrder | undefined;
      requestId?: string | undefined;
      idempotencyKey?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { type: 'wait_timeout', ...facts });
    this.order = facts.order;
  }
}

/** Records on an error of an activation that it may have placed an order. */
export function markAsPossiblyPlaced(error: unknown, idempotencyKey: string): void {
  if (error instanceof MktError) Object.assign(error, { idempotencyKey });
}
