import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceResponse } from '../responses.ts';
import type { Service } from '../service-definition.ts';
import { fromNode, type NodeRequest } from './node-request.ts';

/** Time for the caller to read the response before the connection is closed. */
const LINGER_MS = 1_000;
/** How much of the body is discarded meanwhile. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
/** 16 MiB in chunks of 64 KiB are 256 chunks; each tiny chunk costs a microsecond or two. */
const MAX_DISCARDED_CHUNKS = 1_024;

/**
 * Discards the rest of a request's body. Pausing the request instead would make Node buffer up to
 * 64 KiB, which in 1-byte chunks are 65,536 objects and 28 MB per connection.
 */
function discardRest(request: IncomingMessage): void {
  request.resume();
}

/**
 * Ends a response that was sent before the whole request had arrived, and closes the connection.
 * Closing immediately would reset the connection of a caller who is still sending, and lose the response.
 * So the rest of the request is discarded first: up to 16 MiB, 1,024 chunks or 1 second. The whole
 * response body must have been written, with its length.
 */
function closeAfterRefusal(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  let chunks = 0;
  const timer = setTimeout(close, LINGER_MS);

  function onData(chunk: Buffer): void {
    bytes += chunk.length;
    chunks += 1;
    if (bytes > MAX_DISCARDED_BYTES || chunks > MAX_DISCARDED_CHUNKS) close();
  }
  function close(): void {
    clearTimeout(timer);
    request.off('data', onData);
    response.end();
  }
  request.on('data', onData);
  request.once('end', close);
  request.once('error', close);
  response.once('close', close);
}

export interface HandlerOptions {
  /**
   * Passes requests for other paths on to the app's later routes. By default they get the 404 that
   * docs/reference/seller-interface.md requires.
   */
  fallthrough?: boolean | undefined;
}

/** A handler of node:http, express and connect. */
export type NodeHandler = (
  request: NodeRequest,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * A service as a request listener of node:http, to pass to `createServer`. `serve` runs one with
 * timeouts and a graceful close (docs/sell/deploy.md).
 */
export function nodeHandler(
  service: Service,
  { fallthrough = false }: HandlerOptions = {},
): NodeHandler {
  return function mktService(request, response, next) {
    const incoming = fromNode(request, response);
    if (fallthrough && next && !service.serves(incoming.method, incoming.path)) {
      next();
      return;
    }
    void service.handle(incoming).then((result) => respond(request, response, result));
  };
}

function respond(request: NodeRequest, response: ServerResponse, result: ServiceResponse): void {
  if (request.complete) return send(response, result);
  discardRest(request);
  // The rest of the body may already have been read from the socket; by the next turn it is
  // discarded.
  setImmediate(() => sendEarly(request, response, result));
}

/** The caller disconnected, or earlier code such as a timeout has already responded. */
const isFinished = (response: ServerResponse) => response.destroyed || response.headersSent;

function send(response: ServerResponse, { status, headers, body }: ServiceResponse): void {
  if (isFinished(response)) return;
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Responds before the whole body has arrived, and does not wait for it. */
function sendEarly(request: NodeRequest, response: ServerResponse, result: ServiceResponse): void {
  if (request.complete || isFinished(response)) return send(response, result);
  const { status, body } = result;
  const headers = { ...result.headers, connection: 'close' };
  if (body === null) {
    response.writeHead(status, headers).flushHeaders();
  } else {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.write(body);
  }
  closeAfterRefusal(request, response);
}
