import type { Serve } from '../serve-options.ts';

/** Here the runtime listens, not the program. */
export const serve: Serve = async () => {
  throw new Error('serve() needs Node; in this runtime export { fetch: service.fetch } instead');
};
