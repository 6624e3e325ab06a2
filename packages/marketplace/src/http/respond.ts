import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthRoute,
  type BudgetRemaining,
  type Detail,
  ERROR_TYPES,
  type ErrorBody,
  type ErrorType,
  fromMicros,
  HEADERS,
  LIMITS,
  type OAuthErrorCode,
  type Price,
  type PriceInMicros,
} from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { validate, type ValidatedName } from '@mkt/protocol/validate';
import type { Clock, Identity, Log, RequestIds } from '../market/outside.ts';
import { type Keyset, PAGE_BYTES, type PageItems } from '../market/page.ts';
import {
  Refusal,
  type RefusalExtras,
  type Remaining,
  StorageUnavailable,
} from '../market/refusal.ts';
import { type BodyLimits, BodyRefused, type BodySource, readFormBody } from './body.ts';
import { closeAfterResponse } from './connections.ts';
import { RateLimited } from './rate-limits.ts';
import { cursorOf } from './request-head.ts';

/** Properties of the response: a WeakMap costs 1.5 µs per request, plus garbage collection. */
const REQUEST_ID = Symbol('request id');
const WAITED_MS = Symbol('waited');

interface WithRequestId {
  [REQUEST_ID]?: string;
  [WAITED_MS]?: number;
}

/** Gives a request the id that identifies it in its response, its error and the log. */
export function identify(res: ServerResponse, identity: Pick<Identity, 'id'>): void {
  (res as WithRequestId)[REQUEST_ID] = identity.id();
}

export function requestIdOf(res: ServerResponse): string {
  return (res as WithRequestId)[REQUEST_ID] ?? '';
}

/** How long the response waited for an order to settle; `undefined` if it could not wait. */
export const waitedMsOf = (res: ServerResponse): number | undefined =>
  (res as WithRequestId)[WAITED_MS];

/** Nothing that could be taken for more than an id. */
const CALLER_REQUEST_ID = /^[\w.:/+=@-]{1,128}$/;
const LIKE_A_SECRET = /mkt_|whsec_/;

/** The id that the caller sent, for the log; `undefined` for none, and for what might hold an API key. */
export function callerRequestIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers[HEADERS.requestId];
  if (typeof id !== 'string' || !CALLER_REQUEST_ID.test(id)) return undefined;
  return LIKE_A_SECRET.test(id) ? undefined : id;
}

export type ResponseHeaders = Record<string, string | number | string[]>;

/** What a handler returns: JSON as a value, text (JSON unless a header says otherwise), a stream, or no body. */
export type RouteResponse =
  | { status: number; json: unknown; headers?: ResponseHeaders }
  /** `body`: the text as `Content-Encoding` says. `waitedMs`: how long it waited for an order to settle. */
  | {
      status: number;
      text: string;
      body?: Buffer;
      headers?: ResponseHeaders;
      waitedMs?: number | undefined;
    }
  /** `stream` writes the body, once the head is written, and ends the response. */
  | { status: 200; stream(res: ServerResponse): void; headers?: ResponseHeaders }
  | { status: 204; headers?: ResponseHeaders };

const EXPOSED = [
  HEADERS.requestId,
  'location',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  HEADERS.idempotentReplayed,
  'preference-applied',
  'allow',
  'www-authenticate',
].join(', ');

/** Lets pages of any origin read a response. */
export const READABLE_ANYWHERE: ResponseHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
};

/**
 * Whether pages of any origin may call this path: only the API, whose keys are sent in a header. Other
 * pages must not read /auth or the endpoints for operators.
 */
export const isForAnyPage = (path: string): boolean => path.startsWith('/v1/');

const COMMON_HEADERS: ResponseHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/**
 * Writes a response with its length, so that the connection can be reused. Headers of the response
 * override those in `others`. Returns the length of the body before compression, which is what it costs to
 * make; 0 for a stream.
 */
export function send(
  res: ServerResponse,
  response: RouteResponse,
  requestId: string,
  others?: ResponseHeaders,
): number {
  const headers: ResponseHeaders = {
    [HEADERS.requestId]: requestId,
    ...COMMON_HEADERS,
    ...(isForAnyPage(res.req.url ?? '') ? READABLE_ANYWHERE : undefined),
    ...others,
    ...response.headers,
  };
  if (response.status === 204) {
    res.writeHead(204, headers);
    res.end();
    return 0;
  }
  if ('stream' in response) {
    res.writeHead(200, headers);
    res.flushHeaders();
    response.stream(res);
    return 0;
  }
  if ('text' in response && response.waitedMs !== undefined) {
    (res as WithRequestId)[WAITED_MS] = response.waitedMs;
  }
  const text =
    'text' in response ? response.text : JSON.stringify('json' in response ? response.json : null);
  headers['Content-Type'] ??= 'application/json';
  const length = Buffer.byteLength(text);
  const body = 'text' in response ? response.body : undefined;
  headers['Content-Length'] = body ? body.length : length;
  res.writeHead(response.status, headers);
  // Passed as a string, so that Node writes it together with the head.
  res.end(body ?? text);
  return length;
}

