import type { Envelope } from '@mkt/protocol/signing';
import { answerResult } from './answer-result.ts';
import { failure, INTERNAL, type ServiceResponse } from './answers.ts';
import { identifyCall } from './identify-call.ts';
import { readInput } from './read-input.ts';
import type { Runner } from './runner.ts';
import type { Call } from './service-definition.ts';
import { isServiceError } from './service-error.ts';
import type { ServiceRequest } from './service-request.ts';
import { refuseBody, takeBody } from './take-body.ts';

/** A step that can be synchronous goes on at once: each promise between would cost half a microsecond. */
function then<Value, Next>(
  value: Value | Promise<Value>,
  step: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(step) : step(value);
}

/** One call of the marketplace: signature headers, body, identify, validate, run, answer. */
export function runCall(
  runner: Runner,
  request: ServiceRequest,
): ServiceResponse | Promise<ServiceResponse> {
  const verification = runner.verifications.of(request.environment);
  const identify = identifyCall(runner, verification, request);
  if (!identify.go) return identify.answer;
  return then(takeBody(runner, request), (body) => {
    if (!body.ok) return refuseBody(runner, body);
    return then(identify.value(body.bytes), (envelope) => {
      if (!envelope.go) return envelope.answer;
      return then(readInput(runner, request, body.bytes), (input) => {
        if (!input.go) return input.answer;
        const isVerified = verification.kind === 'verified';
        const { value, text } = input.value;
        return runWith(
          runner,
          value,
          new IdentifiedCall(envelope.value, { isVerified, bodyText: text }, request),
        );
      });
    });
  });
}

/** The seller's own code, which may throw, now or later. */
function runWith(
  runner: Runner,
  input: unknown,
  call: Call,
): ServiceResponse | Promise<ServiceResponse> {
  const failed = (error: unknown): ServiceResponse => {
    if (isServiceError(error)) return failure(error.status, error.message);
    runner.logger.error(`[mkt] ${runner.name}: run threw on order ${call.orderId}.`, error);
    return INTERNAL;
  };
  let result: unknown;
  let isLater: boolean;
  try {
    result = runner.run(input, call);
    isLater = isThenable(result);
  } catch (error) {
    return failed(error);
  }
  if (!isLater) return answerResult(runner, result);
  // Two steps: what answerResult throws is no fault of the seller's.
  return Promise.resolve(result).then((settled) => answerResult(runner, settled), failed);
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  value !== null &&
  (typeof value === 'object' || typeof value === 'function') &&
  typeof (value as { then?: unknown }).then === 'function';

/**
 * The signal is made when it is first read: most handlers never do. A class, because its getter is
 * on the prototype: one in an object literal gives every call a hidden class of its own, which the
 * garbage collector keeps, with the request, until a full collection (9 µs a call, measured).
 */
class IdentifiedCall implements Call {
  readonly orderId: string;
  readonly listingId: string;
  readonly buyerId: string;
  readonly verified: boolean;
  readonly bodyText: string;
  readonly #request: ServiceRequest;

  constructor(
    { orderId, listingId, buyerId }: Envelope,
    { isVerified, bodyText }: { isVerified: boolean; bodyText: string },
    request: ServiceRequest,
  ) {
    this.orderId = orderId;
    this.listingId = listingId;
    this.buyerId = buyerId;
    this.verified = isVerified;
    this.bodyText = bodyText;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal();
  }
}
