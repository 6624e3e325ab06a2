import { HEADERS, isObject, LIMITS, type RouteId, type ROUTES } from '@mkt/protocol';
import { InvalidOptionError } from './errors.ts';
import { type Call, CALLS } from './generated/calls.ts';
import { randomKey, whyNotData, writeJson } from './json-text.ts';
import type { RequestHeaders } from './options.ts';
import type { Records } from './records.ts';
import type { WireRequest } from './wire.ts';

type Table = typeof ROUTES;

/** What an operation returns, by the route table. */
export type DataOf<Id extends RouteId> = Table[Id]['success'] extends {
  schema: infer Name extends keyof Records;
}
  ? Records[Name]
  : Table[Id]['success']['status'] extends 204
    ? void
    : Record<string, unknown>;

export const routeOf = (id: RouteId): Call => CALLS[id];

/** A value of each parameter of a path; a text is the value of `{id}`. */
export type PathValues = string | Readonly<Record<string, string>>;

// As a segment, these would make the path of another operation: a list, or a change to something
// else.
const NO_SEGMENT = /^\.{0,2}$/;

/** The route's path with its parameters filled in. */
export function pathOf({ path }: Call, values: PathValues | undefined): string {
  const isRecord = typeof values === 'object' && values !== null;
  const given: Readonly<Record<string, unknown>> = isRecord ? values : { id: values };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name];
    if (typeof value === 'string' && !NO_SEGMENT.test(value) && value.isWellFormed()) {
      return encodeURIComponent(value);
    }
    const shown = JSON.stringify(value) ?? typeof value;
    throw new InvalidOptionError(`Expected an id or a slug, but got ${shown}.`);
  });
}

