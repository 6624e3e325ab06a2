import { isObject, ORDER_STATES, type Route } from '@mkt/protocol';
import type { Outcome, WireRequest } from './attempt.ts';
import { copyCause, innermostMessage } from './cause.ts';
import { describeMs } from './duration.ts';
import { readErrorResponse } from './error-response.ts';
import { toApiError } from './error-table.ts';
import { ConnectionError, InvalidResponseError } from './errors.ts';
import { attachJsonTexts } from './order-text.ts';
import { redact } from './redact.ts';
import { retryAfterMs } from './retry.ts';

/** A successful answer. */
export interface ApiResponse<Data = unknown> {
  data: Data;
  /** JSON text of `data`, as it was sent; `undefined` where there is none. */
  text: string | undefined;
  status: number;
  headers: Headers;
  requestId: string | undefined;
}

export interface ResponseContext {
  request: WireRequest;
  timeoutMs: number;
  maxResponseBytes: number;
  /** Of a known operation: what its answer must look like. */
  success?: Route['success'] | undefined;
}

type Received = Extract<Outcome, { kind: 'response' }>;
type TooLarge = Extract<Outcome, { kind: 'too_large' }>;

/** The answer, or the error that the outcome stands for. */
export function readResponse(outcome: Outcome, context: ResponseContext): ApiResponse {
  switch (outcome.kind) {
    case 'unreachable':
    case 'timeout':
      throw unreachable(outcome, context);
    case 'too_large':
      throw invalid(
        outcome,
        context,
        `with more than ${context.maxResponseBytes} bytes, of which the rest was not read. Raise maxResponseBytes if that is right.`,
      );
    case 'response':
      return outcome.status >= 200 && outcome.status < 300
        ? readSuccess(outcome, context)
        : throwFailure(outcome, context);
  }
}

function unreachable(
  outcome: Exclude<Outcome, Received | TooLarge>,
  { request, timeoutMs }: ResponseContext,
) {
  const { origin } = new URL(request.url);
  const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
  if (outcome.kind === 'timeout') {
    const message = `The marketplace at ${origin} did not answer within ${describeMs(timeoutMs)}.`;
    return new ConnectionError(message, { type: 'timeout', idempotencyKey });
  }
  const cause = copyCause(outcome.thrown);
  return new ConnectionError(
    `Cannot reach the marketplace at ${origin}: ${innermostMessage(cause)}. Is it running, and is baseUrl right?`,
    { type: 'unreachable', cause, idempotencyKey },
  );
}

const requestIdOf = (headers: Headers) => headers.get('x-request-id') ?? undefined;

function readSuccess(outcome: Received, context: ResponseContext): ApiResponse {
  const { status, headers, text } = outcome;
  const requestId = requestIdOf(headers);
  const empty = { data: undefined, text: undefined, status, headers, requestId };
  if (status === 204 || context.success?.status === 204) return empty;
  if (context.request.method === 'HEAD') return empty;
  const parsed = parse(text);
  if (!parsed) throw notJson(outcome, context);
  if (context.success && !hasExpectedShape(parsed.value, context.success)) {
    throw invalid(outcome, context, 'with JSON of another shape than this operation has.');
  }
  if (hasOrders(context.success)) attachJsonTexts(parsed.value, text);
  return { ...empty, data: parsed.value, text };
}

/** Whether an operation answers orders, whose JSON is written by buyers and sellers. */
const hasOrders = (success: ResponseContext['success']) =>
  /Order(List)?$/.test(success?.schema ?? '');

function throwFailure(outcome: Received, context: ResponseContext): never {
  const { status, headers } = outcome;
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  if (isRedirect) {
    const to = headers.get('location');
    throw invalid(
      outcome,
      context,
      `with a redirect${to ? ` to ${to}` : ''}, which is not followed. Set baseUrl to its address.`,
    );
  }
  const keySent = context.request.headers.has('x-mkt-api-key');
  const response = readErrorResponse(parse(redact(outcome.text))?.value, {
    status,
    requestId: requestIdOf(headers),
    retryAfterMs: retryAfterMs(headers),
    hint: status === 401 && !keySent ? ' No key was sent: set MKT_API_KEY or pass apiKey.' : '',
  });
  throw response ? toApiError(response) : notJson(outcome, context);
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function notJson(outcome: Received, context: ResponseContext): InvalidResponseError {
  const type = outcome.headers.get('content-type') ?? 'no content type';
  return invalid(
    outcome,
    context,
    `(${type}), which is not the marketplace’s JSON: a proxy, perhaps, or the wrong baseUrl.`,
  );
}

function invalid(
  { status, headers }: Received | TooLarge,
  { request }: ResponseContext,
  how: string,
) {
  const { origin, pathname } = new URL(request.url);
  return new InvalidResponseError(
    `${request.method} ${pathname}: ${origin} answered ${status} ${how}`,
    { status, requestId: requestIdOf(headers), retryAfterMs: retryAfterMs(headers) },
  );
}

/** A member, a string, by which an answer is known for what it should be. */
const IDENTIFYING_MEMBER: Readonly<Record<string, string>> = {
  Provider: 'id',
  Listing: 'id',
  CatalogueListing: 'id',
  Order: 'id',
  SigningSecret: 'secret',
  CreatedApiKey: 'key',
  HealthReport: 'status',
  Me: 'userId',
};

const hasText = (value: unknown, member: string) =>
  isObject(value) && typeof value[member] === 'string';

/** Whether the answer is what was asked for. The rest is taken as it is: a newer one may have more. */
function hasExpectedShape(value: unknown, { schema }: Route['success']): boolean {
  if (!isObject(value)) return false;
  if (schema === undefined) return true;
  const member = IDENTIFYING_MEMBER[schema];
  if (member !== undefined && typeof value[member] !== 'string') return false;
  if (schema === 'Order') return (ORDER_STATES as readonly unknown[]).includes(value['orderState']);
  if (!schema.endsWith('List')) return true;
  const { data, nextCursor } = value;
  if (!Array.isArray(data)) return false;
  if (schema === 'CategoryList') return data.every((each) => hasText(each, 'category'));
  const isPage = nextCursor === null || typeof nextCursor === 'string';
  return isPage && data.every((each) => hasText(each, 'id'));
}
