import { LIMITS, OVER_PRECISE, overPrecisePath, parseJson, type ReadValue } from '@mkt/protocol';
import type { Envelope } from '@mkt/protocol/signing';
import type { Trace } from '@mkt/protocol/trace';
import { identifyCall } from './identify-call.ts';
import {
  type Checked,
  failure,
  INTERNAL,
  isServiceError,
  jsonText,
  type ServiceResponse,
} from './responses.ts';
import { sentenceOf } from './schema-source.ts';
import type { Call, PreparedService } from './service-definition.ts';
import { bodyRefusal, readSignedBytes, type ServiceRequest } from './service-request.ts';

/** What `run` receives. */
interface Input {
  value: unknown;
  /** The body as it was sent; for GET and DELETE the query string. */
  text: string;
}

const MISMATCH = 'The input does not match the input schema';

const refuseInput = (message: string): Checked<Input> => ({
  ok: false,
  response: failure(400, message),
});

/** Reads the JSON body or the query string, and checks it against `input`. */
async function readInput(
  { readQuery, input }: PreparedService,
  request: ServiceRequest,
  bytes: Uint8Array,
): Promise<Checked<Input>> {
  let read: ReadValue;
  let text: string;
  if (readQuery) {
    text = request.query;
    read = readQuery(text);
  } else {
    const parsed = parseJson(bytes);
    if (!parsed.ok) return refuseInput(`The body ${parsed.message}`);
    ({ text } = parsed);
    read = parsed;
  }
  const longNumber = overPrecisePath(read);
  if (longNumber !== undefined) {
    return refuseInput(`${MISMATCH}: ${longNumber || 'the input'} ${OVER_PRECISE}`);
  }
  if (!input) return { ok: true, value: { value: read.value, text } };
  const checked = await input.read(read);
  return checked.ok
    ? { ok: true, value: { value: checked.value, text } }
    : refuseInput(`${MISMATCH}: ${sentenceOf(checked.details, 'the input')}`);
}

/**
 * The response with a result of `run` as JSON; `undefined` becomes `null`. In development a result
 * that does not match `output`, or that the marketplace would refuse, becomes a 500 that says
 * where.
 */
async function resultResponse(service: PreparedService, result: unknown): Promise<ServiceResponse> {
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
  const problem = service.checksResults ? await problemOf(service, text) : undefined;
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

/** One call of the marketplace: signature headers, body, identify, validate, run, respond. */
export async function runCall(
  service: PreparedService,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  const verification = service.verifications.of(request.environment);
  const identify = identifyCall(service, verification, request);
  if (!identify.ok) return identify.response;
  const body = await readSignedBytes(request, service.maxBodyBytes);
  if (!body.ok) return bodyRefusal(service, request, body);
  const envelope = await identify.value(body.bytes);
  if (!envelope.ok) return envelope.response;
  const input = await readInput(service, request, body.bytes);
  if (!input.ok) return input.response;
  const { value, text } = input.value;
  const isVerified = verification.kind === 'verified';
  const call = new IdentifiedCall(envelope.value, { isVerified, bodyText: text }, request);
  return await runWith(service, value, call);
}

/** Runs the seller's own code, which may throw or reject. */
async function runWith(
  service: PreparedService,
  input: unknown,
  call: Call,
): Promise<ServiceResponse> {
  let result: unknown;
  try {
    result = await service.run(input, call);
  } catch (error) {
    if (isServiceError(error)) return failure(error.status, error.message);
    service.logger.error(`[mkt] ${service.name}: run threw on order ${call.orderId}.`, error);
    return INTERNAL;
  }
  // Not within the `try`, which handles the seller's errors only.
  return await resultResponse(service, result);
}

/**
 * The signal and the trace are read only when they are used, which most handlers never do. This is a class so that
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

  get trace(): Trace | undefined {
    return this.#request.trace();
  }
}
