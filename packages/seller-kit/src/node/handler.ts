import type { ServerResponse } from 'node:http';
import type { ServiceResponse } from '../responses.ts';
import type { Service } from '../service.ts';
import { closeAfterRefusal, discardRest } from './close-after-refusal.ts';
import { fromNode, type NodeRequest } from './node-request.ts';

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
