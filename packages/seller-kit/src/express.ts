import { nodeHandler, type HandlerOptions, type NodeHandler } from './node/handler.ts';
import type { Service } from './service.ts';

export type { HandlerOptions, NodeHandler } from './node/handler.ts';

/**
 * A service as middleware of express 4 and 5, at the root or under a prefix:
 * `app.use(expressHandler(service))`, `app.use('/text', expressHandler(service))`. It reads the raw body itself, so it
 * stands before `express.json()`. Every path below it is the service's: others are 404, unless
 * `fallthrough` hands them on.
 */
export function expressHandler(service: Service, options: HandlerOptions = {}): NodeHandler {
  return nodeHandler(service, options);
}
