export { createHttpServer, type HttpOptions, type HttpServer } from './http.ts';
export { LOST_ARGUMENT, losesArgument } from './lost-argument.ts';
export {
  MAX_LISTING_TOOLS,
  readListingNames,
  type Market,
  type Money,
  type Session,
} from './session.ts';
export { serveStdio, type StdioOptions } from './stdio.ts';
