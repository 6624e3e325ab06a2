import type { ServerResponse } from 'node:http';
import type { ServiceResponse } from '../answers.ts';
import type { Service } from '../service.ts';
import { fromNode, type NodeRequest } from './node-request.ts';

export interface HandlerOptions {
  /**
   * Hand what is not the service's own on to the app's later routes. Without it the answer is the
   * 404 that the specification asks for.
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
  { fallthrough = false }: HandlerOptions,
): NodeHandler {
  return function mktService(request, response, next) {
    const asked = fromNode(request, response);
    if (fallthrough && next && !service.serves(asked.method, asked.path)) {
      next();
      return;
    }
    void service.handle(asked).then((answer) => send(response, answer));
  };
}

function send(response: ServerResponse, { status, headers, body }: ServiceResponse): void {
  // The caller is gone, or something before the kit has answered, as a timeout does.
  if (response.destroyed || response.headersSent) return;
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
