import { isObject } from '@mkt/protocol';
import type { Call } from './generated/calls.ts';
import type { WithResponse } from './api-promise.ts';
import type { Outcome, WireRequest } from './wire.ts';
import { copyCause, innermostMessage } from './cause.ts';
import { describeMs } from './duration.ts';
import { readErrorResponse } from './error-response.ts';
import { toApiError } from './error-table.ts';
import { ConnectionError, InvalidResponseError } from './errors.ts';
import { attachJsonTexts } from './order-text.ts';
import { plainText, redact } from './redact.ts';
import { retryAfterMs } from './retry.ts';

export interface ResponseContext {
  request: WireRequest;
  timeoutMs: number;
  maxResponseBytes: number;
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
  { request, timeoutMs }: ResponseContext,
) {
  const { origin } = new URL(request.url);
  if (outcome.kind === 'timeout') {
    const message = `The marketplace at ${origin} did not respond within ${describeMs(timeoutMs)}.`;
    return new ConnectionError(message, { type: 'timeout' });
  }
  const cause = copyCause(outcome.thrown);
  return new ConnectionError(
    `Cannot reach the marketplace at ${origin}: ${innermostMessage(cause)}. Is it running, and is baseUrl right?`,
    { type: 'unreachable', cause },
  );
}

/** Redacted, because it becomes part of errors. */
function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get('x-request-id');
  return id === null ? undefined : plainText(id);
}

function readSuccess(outcome: Received, context: ResponseContext): WithResponse<unknown> {
  const { status, headers, text } = outcome;
  const response = { status, headers, requestId: requestIdOf(headers), text: undefined };
  const isEmpty =
    status === 204 || context.success?.status === 204 || context.request.method === 'HEAD';
  if (isEmpty) return { data: undefined, response };
  const parsed = parse(text);
  if (!parsed) throw notJson(outcome, context);
  if (context.success && !hasExpectedShape(parsed.value, context.success, context.request)) {
    throw invalid(
      outcome,
      context,
      'with JSON that this operation does not return. Check that baseUrl points to a marketplace, and that this version of the client is compatible with it.',
    );
  }
  if (hasOrders(context.success)) attachJsonTexts(parsed.value, text);
  return { data: parsed.value, response: { ...response, text } };
}

/** Whether an operation returns orders, in which buyers and sellers wrote some of the JSON. */
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
      `with a redirect${to ? ` to ${to}` : ''}, and redirects are not followed. Set baseUrl to the new address.`,
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
    `(${type}) instead of the marketplace’s JSON. Check baseUrl and any proxy in between.`,
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

/** A string member of each record that other JSON is unlikely to have. */
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

/** The same of each item of a list, where it is not `id`. */
const IDENTIFYING_MEMBER_OF_ITEM: Readonly<Record<string, string>> = {
  CategoryList: 'category',
  HistoryList: 'verdict',
  CatalogueHistoryList: 'verdict',
};

const hasText = (value: unknown, member: string) =>
  isObject(value) && typeof value[member] === 'string';

/**
 * Whether the JSON is what the operation returns. Only the members that callers branch on are checked;
 * a newer marketplace may send others.
 */
function hasExpectedShape(
  value: unknown,
  { schema }: Call['success'],
  request: WireRequest,
): boolean {
  if (!isObject(value)) return false;
  if (schema === undefined) return true;
  const member = IDENTIFYING_MEMBER[schema];
  if (member !== undefined && !hasText(value, member)) return false;
  if (schema === 'Order') return isOrder(value);
  if (!schema.endsWith('List')) return true;
  const { data, nextCursor } = value;
  if (!Array.isArray(data)) return false;
  const isWhole = schema === 'CategoryList' || nextCursor === null;
  if (!isWhole && typeof nextCursor !== 'string') return false;
  if (schema.endsWith('OrderList')) {
    const isEach = asksForSummaries(request) ? isOrderSummary : isOrder;
    return data.every(isEach);
  }
  const memberOfItem = IDENTIFYING_MEMBER_OF_ITEM[schema] ?? 'id';
  return data.every((item) => hasText(item, memberOfItem));
}

const asksForSummaries = ({ url }: WireRequest) =>
  new URL(url).searchParams.get('view') === 'summary';

/** The types promise that a completed order has a result. */
const isOrder = (value: unknown) =>
  isOrderSummary(value) &&
  isObject(value) &&
  (value['orderState'] !== 'completed' || 'result' in value);

/** The types promise that a failed order has a reason. */
function isOrderSummary(value: unknown): boolean {
  if (!isObject(value) || !hasText(value, 'id')) return false;
  switch (value['orderState']) {
    case 'pending':
    case 'running':
    case 'completed':
      return true;
    case 'failed':
      return hasText(value['failure'], 'kind') && hasText(value, 'errorMessage');
    default:
      return false;
  }
}
