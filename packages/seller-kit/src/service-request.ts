import { createGrowingBuffer, HEADERS, sendsQuery } from '@mkt/protocol';
import { readTrace, type Trace } from '@mkt/protocol/trace';
import { failure, misconfigured, type ServiceResponse } from './responses.ts';
import type { PreparedService } from './service-definition.ts';

/** The bytes of a request's body, or why there are none. */
export type ReadBody =
  | { ok: true; bytes: Uint8Array }
  /**
   * `fragmented`: it arrived in very small chunks, or with far more framing than content.
   * `already_read`: another parser read the body and did not keep its bytes. `aborted`: the caller
   * disconnected.
   */
  | { ok: false; reason: 'too_large' | 'fragmented' | 'already_read' | 'aborted' };

/**
 * The parts of a request that its signature covers. Anything that takes work is a function, called
 * only when it is needed.
 */
export interface SignedRequest {
  readonly method: string;
  /** The raw query string, without its `?`. */
  readonly query: string;
  /** All values of both signing headers, so that a repeated header can be refused. */
  signatureHeaders(): { signature: readonly string[]; payload: readonly string[] };
  body(maxBytes: number): Promise<ReadBody>;
}

/** A request as the core sees it, the same for node:http, express and fetch. */
export interface ServiceRequest extends SignedRequest {
  /** The URL's path, with or without the path of the service's `baseUrl` before it. */
  readonly path: string;
  /** The second argument of `service.fetch`, in which Workers pass their secrets. */
  readonly environment?: unknown;
  /** What to change when another parser has read the body. */
  readonly parserFix?: string;
  /** `https://host/mount/path` from the request; `undefined` when its Host header is not valid. */
  base(): string | undefined;
  signal(): AbortSignal;
  trace(): Trace | undefined;
}

/** `service.fetch`: the core behind the Web-standard Request and Response. */
export const fetchHandler =
  (handle: (request: ServiceRequest) => Promise<ServiceResponse>) =>
  async (request: Request, environment?: unknown): Promise<Response> => {
    const { status, headers, body } = await handle(fromWeb(request, environment));
    return new Response(body, { status, headers });
  };

export function fromWeb(request: Request, environment?: unknown): ServiceRequest {
  const url = new URL(request.url);
  // Headers joins repeated values with a comma, and a joined value is never valid.
  const values = (name: string) => {
    const value = request.headers.get(name);
    return value === null ? [] : [value];
  };
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    signatureHeaders: () => ({
      signature: values(HEADERS.signature),
      payload: values(HEADERS.payload),
    }),
    body: (maxBytes) => readWebBody(request, maxBytes),
    environment,
    base: () => url.origin,
    signal: () => request.signal,
    trace: () => readTrace(request.headers.get('traceparent'), request.headers.get('tracestate')),
  };
}

async function readWebBody(request: Request, maxBytes: number): Promise<ReadBody> {
  if (request.bodyUsed) return { ok: false, reason: 'already_read' };
  if (Number(request.headers.get('content-length')) > maxBytes) {
    return { ok: false, reason: 'too_large' };
  }
  const buffer = createGrowingBuffer(maxBytes);
  try {
    for await (const chunk of request.body ?? []) {
      // Leaving the loop cancels the stream.
      if (!buffer.append(chunk)) return { ok: false, reason: 'too_large' };
      if (buffer.isFragmented()) return { ok: false, reason: 'fragmented' };
    }
  } catch {
    return { ok: false, reason: 'aborted' };
  }
  return { ok: true, bytes: buffer.take() };
}

/** Four times what a buyer may send. */
export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

const ALREADY_READ =
  'Another body parser read this request before @mkt/seller-kit, which needs the raw bytes.';
const PARSER_FIX =
  'Pass the request to service.fetch before anything reads its body, or read it from request.clone().';

/** The bytes that the signature covers: the body, or the raw query string of a GET or DELETE call. */
export async function readSignedBytes(
  request: SignedRequest,
  maxBodyBytes: number,
): Promise<ReadBody> {
  return sendsQuery(request.method)
    ? { ok: true, bytes: new TextEncoder().encode(request.query) }
    : await request.body(maxBodyBytes);
}

/** Status and sentence of the refusals that are the same with the kit's routes and without. */
export function bodyProblem(
  reason: 'too_large' | 'fragmented' | 'aborted',
  maxBodyBytes: number,
): { status: 400 | 413; message: string } {
  switch (reason) {
    case 'too_large':
      return { status: 413, message: `The body is larger than ${maxBodyBytes} bytes` };
    case 'fragmented':
      return {
        status: 400,
        message: 'The body arrived in too many small chunks, or with too much chunk framing',
      };
    case 'aborted':
      return { status: 400, message: 'The body ended before it was complete' };
  }
}

/** The response when the body cannot be read. */
export function bodyRefusal(
  { logger, maxBodyBytes, name }: PreparedService,
  { parserFix = PARSER_FIX }: ServiceRequest,
  { reason }: ReadBody & { ok: false },
): ServiceResponse {
  if (reason === 'already_read') {
    const sentence = `${ALREADY_READ} ${parserFix}`;
    logger.error(`[mkt] ${name}: ${sentence}`);
    return misconfigured(500, sentence);
  }
  const { status, message } = bodyProblem(reason, maxBodyBytes);
  return failure(status, message);
}
