import type { Service } from '../service.ts';

export interface ServeOptions {
  /** The variable PORT, else 8801. 0 takes any free one. */
  port?: number | undefined;
  /** All interfaces by default, as node:http does. */
  host?: string | undefined;
}

export interface Server {
  /** `http://host:port`; of all interfaces, localhost. */
  readonly url: string;
  readonly port: number;
  /** Takes no new calls, lets those that run finish (35 seconds at most), then resolves. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Serve = (service: Service, options?: ServeOptions) => Promise<Server>;
