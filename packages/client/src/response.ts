import { InexactNumber, isInexact, isObject } from '@mkt/protocol';
import type { Call } from './generated/calls.ts';
import type { WithResponse } from './api-promise.ts';
import type { Outcome, WireRequest } from './wire.ts';
import { copyCause, innermostMessage } from './cause.ts';
import { describeMs } from './duration.ts';
import { recordProblem } from './check-record.ts';
import { readErrorResponse } from './error-response.ts';
import { toApiError } from './error-table.ts';
import { ConnectionError, InvalidResponseError, NOT_PLACED } from './errors.ts';
import { attachJsonTexts } from './order-text.ts';
import { plainText, redact } from './redact.ts';
import { isUnsent, retryAfterMs } from './retry.ts';

export interface ResponseContext {
  request: WireRequest;
  timeoutMs: number;
  maxResponseBytes: number;
  /** The id or slug that was asked for, which a 404 names. */
  subject?: string | undefined;
  /** Whether no attempt to place an order can have arrived. */
  isNotPlaced?: boolean | undefined;
  /** What the response of a known operation must look like. */
  success?: Call['success'] | undefined;
}

type Received = Extract<Outcome, { kind: 'response' }>;
type TooLarge = Extract<Outcome, { kind: 'too_large' }>;

/** Returns the data, or throws the error for the outcome. */
export function readResponse(outcome: Outcome, context: ResponseContext): WithResponse<unknown> {
  switch (outcome.kind) {
    case 'unreachable':
    case 'timeout':
      throw unreachable(outcome, context);
    case 'too_large':
      throw invalid(
        outcome,
        context,
        `with more than ${context.maxResponseBytes} bytes; the rest was not read. If the size is expected, raise maxResponseBytes.`,
      );
    case 'response':
      return outcome.status >= 200 && outcome.status < 300
        ? readSuccess(outcome, context)
        : throwFailure(outcome, context);
  }
}

function unreachable(
  outcome: Exclude<Outcome, Received | TooLarge>,
  { request, timeoutMs, isNotPlaced }: ResponseContext,
) {
  const { origin } = new URL(request.url);
  if (outcome.kind === 'timeout') {
    const message = `The marketplace at ${origin} did not respond within ${describeMs(timeoutMs)}.`;
    return new ConnectionError(message, { type: 'timeout', mayHaveArrived: true });
  }
  const cause = copyCause(outcome.thrown);
  const why = innermostMessage(cause).trim().replace(/[.?]$/, '');
  return new ConnectionError(
    `Cannot reach the marketplace at ${origin}: ${why}. Is it running, and is baseUrl right?${isNotPlaced ? ` ${NOT_PLACED}` : ''}`,
    { type: 'unreachable', cause, mayHaveArrived: !isUnsent(outcome) },
  );
}

/** Redacted, because it becomes part of errors. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get('x-request-id');
  return id === null ? undefined : plainText(id);
}

function readSuccess(outcome: Received, context: ResponseContext): WithResponse<unknown> {
  const { status, headers, text } = outcome;
  const response = { status, headers, requestId: requestIdOf(headers), text: undefined };
  const isEmpty =
    status === 204 || context.success?.status === 204 || context.request.method === 'HEAD';
  if (isEmpty) return { data: undefined, response };
  const parsed = parse(text, hasSchemas(context.success));
  if (!parsed) throw notJson(outcome, context);
  const problem = context.success && problemOf(parsed.value, context.success, context.request);
  if (problem) throw notARecord(problem, outcome, context);
  if (hasOrders(context.success)) attachJsonTexts(parsed.value, text);
  return { data: parsed.value, response: { ...response, text } };
}

/** Whether an operation returns orders, in which buyers and sellers wrote some of the JSON. */
const hasOrders = (success: ResponseContext['success']) =>
  /Order(List)?$/.test(success?.schema ?? '');

/** Whether an operation returns contracts of services, whose JSON Schemas keep their digits. */
const hasSchemas = (success: ResponseContext['success']) =>
  /(?:Listing|Provider|Preview|History|Catalogue)(?:List)?$/.test(success?.schema ?? '');

function throwFailure(outcome: Received, context: ResponseContext): never {
  const { status, headers } = outcome;
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  if (isRedirect) {
    const to = headers.get('location');
    throw invalid(
      outcome,
      context,
      `with a redirect${to ? ` to ${to}` : ''}, and redirects are not followed. Set baseUrl to the new address.`,
    );
  }
  const response = readErrorResponse(parse(redact(outcome.text))?.value, {
    status,
    requestId: requestIdOf(headers),
    retryAfterMs: retryAfterMs(headers),
    hint: hintOf(outcome, context),
  });
  throw response ? toApiError(response) : notJson(outcome, context);
}

