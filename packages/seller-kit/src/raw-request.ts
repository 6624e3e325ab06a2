import { HEADERS } from '@mkt/protocol';
import type { ReadBody, SignedRequest } from './service-request-src-service-request.ts';

/** The parts of a request that its signature covers, for frameworks without a Fetch `Request`. */
export interface RawRequest {
  readonly method: string;
  /** Absolute, or a path. Include the query string: GET and DELETE calls sign it. */
  readonly url: string;
  /**
   * Headers by name, in any case, as node:http, AWS Lambda and others provide them, or a Fetch
   * `Headers`.
   */
  readonly headers: HeaderRecord | Pick<Headers, 'get'>;
  /**
   * The body exactly as it was sent, as bytes or text. A parsed body cannot be used: serializing it
   * again gives different bytes.
   */
  readonly body?: unknown;
}

export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Throws a TypeError if verifyRequest cannot read `request`. */
export function fromRaw(request: RawRequest): SignedRequest {
  // JavaScript callers may pass anything.
  const { method, url, headers } = (request ?? {}) as Partial<RawRequest>;
  if (typeof method !== 'string' || typeof url !== 'string' || !isHeaders(headers)) {
    throw new TypeError(
      'verifyRequest takes a Fetch Request, or an object with method, url, headers and body. ' +
        'In Hono pass c.req.raw; on node:http use verifyNodeRequest from @mkt/seller-kit/node.',
    );
  }
  const target = url.split('#', 1)[0] ?? '';
  const mark = target.indexOf('?');
  return {
    method,
    query: mark === -1 ? '' : target.slice(mark + 1),
    signatureHeaders: () => ({
      signature: valuesOf(headers, HEADERS.signature),
      payload: valuesOf(headers, HEADERS.payload),
    }),
    body: async (maxBytes) => readRawBody(request, maxBytes),
  };
}

const isHeaders = (headers: unknown): headers is RawRequest['headers'] =>
  typeof headers === 'object' && headers !== null;

const isFetchHeaders = (headers: RawRequest['headers']): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function';

/** All values of a header, so that a repeated one can be refused. */
function valuesOf(headers: RawRequest['headers'], name: string): string[] {
  if (isFetchHeaders(headers)) {
    const value = headers.get(name);
    return value === null ? [] : [value];
  }
  const wanted = name.toLowerCase();
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, value]) => value ?? []);
}

function readRawBody({ headers, body }: RawRequest, maxBytes: number): ReadBody {
  const bytes = bytesOf(body);
  if (bytes) {
    return bytes.length > maxBytes ? { ok: false, reason: 'too_large' } : { ok: true, bytes };
  }
  // express.raw() sets no body, or `{}` in express 4, when the request has none.
  const isExpected =
    Number(valuesOf(headers, 'content-length')[0]) > 0 ||
    valuesOf(headers, 'transfer-encoding').length > 0;
  return isExpected
    ? { ok: false, reason: 'already_read' }
    : { ok: true, bytes: new Uint8Array(0) };
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return typeof body === 'string' ? new TextEncoder().encode(body) : undefined;
}