let lastSecond: number | undefined;
let lastText = '';

/**
 * RFC 3339 in UTC with milliseconds, of a whole number of Unix milliseconds. Up to the second, the
 * last text is used again: the three times of an order are close together, and `toISOString` takes
 * 0.7 µs.
 */
export function iso(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().slice(0, -4);
    lastSecond = second;
  }
  return `${lastText}${String(ms - second * 1000).padStart(3, '0')}Z`;
}

export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

export function presentPrice({ amountMicros, unit, currency }: PriceInMicros): Price {
  return { amount: fromMicros(amountMicros), unit, currency };
}

/** A refusal in the form that OAuth prescribes, always with status 400. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }
}

const invalidRequest = (description: string) => new OAuthError('invalid_request', description);

/**
 * The parameters of the route's schema from a form. A parameter without a value is as if it were
 * omitted, unknown ones are ignored, repeated ones refused (RFC 6749, section 3.2).
 */
export async function formBody(
  { body: name }: AuthRoute,
  req: IncomingMessage,
  limits: BodyLimits,
  source: Pick<BodySource, 'charge'>,
): Promise<unknown> {
  if (!name) return undefined;
  const form = await readFormBody(req, limits, source);
  if (!form) throw invalidRequest('Send the body as application/x-www-form-urlencoded.');
  const fields: Record<string, string> = {};
  for (const field of Object.keys(SCHEMAS[name]['properties'] as object)) {
    const [value, ...others] = form.getAll(field);
    if (others.length > 0) throw invalidRequest(`${field} must not be repeated.`);
    if (value) fields[field] = value;
  }
  const checked = validate(name as ValidatedName, fields);
  if (checked.ok) return checked.value;
  const [{ path, message } = { path: '', message: 'is not valid' }] = checked.details;
  throw invalidRequest(`${path.slice(1)} ${message}.`);
}

/** When to ask again if the database is unavailable. */
export const RETRY_STORAGE_SECONDS = 5;

/** The error body of the protocol; undefined members are left out. */
export function errorBody(
  type: ErrorType,
  message: string,
  requestId: string,
  extras: RefusalExtras = {},
): ErrorBody {
  const { details, from, to, allowed, requiredScope, checks, limit, price, listingStatus } = extras;
  const { reason, remaining } = extras;
  return {
    error: message,
    type,
    ...(details && details.length > 0 ? { details: details.slice(0, LIMITS.details) } : {}),
    requestId,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(allowed === undefined ? {} : { allowed: [...allowed] }),
    ...(requiredScope === undefined ? {} : { requiredScope }),
    ...(limit === undefined ? {} : { limit }),
    ...(price === undefined ? {} : { price }),
    ...(listingStatus === undefined ? {} : { status: listingStatus }),
    ...(reason === undefined ? {} : { reason }),
    ...(remaining === undefined ? {} : { remaining: presentRemaining(remaining) }),
    ...(checks === undefined ? {} : { checks: [...checks] }),
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof StorageUnavailable) {
    return new Refusal('storage_unavailable', 'The database is unavailable; try again.', {
      retryAfterSeconds: RETRY_STORAGE_SECONDS,
    });
  }
  return undefined;
}

function headersOf(refusal: Refusal): ResponseHeaders {
  const headers: ResponseHeaders = {};
  if (refusal.type === 'unauthenticated') {
    headers['WWW-Authenticate'] =
      `ApiKey realm="marketplace", header="${HEADERS.apiKey}", Bearer realm="marketplace"`;
  }
  const { retryAfterSeconds } = refusal.extras;
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = retryAfterSeconds;
  return headers;
}

/**
 * The response to an error; the only place that decides a status. Anything but a refusal is a
 * defect of the marketplace: the caller logs it, and the response does not reveal it.
 */
function errorResponse(
  error: unknown,
  requestId: string,
): RouteResponse & { internal: boolean; type: ErrorType } {
  if (error instanceof OAuthError) {
    const json = { error: error.code, error_description: error.message };
    return {
      internal: false,
      type: 'invalid_request',
      status: ERROR_TYPES.invalid_request.status,
      json,
    };
  }
  const refusal = refusalOf(error);
  if (!refusal) {
    return {
      internal: true,
      type: 'internal',
      status: ERROR_TYPES.internal.status,
      json: errorBody(
        'internal',
        'Internal error; quote the request id when you report it.',
        requestId,
      ),
    };
  }
  const { type, message, extras } = refusal;
  return {
    internal: false,
    type,
    status: extras.status ?? ERROR_TYPES[type].status,
    json: errorBody(type, message, requestId, extras),
    headers: headersOf(refusal),
  };
}

export const presentRemaining = (remaining: Remaining | null): BudgetRemaining | null =>
  remaining && {
    amount: fromMicros(remaining.amountMicros),
    currency: remaining.currency,
    resetsAt: isoOrNull(remaining.resetsAtMs),
  };

