import type { Method } from '@mkt/protocol';
import type { Signer } from '@mkt/protocol/signing';
import type { ServiceResponse } from './responses.ts';
import type { ServiceRequest } from './service-request-src-service-request.ts';

/** A service made by `defineService`, ready to be served. */
export interface Service {
  readonly name: string;
  /** The contract's method, with which `/run` is called. */
  readonly method: Method;
  /** As they were defined, for tests of the service. */
  readonly examples: { readonly request?: unknown; readonly response?: unknown };
  /** Without a trailing slash; `undefined` when the address is taken from each request. */
  readonly baseUrl: string | undefined;
  /** Signs as the marketplace does; `undefined` if no secret was configured. */
  readonly signer: Signer | undefined;
  /** Whether a request is for one of the service's endpoints. Every other request gets a 404. */
  serves(method: string, path: string): boolean;
  /** The core that every adapter calls. Never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
  /**
   * Responds to a Web-standard request: for Hono, Next.js, Bun, Deno and Workers. It needs no `this`.
   * `environment` is what Workers pass as the second argument; its `MKT_SIGNING_SECRET` takes
   * precedence over that of `process.env`.
   */
  readonly fetch: (request: Request, environment?: unknown) => Promise<Response>;
}
