export { nodeHandler, type HandlerOptions, type NodeHandler } from './handler.ts';
export { verifyNodeRequest, type NodeRequest } from './node-request.ts';
export { listenAddress, serve } from './serve.ts';
export type { ListenAddress, Serve, ServeOptions, Server } from './serve.ts';
