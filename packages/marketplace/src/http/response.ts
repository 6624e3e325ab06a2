import type { ServerResponse } from 'node:http';
import { HEADERS } from '@mkt/protocol';

export type ResponseHeaders = Record<string, string | number | string[]>;

/** What a handler returns: JSON as a value, text (JSON unless a header says otherwise), a stream, or no body. */
export type RouteResponse =
  | { status: number; json: unknown; headers?: ResponseHeaders }
  | { status: number; text: string; headers?: ResponseHeaders }
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
 * override those in `others`. Returns the length of the body; 0 for a stream.
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
  const text =
    'text' in response ? response.text : JSON.stringify('json' in response ? response.json : null);
  headers['Content-Type'] ??= 'application/json';
  const length = Buffer.byteLength(text);
  headers['Content-Length'] = length;
  res.writeHead(response.status, headers);
  // Passed as a string, so that Node writes it together with the head.
  res.end(text);
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
