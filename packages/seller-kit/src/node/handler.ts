import type { ServerResponse } from 'node:http';
import type { ServiceResponse } from '../answers.ts';
import type { Service } from '../service.ts';
import { closeAfterRefusal, dropRest } from './close-after-refusal.ts';
import { fromNode, type NodeRequest } from './node-request.ts';

export interface HandlerOptions {
  /**
   * Hand what is not the service's own on to the app's later routes. Without it the answer is the
   * 404 that docs/seller-interface.md asks for.
   */
  fallthrough?: boolean | undefined;
}

/** Takes the requests and responses of node:http, express and connect. */
export type NodeHandler = (
  request: NodeRequest,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** A service as a handler of node:http. */
export function nodeHandler(
  service: Service,
  { fallthrough = false }: HandlerOptions = {},
): NodeHandler {
  return function mktService(request, response, next) {
    const asked = fromNode(request, response);
    if (fallthrough && next && !service.serves(asked.method, asked.path)) {
      next();
      return;
    }
    void service.handle(asked).then((answer) => answerWith(request, response, answer));
  };
}

function answerWith(request: NodeRequest, response: ServerResponse, answer: ServiceResponse): void {
  if (request.complete) return send(response, answer);
  dropRest(request);
  // The rest of it may be in what the socket has read already, and has gone by then.
  setImmediate(() => sendEarly(request, response, answer));
}

/** The caller is gone, or something before the kit has answered, as a timeout does. */
const isAnswered = (response: ServerResponse) => response.destroyed || response.headersSent;

function send(response: ServerResponse, { status, headers, body }: ServiceResponse): void {
  if (isAnswered(response)) return;
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** An answer to a request whose body has not arrived whole, and is not waited for. */
function sendEarly(request: NodeRequest, response: ServerResponse, answer: ServiceResponse): void {
  if (request.complete || isAnswered(response)) return send(response, answer);
  const { status, body } = answer;
  const headers = { ...answer.headers, connection: 'close' };
  if (body === null) {
    response.writeHead(status, headers).flushHeaders();
  } else {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.write(body);
  }
  closeAfterRefusal(request, response);
}