/** express throws a URIError for a path with invalid percent-encoding. */
function asRefusal(error: unknown): unknown {
  return error instanceof URIError
    ? new Refusal('malformed_request', 'The path has invalid percent-encoding.')
    : error;
}

export type HandleError = (thrown: unknown, req: IncomingMessage, res: ServerResponse) => void;

/** A request that was refused, for an observer in this process. */
export interface RefusedRequest {
  method: string;
  /** Without the query string. */
  path: string;
  type: string;
  message: string;
  /** Where the request is invalid. */
  details: readonly Detail[];
}

/** Within a minute, the 20th refusal of one type is logged, then the 200th and so on. */
const MANY = 20;
const REFUSALS_MS = 60_000;
const MAX_ADDRESSES = 100;

/** Logs refusals only when there are many of a type, with the address that most of them come from. */
function createRefusalLog({ log, clock, callerAddress }: ErrorDeps) {
  const byType = new Map<
    ErrorType,
    { since: number; count: number; next: number; addresses: Map<string, number> }
  >();
  return function note(type: ErrorType, req: IncomingMessage, ids: RequestIds): void {
    const now = clock.monotonic();
    let seen = byType.get(type);
    if (!seen || now - seen.since >= REFUSALS_MS) {
      byType.set(type, (seen = { since: now, count: 0, next: MANY, addresses: new Map() }));
    }
    const { addresses } = seen;
    seen.count += 1;
    const from = callerAddress(req);
    if (addresses.size < MAX_ADDRESSES || addresses.has(from)) {
      addresses.set(from, (addresses.get(from) ?? 0) + 1);
    }
    if (seen.count < seen.next) return;
    seen.next *= 10;
    const [address, fromAddress] = [...addresses].reduce((a, b) => (b[1] > a[1] ? b : a));
    const withinSeconds = Math.ceil((now - seen.since) / 1_000);
    const fields = { type, count: seen.count, withinSeconds, address, fromAddress };
    log.warn({ ...fields, ...ids }, 'many requests were refused');
  };
}

interface ErrorDeps {
  /** Counts the errors of each type. */
  count(type: ErrorType): void;
  log: Pick<Log, 'error' | 'warn'>;
  clock: Pick<Clock, 'monotonic'>;
  callerAddress(req: IncomingMessage): string;
  onRefusal?: ((refused: RefusedRequest) => void) | undefined;
}

/**
 * Responds to every request that was refused or failed, and logs those that the marketplace could not
 * serve, and refusals when there are many.
 */
export function errorHandler(deps: ErrorDeps): HandleError {
  const { log, onRefusal } = deps;
  const noteRefusal = createRefusalLog(deps);
  return function handleError(thrown, req, res) {
    const error = asRefusal(thrown);
    const requestId = requestIdOf(res);
    const { internal, type, ...response } = errorResponse(error, requestId);
    deps.count(type);
    const callerRequestId = callerRequestIdOf(req);
    const ids = { requestId, ...(callerRequestId === undefined ? {} : { callerRequestId }) };
    const refusal = refusalOf(error);
    if (internal) {
      const fields = { ...ids, method: req.method, err: error };
      log.error(fields, 'request failed with an internal error');
    } else if (refusal && response.status >= 500) {
      const cause = error instanceof StorageUnavailable ? { err: error } : {};
      const fields = { ...ids, method: req.method, type: refusal.type, ...cause };
      log.warn(fields, `request refused with ${response.status}`);
    } else if (refusal) noteRefusal(refusal.type, req, ids);
    if (error instanceof Refusal) {
      const { type, message, extras } = error;
      const [path = ''] = (req.url ?? '').split('?');
      onRefusal?.({ method: req.method ?? '', path, type, message, details: extras.details ?? [] });
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    if (error instanceof BodyRefused) closeAfterResponse(req, res);
    const rateHeaders = error instanceof RateLimited ? error.headers : {};
    send(res, { ...response, headers: { ...rateHeaders, ...response.headers } }, requestId);
  };
}

/** Room for the JSON around the items; the cursor is its longest part. */
const ENVELOPE_BYTES = 1024;

/**
 * A page as JSON text: as many items as fit, and at least one. `textOf` is called only for these
 * and the next one.
 */
export function pageText<Item>(
  list: string,
  { items, more }: PageItems<Item>,
  keyOf: (item: Item) => Keyset,
  textOf: (item: Item) => string,
  /** Other members of the page. */
  others: object = {},
): string {
  const texts: string[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const item of items) {
    const text = textOf(item);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > PAGE_BYTES && texts.length > 0) break;
    texts.push(text);
  }
  const last = items[texts.length - 1];
  const hasMore = more || texts.length < items.length;
  const next = hasMore && last !== undefined ? cursorOf(list, keyOf(last)) : null;
  const rest = JSON.stringify({ nextCursor: next, ...others }).slice(1);
  return `{"data":[${texts.join(',')}],${rest}`;
}

/** The response with a page. */
export function pageResponse<Item>(...page: Parameters<typeof pageText<Item>>): RouteResponse {
  return { status: 200, text: pageText(...page) };
}