/** Whether a request takes an `Idempotency-Key`. */
export function isIdempotent(method: string, path: string): boolean {
  const [pathname] = path.split(/[?#]/, 1);
  return Object.values(CALLS).some(
    (route) => route.idempotent === true && route.method === method && route.path === pathname,
  );
}

export interface RequestContent {
  /** Members that are undefined or null are left out; an object is sent as `name[member]=text`. */
  query?: object | undefined;
  /**
   * Any JSON value; undefined means no body. A BigInt is written as an integer, a `JsonText` or a
   * value of `JSON.rawJSON` as its text. `URLSearchParams` are sent as a form.
   */
  body?: unknown;
}

interface RequestParts extends RequestContent {
  headers?: RequestHeaders | undefined;
  /** These take precedence over `headers`. */
  optionHeaders?: RequestHeaders | undefined;
}

interface Sender {
  baseUrl: string;
  headers: Headers;
  apiKey: string | undefined;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BODILESS = new Set(['GET', 'HEAD']);
const IDEMPOTENCY_KEY = new RegExp(`^[!-~]([ -~]{0,${LIMITS.idempotencyKeyLength - 2}}[!-~])?$`);

/** A request that is ready to be sent; every attempt sends the same bytes. */
export function buildRequest(
  { baseUrl, headers, apiKey }: Sender,
  method: string,
  path: string,
  parts: RequestParts,
): WireRequest {
  if (!METHODS.has(method)) {
    throw new InvalidOptionError(`The method must be one of ${[...METHODS].join(', ')}.`);
  }
  if (parts.body !== undefined && BODILESS.has(method)) {
    throw new InvalidOptionError(`${method} takes no body: pass query instead.`);
  }
  const body = serialise(parts.body);
  return {
    method,
    url: urlOf(baseUrl, path, parts.query),
    headers: requestHeaders(
      [headers, parts.headers, parts.optionHeaders, { [HEADERS.apiKey]: apiKey }],
      { contentType: contentTypeOf(parts.body), needsKey: isIdempotent(method, path) },
    ),
    body,
  };
}

function urlOf(baseUrl: string, path: string, query: object = {}): string {
  if (!path.startsWith('/')) {
    throw new InvalidOptionError('The path must start with "/", as in /v1/me.');
  }
  const url = new URL(baseUrl + path);
  for (const [name, value] of Object.entries(query)) {
    for (const [key, text] of parametersOf(name, value)) url.searchParams.append(key, text);
  }
  return url.href;
}

/**
 * A time in the marketplace's form. Values such as `[object Promise]` are refused here, before they reach
 * the server.
 */
function textOf(name: string, value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  const isObjectOrFunction = Object(value) === value && !Array.isArray(value);
  const why = isObjectOrFunction && (whyNotData(value, value, false) ?? 'not a text or a Date');
  if (why) throw new InvalidOptionError(`${name} is ${why}. Nothing was sent.`);
  // oxlint-disable-next-line typescript/no-base-to-string -- an item of a list is for the server
  return String(value);
}

/** Objects such as `Date` are not plain: their own members say nothing. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);

/** An object becomes a parameter for each member, as in `metadata[job]=nightly`. */
function parametersOf(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (!isPlain(value)) return [[name, textOf(name, value)]];
  return Object.entries(value).flatMap(([member, inner]) =>
    parametersOf(`${name}[${member}]`, inner),
  );
}

function contentTypeOf(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  return body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json';
}

function serialise(body: unknown): string | undefined {
  return body instanceof URLSearchParams ? body.toString() : writeJson(body, 'body');
}

function requestHeaders(
  sources: (RequestHeaders | Headers | undefined)[],
  { contentType, needsKey }: { contentType: string | undefined; needsKey: boolean },
): Headers {
  const headers = mergeHeaders(sources);
  headers.set('accept', 'application/json');
  if (contentType !== undefined) headers.set('content-type', contentType);
  const traceparent = headers.has('traceparent') ? undefined : activeTraceparent();
  if (traceparent !== undefined) headers.set('traceparent', traceparent);
  const key = headers.get(HEADERS.idempotencyKey);
  if (key === null && needsKey) headers.set(HEADERS.idempotencyKey, randomKey());
  if (key !== null && !IDEMPOTENCY_KEY.test(key)) {
    throw new InvalidOptionError(
      `An idempotency key must have 1 to ${LIMITS.idempotencyKeyLength} printable ASCII characters and must not start or end with a space.`,
    );
  }
  return headers;
}

const TRACEPARENT = /^00-(?!0+-)[0-9a-f]{32}-(?!0+-)[0-9a-f]{16}-[0-9a-f]{2}$/;

interface OpenTelemetry {
  context?: { active(): { getValue(key: symbol): OpenTelemetrySpan | undefined } };
}

interface OpenTelemetrySpan {
  spanContext(): { traceId: string; spanId: string; traceFlags: number };
}

/**
 * The `traceparent` of the active span, if this program uses OpenTelemetry. All versions of its API share
 * what they know through these two symbols, for libraries that each have a copy. An import of a package
 * that may not be installed would fail in a bundler.
 */
function activeTraceparent(): string | undefined {
  // oxlint-disable-next-line no-restricted-globals -- where every copy of the API finds it
  const shared = globalThis as unknown as Record<symbol, OpenTelemetry | undefined>;
  try {
    const active = shared[Symbol.for('opentelemetry.js.api.1')]?.context?.active();
    const span = active?.getValue(Symbol.for('OpenTelemetry Context Key SPAN'))?.spanContext();
    if (!span) return undefined;
    const flags = span.traceFlags.toString(16).padStart(2, '0');
    const traceparent = `00-${span.traceId}-${span.spanId}-${flags}`;
    return TRACEPARENT.test(traceparent) ? traceparent : undefined;
  } catch {
    // Another version of the API: the request matters more than its trace.
    return undefined;
  }
}

/** Later sources take precedence. An error names the header, never its value. */
export function mergeHeaders(sources: readonly (RequestHeaders | Headers | undefined)[]): Headers {
  const headers = new Headers();
  for (const source of sources) {
    const entries = source instanceof Headers ? source : Object.entries(source ?? {});
    for (const [name, value] of entries) {
      if (value === undefined) continue;
      try {
        headers.set(name, value);
      } catch {
        throw new InvalidOptionError(
          `The header ${JSON.stringify(name)} has a name or a value that HTTP does not allow.`,
        );
      }
    }
  }
  return headers;
}
