import type { Service } from '../service.ts';

export interface ServeOptions {
  /** The variable `PORT` by default, else 8801. 0 picks any free port. */
  port?: number | undefined;
  /** The address to listen on; all interfaces by default, as in node:http. */
  host?: string | undefined;
}

/** A running server, as `serve` returns it. */
export interface Server {
  /** `http://host:port`, with `localhost` when it listens on all interfaces. */
  readonly url: string;
  readonly port: number;
  /** Accepts no new calls, waits up to 35 seconds for those in flight, then resolves. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Serve = (service: Service, options?: ServeOptions) => Promise<Server>;
