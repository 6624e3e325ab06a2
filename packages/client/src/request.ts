import { HEADERS, LIMITS } from '@mkt/protocol';
import type { WireRequest } from './attempt.ts';
import { InvalidOptionError } from './errors.ts';
import { writeJson } from './json-text.ts';
import { isIdempotent } from './operations.ts';
import { randomKey } from './random-key.ts';

export interface RequestParts {
  /** Members that are undefined or null are left out. */
  query?: object | undefined;
  /**
   * Any JSON value; undefined is no body. A BigInt is written as an integer, what `JSON.rawJSON` made
   * and a `JsonText` as they are.
   */
  body?: unknown;
  headers?: Readonly<Record<string, string | undefined>> | undefined;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BODILESS = new Set(['GET', 'HEAD']);
const IDEMPOTENCY_KEY = new RegExp(`^[!-~]([ -~]{0,${LIMITS.idempotencyKeyLength - 2}}[!-~])?$`);

/** A request that is ready to be sent, as often as it takes: its bytes are the same each time. */
export function buildRequest(
  { baseUrl, headers }: { baseUrl: string; headers: Headers },
  method: string,
  path: string,
  parts: RequestParts,
): WireRequest {
  if (!METHODS.has(method)) {
    throw new InvalidOptionError(`The method must be one of ${[...METHODS].join(', ')}.`);
  }
  if (parts.body !== undefined && BODILESS.has(method)) {
    throw new InvalidOptionError(`${method} takes no body: use query.`);
  }
  const body = serialise(parts.body);
  return {
    method,
    url: urlOf(baseUrl, path, parts.query),
    headers: requestHeaders(headers, parts.headers, {
      hasBody: body !== undefined,
      needsKey: isIdempotent(method, path),
    }),
    body,
  };
}

function urlOf(baseUrl: string, path: string, query: object = {}): string {
  if (!path.startsWith('/')) {
    throw new InvalidOptionError('The path must start with "/", as in /v1/me.');
  }
  const url = new URL(baseUrl + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.append(name, String(value));
  }
  return url.href;
}

function serialise(body: unknown): string | undefined {
  try {
    return writeJson(body);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it has no JSON form';
    throw new InvalidOptionError(`The body cannot be written as JSON: ${why}`);
  }
}

function requestHeaders(
  own: Headers,
  given: RequestParts['headers'],
  { hasBody, needsKey }: { hasBody: boolean; needsKey: boolean },
): Headers {
  const headers = withHeaders(own, given);
  headers.set('accept', 'application/json');
  if (hasBody) headers.set('content-type', 'application/json');
  const key = headers.get(HEADERS.idempotencyKey);
  if (key === null && needsKey) headers.set(HEADERS.idempotencyKey, randomKey());
  if (key !== null && !IDEMPOTENCY_KEY.test(key)) {
    throw new InvalidOptionError(
      `An idempotency key has 1 to ${LIMITS.idempotencyKeyLength} printable ASCII characters.`,
    );
  }
  return headers;
}

/** A copy with more headers set. The error names the header and never its value. */
export function withHeaders(base: Headers, more: RequestParts['headers'] = {}): Headers {
  const headers = new Headers(base);
  for (const [name, value] of Object.entries(more)) {
    if (value === undefined) continue;
    try {
      headers.set(name, value);
    } catch {
      throw new InvalidOptionError(
        `The header ${JSON.stringify(name)} has a name or a value that HTTP does not allow.`,
      );
    }
  }
  return headers;
}
