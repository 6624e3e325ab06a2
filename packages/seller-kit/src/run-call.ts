import { LIMITS, OVER_PRECISE, overPrecisePath, parseJson, type ReadValue } from '@mkt/protocol';
import type { Envelope } from '@mkt/protocol/signing';
import { identifyCall } from './identify-call.ts';
import { failure, INTERNAL, isServiceError, jsonText, type ServiceResponse } from './responses.ts';
import { type CheckedValue, sentenceOf } from './schema-source.ts';
import type { Call, PreparedService } from './service-definition.ts';
import { bodyRefusal, readSignedBytes, type ServiceRequest } from './service-request.ts';
import { proceed, respondWith, type Step } from './step.ts';

/** What `run` receives. */
interface Input {
  value: unknown;
  /** The body as it was sent; for GET and DELETE the query string. */
  text: string;
}

/** Reads the JSON body or the query string, and checks it against `input`. */
function readInput(
  { readQuery, input }: PreparedService,
  request: ServiceRequest,
  bytes: Uint8Array,
): Step<Input> | Promise<Step<Input>> {
  let read: ReadValue;
  let text: string;
  if (readQuery) {
    text = request.query;
    read = readQuery(text);
  } else {
    const parsed = parseJson(bytes);
    if (!parsed.ok) return respondWith(failure(400, `The body ${parsed.message}`));
    ({ text } = parsed);
    read = parsed;
  }
  const longNumber = overPrecisePath(read);
  if (longNumber !== undefined) {
    return respondWith(failure(400, `${MISMATCH}: ${longNumber || 'the input'} ${OVER_PRECISE}`));
  }
  if (!input) return proceed({ value: read.value, text });
  const checked = input.read(read);
  return checked instanceof Promise
    ? checked.then((settled) => stepOf(settled, text))
    : stepOf(checked, text);
}

const MISMATCH = 'The input does not match the input schema';

const stepOf = (checked: CheckedValue, text: string): Step<Input> =>
  checked.ok
    ? proceed({ value: checked.value, text })
    : respondWith(failure(400, `${MISMATCH}: ${sentenceOf(checked.details, 'the input')}`));

/**
 * The response with a result of `run` as JSON; `undefined` becomes `null`. In development a result
 * that does not match `output`, or that the marketplace would refuse, becomes a 500 that says
 * where.
 */
function resultResponse(
  service: PreparedService,
  result: unknown,
): ServiceResponse | Promise<ServiceResponse> {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(result ?? null);
  } catch (error) {
    cause = error;
  }
  if (text === undefined) {
    service.logger.error(
      `[mkt] ${service.name}: run returned a value that cannot be written as JSON.`,
      cause,
    );
    return INTERNAL;
  }
  return service.checksResults ? checkedResponse(service, text) : jsonText(200, text);
}

async function checkedResponse(service: PreparedService, text: string): Promise<ServiceResponse> {
  const problem = await problemOf(service, text);
  if (problem === undefined) return jsonText(200, text);
  service.logger.error(`[mkt] ${service.name}: ${problem}`);
  return failure(500, problem);
}

/** Checks the text that is sent, not the value that `run` returned: a Date is a string by then. */
async function problemOf({ output }: PreparedService, text: string): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LIMITS.resultBytes) {
    return `The result is larger than the ${LIMITS.resultBytes} bytes that the marketplace accepts`;
  }
  const parsed = parseJson(bytes);
  if (!parsed.ok) return `The result ${parsed.message}`;
  const read = await output?.read(parsed);
  return read?.ok === false
    ? `The result does not match the output schema: ${sentenceOf(read.details, 'the result')}`
    : undefined;
}

/**
 * Continues synchronously when the value is already available: each promise would cost half a
 * microsecond.
 */
function then<Value, Next>(
  value: Value | Promise<Value>,
  step: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(step) : step(value);
}

/** One call of the marketplace: signature headers, body, identify, validate, run, respond. */
export function runCall(
  service: PreparedService,
  request: ServiceRequest,
): ServiceResponse | Promise<ServiceResponse> {
  const verification = service.verifications.of(request.environment);
  const identify = identifyCall(service, verification, request);
  if (!identify.ok) return identify.response;
  return then(readSignedBytes(request, service.maxBodyBytes), (body) => {
    if (!body.ok) return bodyRefusal(service, request, body);
    return then(identify.value(body.bytes), (envelope) => {
      if (!envelope.ok) return envelope.response;
      return then(readInput(service, request, body.bytes), (input) => {
        if (!input.ok) return input.response;
        const isVerified = verification.kind === 'verified';
        const { value, text } = input.value;
        return runWith(
          service,
          value,
          new IdentifiedCall(envelope.value, { isVerified, bodyText: text }, request),
        );
      });
    });
  });
}

/** Runs the seller's own code, which may throw or reject. */
function runWith(
  service: PreparedService,
  input: unknown,
  call: Call,
): ServiceResponse | Promise<ServiceResponse> {
  const failed = (error: unknown): ServiceResponse => {
    if (isServiceError(error)) return failure(error.status, error.message);
    service.logger.error(`[mkt] ${service.name}: run threw on order ${call.orderId}.`, error);
    return INTERNAL;
  };
  let result: unknown;
  let isPromise: boolean;
  try {
    result = service.run(input, call);
    isPromise = isThenable(result);
  } catch (error) {
    return failed(error);
  }
  if (!isPromise) return resultResponse(service, result);
  // `failed` handles the seller's errors only, not what resultResponse might throw.
  return Promise.resolve(result).then((settled) => resultResponse(service, settled), failed);
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  value !== null &&
  (typeof value === 'object' || typeof value === 'function') &&
  typeof (value as { then?: unknown }).then === 'function';

/**
 * The signal is created when it is first read, which most handlers never do. This is a class so that
 * the getter is on the prototype: a getter in an object literal gives every call a hidden class of
 * its own, which stays alive with the request until a full garbage collection (9 µs a call, measured).
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
