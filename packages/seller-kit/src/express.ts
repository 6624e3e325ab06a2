import { nodeHandler, type HandlerOptions, type NodeHandler } from './node/handler.ts';
import type { Service } from './service-definition.ts';

export type { HandlerOptions, NodeHandler } from './node/handler.ts';

/**
 * A service as middleware for express 4 and 5, at the root or under a prefix:
 *
 * ```ts
 * app.use(expressHandler(service));
 * app.use('/text', expressHandler(service)); // baseUrl ends in /text
 * ```
 *
 * It verifies the raw body, so put it before `express.json()`. Requests for other paths get a 404,
 * unless `fallthrough` passes them on to later routes (docs/reference/seller-interface.md).
 */
export function expressHandler(service: Service, options: HandlerOptions = {}): NodeHandler {
  return nodeHandler(service, options);
}