const OWN_LISTINGS = /\/v1\/(?:listings|providers)\b/;
const READ_SCOPE = /"(?:listing|provider):read"/;

/** A hint that the marketplace cannot give, because it is about this package. */
function hintOf({ status, text }: Received, { request, subject }: ResponseContext): string {
  if (status === 401 && !request.headers.has('x-mkt-api-key')) {
    return ' No key was sent: set MKT_API_KEY or pass apiKey.';
  }
  // The marketplace names a listing itself.
  if (status === 404 && subject !== undefined && !text.includes(subject)) {
    return ` Asked for: ${subject}.`;
  }
  if (status === 403 && OWN_LISTINGS.test(request.url) && READ_SCOPE.test(text)) {
    return ' It is for your own listings; market.search() and market.listing() read those for sale, without a key.';
  }
  if (status === 400 && text.includes('"/limit"')) {
    return ' limit is the size of a page: iterate over a list with for await to get all of it.';
  }
  return '';
}

function parse(text: string, keepsDigits = false): { value: unknown } | undefined {
  try {
    return {
      value: JSON.parse(text, keepsDigits && LONG_NUMBER.test(text) ? withDigits : undefined),
    };
  } catch {
    return undefined;
  }
}

/** A number that a double might change. Texts can look like it. */
const LONG_NUMBER = /[[:,\s]-?(?:[\d.]{16}|[\d.]+[eE])/;

/** TypeScript's standard library does not declare the third parameter yet. */
type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

/** An `InexactNumber` for each number that a double would change. Older browsers do not say which. */
const withDigits: Reviver = (_, value, context) =>
  typeof value === 'number' && context?.source !== undefined && isInexact(context.source)
    ? new InexactNumber(context.source)
    : value;

function notJson(outcome: Received, context: ResponseContext): InvalidResponseError {
  const type = outcome.headers.get('content-type') ?? 'no content type';
  return invalid(
    outcome,
    context,
    `(${type}) instead of the marketplace’s JSON. Check baseUrl and any proxy in between.`,
  );
}

function notARecord(
  problem: string,
  { status, headers }: Received,
  { request }: ResponseContext,
): InvalidResponseError {
  const { origin, pathname } = new URL(request.url);
  return new InvalidResponseError(
    `${origin} is not a mkt marketplace, or not one that this version of the client is compatible with: ${request.method} ${pathname} returned ${status}, but ${problem}. Check baseUrl.`,
    { status, requestId: requestIdOf(headers) },
  );
}

function invalid(
  { status, headers }: Received | TooLarge,
  { request }: ResponseContext,
  how: string,
) {
  const { origin, pathname } = new URL(request.url);
  return new InvalidResponseError(
    `${request.method} ${pathname}: ${origin} returned ${status} ${how}`,
    { status, requestId: requestIdOf(headers), retryAfterMs: retryAfterMs(headers) },
  );
}

/** The problem with the JSON that an operation returned, in words; undefined if there is none. */
function problemOf(
  value: unknown,
  { schema = '' }: Call['success'],
  request: WireRequest,
): string | undefined {
  const problem = recordProblem(schema, value);
  if (problem || !isObject(value)) return problem;
  if (/^(Seller)?Order$/.test(schema)) return orderProblem(value, '');
  if (!schema.endsWith('OrderList') || !Array.isArray(value['data'])) return undefined;
  const isWhole = new URL(request.url).searchParams.get('view') !== 'summary';
  for (const [index, order] of value['data'].entries()) {
    const found = orderProblem(order, `data[${index}].`, isWhole);
    if (found) return found;
  }
  return undefined;
}

/**
 * The types promise that a completed order has a result and a failed one a reason, and that there is
 * no other state, which the schema cannot say.
 */
function orderProblem(
  order: Record<string, unknown>,
  path: string,
  isWhole = true,
): string | undefined {
  switch (order['orderState']) {
    case 'pending':
    case 'running':
      return undefined;
    case 'completed':
      return 'result' in order || !isWhole ? undefined : `${path}result is missing`;
    case 'failed':
      if (!order['failure']) return `${path}failure is missing`;
      return 'errorMessage' in order ? undefined : `${path}errorMessage is missing`;
    default:
      return `${path}orderState is unknown`;
  }
}
