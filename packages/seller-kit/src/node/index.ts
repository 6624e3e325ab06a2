export { nodeHandler, type HandlerOptions, type NodeHandler } from './handler.ts';
export { serve } from './serve.ts';
export type { Serve, ServeOptions, Server } from './serve-options.ts';
