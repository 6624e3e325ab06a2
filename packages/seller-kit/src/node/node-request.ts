import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGrowingBuffer, HEADERS, socketBytesLimit } from '@mkt/protocol';
import { readTrace } from '@mkt/protocol/trace';
import { originOf } from '../contract.ts';
import type { ReadBody, ServiceRequest, SignedRequest } from '../service-request.ts';
import { type VerifiedRequest, type VerifyOptions, verifySigned } from '../verify-request.ts';

/** A request, with the fields that a body parser before the kit may have set. */
interface ParsedRequest extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

const ALREADY_READ: ReadBody = { ok: false, reason: 'already_read' };
const TOO_LARGE: ReadBody = { ok: false, reason: 'too_large' };
const FRAGMENTED: ReadBody = { ok: false, reason: 'fragmented' };
const ABORTED: ReadBody = { ok: false, reason: 'aborted' };

/**
 * Reads the raw bytes of a request's body. Reading stops as soon as the body is certain to be
 * refused; bytes that arrive later are discarded.
 */
function readNodeBody(request: ParsedRequest, maxBytes: number): Promise<ReadBody> {
  const kept = bytesKeptBy(request);
  if (kept) {
    return Promise.resolve(kept.length > maxBytes ? TOO_LARGE : { ok: true, bytes: kept });
  }
  // A stream that has ended already would never emit `end` again.
  if (request.readableDidRead || request.readableEnded) return Promise.resolve(ALREADY_READ);
  if (request.destroyed) return Promise.resolve(ABORTED);
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve(TOO_LARGE);

  return new Promise((resolve) => {
    const buffer = createGrowingBuffer(maxBytes);
    const maxSocketBytes = socketBytesLimit(maxBytes);
    let socketBytesBefore: number | undefined;

    function onData(chunk: Buffer): void {
      if (!buffer.append(chunk)) return refuse(TOO_LARGE);
      if (buffer.isFragmented()) return refuse(FRAGMENTED);
      // Bytes on the socket include the chunk framing, which `data` does not show.
      const { bytesRead } = request.socket;
      socketBytesBefore ??= bytesRead;
      if (bytesRead - socketBytesBefore > maxSocketBytes) refuse(FRAGMENTED);
    }
    function refuse(refusal: ReadBody): void {
      // Without a listener the rest is discarded; a paused stream would buffer it.
      request.off('data', onData);
      resolve(refusal);
    }
    request.on('data', onData);
    request.on('end', () => resolve({ ok: true, bytes: buffer.take() }));
    // Has no effect after `end`.
    request.on('close', () => resolve(ABORTED));
    request.on('error', () => resolve(ABORTED));
  });
}

/** Bytes kept by a parser's `verify` hook (as `rawBody`) or by express.raw (as `body`). */
function bytesKeptBy({ rawBody, body, readableDidRead }: ParsedRequest): Buffer | undefined {
  if (Buffer.isBuffer(rawBody)) return rawBody;
  return readableDidRead && Buffer.isBuffer(body) ? body : undefined;
}

/** A request of node:http, with the fields that express and connect add. */
export interface NodeRequest extends ParsedRequest {
  /** The path at which the handler is mounted; `url` is what follows it. */
  baseUrl?: string;
}

const SIGNATURE = HEADERS.signature.toLowerCase();
const PAYLOAD = HEADERS.payload.toLowerCase();

/** All values in order of arrival; `headers` would join two into one. */
function signatureHeaders({ rawHeaders }: NodeRequest) {
  const signature: string[] = [];
  const payload: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    // Nearly all other headers differ in length, which is cheaper to compare than lower-cased
    // names.
    if (name.length === SIGNATURE.length && name.toLowerCase() === SIGNATURE) {
      signature.push(rawHeaders[i + 1] ?? '');
    } else if (name.length === PAYLOAD.length && name.toLowerCase() === PAYLOAD) {
      payload.push(rawHeaders[i + 1] ?? '');
    }
  }
  return { signature, payload };
}

/**
 * The address that was requested. A tunnel or proxy forwards plain http, and states the original
 * scheme in X-Forwarded-Proto.
 */
function baseOf({ headers, socket, baseUrl = '' }: NodeRequest): string | undefined {
  const forwarded = String(headers['x-forwarded-proto'] ?? '').split(',')[0];
  const secure = forwarded === 'https' || (forwarded !== 'http' && 'encrypted' in socket);
  const origin = originOf(secure ? 'https' : 'http', headers.host);
  return origin === undefined ? undefined : origin + baseUrl.replace(/\/+$/, '');
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}

/** RFC 9112 allows the absolute form of a request target: `GET http://host/run`. */
const targetOf = (url: string) =>
  /^https?:\/\//i.test(url) && URL.canParse(url)
    ? new URL(url).pathname + new URL(url).search
    : url;

/** What the signature of a request covers, and its path. */
function readNodeRequest(request: NodeRequest): SignedRequest & { path: string } {
  const { method = 'GET', url = '/' } = request;
  const target = url.startsWith('/') ? url : targetOf(url);
  const mark = target.indexOf('?');
  return {
    method,
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    signatureHeaders: () => signatureHeaders(request),
    body: (maxBytes) => readNodeBody(request, maxBytes),
  };
}

const EXPRESS_FIX =
  'Put app.use(expressHandler(service)) before app.use(express.json()), or let that parser keep the ' +
  'bytes as req.rawBody.';
/** Fastify passes on the request of node:http, after its parsers. */
const FASTIFY_FIX =
  'With fastify, call removeAllContentTypeParsers() in the scope of the service, and ' +
  "addContentTypeParser('*', (request, payload, done) => done(null)), which leaves the body unread.";

export function fromNode(request: NodeRequest, response: ServerResponse): ServiceRequest {
  let signal: AbortSignal | undefined;
  return {
    ...readNodeRequest(request),
    // Only express sets it, also at the root.
    parserFix: request.baseUrl === undefined ? FASTIFY_FIX : EXPRESS_FIX,
    base: () => baseOf(request),
    signal: () => (signal ??= signalOf(response)),
    trace: () => readTrace(request.headers['traceparent'], request.headers['tracestate']),
  };
}

/**
 * `verifyRequest` for the requests of node:http and express. It reads the body itself, so it needs no
 * body parser; after one, the parser must have kept the bytes, as express.raw() does.
 *
 * ```ts
 * app.post('/run', async (request, response) => {
 *   const { bodyText } = await verifyNodeRequest(request);
 *   response.json(await work(JSON.parse(bodyText)));
 * });
 * ```
 *
 * Result, errors and options are those of `verifyRequest` (docs/reference/seller-interface.md#in-javascript).
 */
export function verifyNodeRequest(
  request: NodeRequest,
  options: VerifyOptions = {},
): Promise<VerifiedRequest> {
  return verifySigned(() => readNodeRequest(request), options);
}
