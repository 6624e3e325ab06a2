import type { Method } from '@mkt/protocol';
import type { Signer } from '@mkt/protocol/signing';
import type { ServiceResponse } from './answers.ts';
import type { ServiceRequest } from './service-request.ts';

/** A defined service, ready to be served by an adapter. */
export interface Service {
  readonly name: string;
  /** The contract's method: what `/run` is called with. */
  readonly method: Method;
  /** `undefined` when it follows from each request. */
  readonly baseUrl: string | undefined;
  /** Signs as the marketplace would; `undefined` when no secret was known at the definition. */
  readonly signer: Signer | undefined;
  /** Whether a request is for one of the service's own endpoints; the others are its 404s. */
  serves(method: string, path: string): boolean;
  /** The core that every adapter calls. Never rejects. */
  handle(request: ServiceRequest): Promise<ServiceResponse>;
  /**
   * The Web-standard form, for Hono, Next, Bun, Deno and Workers. Needs no `this`. `environment` is
   * what Workers pass as the second argument: its `MKT_SIGNING_SECRET` comes before `process.env`'s.
   */
  readonly fetch: (request: Request, environment?: unknown) => Promise<Response>;
}
