import { ORDER_STATES, type Route } from '@mkt/protocol';
import type { Outcome, WireRequest } from './attempt.ts';
import { copyCause, innermostMessage } from './cause.ts';
import { describeMs } from './duration.ts';
import { isObject, readErrorBody } from './error-answer.ts';
import { toApiError } from './error-table.ts';
import { ConnectionError, InvalidResponseError } from './errors.ts';
import { giveOrderTexts } from './order-text.ts';
import { redact } from './redact.ts';
import { retryAfterMs } from './retry.ts';

/** A successful answer. */
export interface Answer<Data = unknown> {
  data: Data;
  /** JSON text of `data`, as it was sent; `undefined` where there is none. */
  text: string | undefined;
  status: number;
  headers: Headers;
  requestId: string | undefined;
}

export interface Asked {
  request: WireRequest;
  timeoutMs: number;
  maxResponseBytes: number;
  /** Of a known operation: what its answer must look like. */
  success?: Route['success'] | undefined;
}

type Answered = Extract<Outcome, { kind: 'answered' }>;
type TooLarge = Extract<Outcome, { kind: 'too_large' }>;

/** The answer, or the error that the outcome stands for. */
export function readAnswer(outcome: Outcome, asked: Asked): Answer {
  switch (outcome.kind) {
    case 'unreachable':
    case 'timeout':
      throw unreachable(outcome, asked);
    case 'too_large':
      throw invalid(
        outcome,
        asked,
        `with more than ${asked.maxResponseBytes} bytes, of which the rest was not read. Raise maxResponseBytes if that is right.`,
      );
    case 'answered':
      return outcome.status >= 200 && outcome.status < 300
        ? readSuccess(outcome, asked)
        : throwFailure(outcome, asked);
  }
}

function unreachable(
  outcome: Exclude<Outcome, Answered | TooLarge>,
  { request, timeoutMs }: Asked,
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

function readSuccess(outcome: Answered, asked: Asked): Answer {
  const { status, headers, text } = outcome;
  const requestId = requestIdOf(headers);
  const empty = { data: undefined, text: undefined, status, headers, requestId };
  if (status === 204 || asked.success?.status === 204) return empty;
  if (asked.request.method === 'HEAD') return empty;
  const parsed = parse(text);
  if (!parsed) throw notJson(outcome, asked);
  if (asked.success && !fits(parsed.value, asked.success)) {
    throw invalid(outcome, asked, 'with JSON of another shape than this operation has.');
  }
  if (hasOrders(asked.success)) giveOrderTexts(parsed.value, text);
  return { ...empty, data: parsed.value, text };
}

/** Whether an operation answers orders, whose JSON is written by buyers and sellers. */
const hasOrders = (success: Asked['success']) => /Order(List)?$/.test(success?.schema ?? '');

function throwFailure(outcome: Answered, asked: Asked): never {
  const { status, headers } = outcome;
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  if (isRedirect) {
    const to = headers.get('location');
    throw invalid(
      outcome,
      asked,
      `with a redirect${to ? ` to ${to}` : ''}, which is not followed. Set baseUrl to its address.`,
    );
  }
  const keySent = asked.request.headers.has('x-mkt-api-key');
  const answer = readErrorBody(parse(redact(outcome.text))?.value, {
    status,
    requestId: requestIdOf(headers),
    retryAfterMs: retryAfterMs(headers),
    hint: status === 401 && !keySent ? ' No key was sent: set MKT_API_KEY or pass apiKey.' : '',
  });
  throw answer ? toApiError(answer) : notJson(outcome, asked);
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function notJson(outcome: Answered, asked: Asked): InvalidResponseError {
  const type = outcome.headers.get('content-type') ?? 'no content type';
  return invalid(
    outcome,
    asked,
    `(${type}), which is not the marketplace’s JSON: a proxy, perhaps, or the wrong baseUrl.`,
  );
}

function invalid({ status, headers }: Answered | TooLarge, { request }: Asked, how: string) {
  const { origin, pathname } = new URL(request.url);
  return new InvalidResponseError(
    `${request.method} ${pathname}: ${origin} answered ${status} ${how}`,
    { status, requestId: requestIdOf(headers), retryAfterMs: retryAfterMs(headers) },
  );
}

/** A member, a string, by which an answer is known for what it should be. */
const KNOWN_BY: Readonly<Record<string, string>> = {
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
function fits(value: unknown, { schema }: Route['success']): boolean {
  if (!isObject(value)) return false;
  if (schema === undefined) return true;
  const knownBy = KNOWN_BY[schema];
  if (knownBy !== undefined && typeof value[knownBy] !== 'string') return false;
  if (schema === 'Order') return (ORDER_STATES as readonly unknown[]).includes(value['orderState']);
  if (!schema.endsWith('List')) return true;
  const { data, nextCursor } = value;
  if (!Array.isArray(data)) return false;
  if (schema === 'CategoryList') return data.every((each) => hasText(each, 'category'));
  const isPage = nextCursor === null || typeof nextCursor === 'string';
  return isPage && data.every((each) => hasText(each, 'id'));
}
