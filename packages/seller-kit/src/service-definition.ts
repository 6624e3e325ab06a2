import type { Method, ReadValue } from '@mkt/protocol';
import type { Signer } from '@mkt/protocol/signing';
import type { Trace } from '@mkt/protocol/trace';
import type { CallReport } from './call-report.ts';
import type { CallVerifications } from './identify-call.ts';
import type { Logger, LogRefusal } from './log.ts';
import type { ReplayStore } from './replay-store.ts';
import type { ServiceResponse } from './responses.ts';
import type { InputOf, ResultOf, SchemaInput, SchemaSource } from './schema-source.ts';
import type { ServiceRequest } from './service-request.ts';

/** What `run` receives in addition to its input: who called, and for which order. */
export interface Call {
  /** The order that this call fulfils; the marketplace calls at most once per order. */
  readonly orderId: string;
  readonly listingId: string;
  /** A pseudonym: the same for all calls of a buyer to your account, different at every other seller. */
  readonly buyerId: string;
  /** False when no signing secret is configured; the ids are then whatever the caller sent. */
  readonly verified: boolean;
  /**
   * The request's body as JSON text; for GET and DELETE the raw query string without its `?`. It
   * keeps digits that a JavaScript number loses, as in 9007199254740993
   * (docs/reference/protocol.md#numbers).
   */
  readonly bodyText: string;
  /** Aborts when the caller disconnects; the marketplace does so after 30 seconds. */
  readonly signal: AbortSignal;
  /**
   * The trace that the call is part of; `undefined` if neither the buyer nor the marketplace traces it.
   * Its `traceparent` and `tracestate` are what OpenTelemetry's `propagation.extract` reads. They are not
   * signed: use them for tracing only (docs/sell/diagnose.md#traces).
   */
  readonly trace: Trace | undefined;
}

/** The response to `GET /health`. Throw to report that the service is unhealthy. */
export interface HealthReport {
  readonly status: string;
  readonly [field: string]: unknown;
}

export interface ServiceDefinition<Input, Output> {
  /** Title of the listing, 1 to 200 characters. */
  name: string;
  /** Up to 5000 characters. */
  description: string;
  /**
   * The public https address at which the service is mounted, for example
   * `https://api.example.com/text`. The contract's `endpointPath` and `healthEndpoint` follow from
   * it. In development it may be left out, or be only the path at which the service is mounted, as
   * in `/text`: the contract then names the host that was requested. In production `/contract`
   * returns 500 without the whole address, because otherwise a caller could put an address of their
   * choice into your contract through the Host header.
   */
  baseUrl?: string | undefined;
  category?: string | undefined;
  /** At most 10, of 1 to 32 characters. */
  tags?: readonly string[] | undefined;
  /**
   * The price per `unit`: `amountCents` (an integer, hundredths of the currency) or `amount` (in the
   * currency, at most 6 decimals). `currency` is an ISO 4217 code, `USD` by default; `unit` is `call`
   * by default. Without a price, calls are free unless you set one when you publish the service.
   */
  price?:
    | {
        readonly amountCents?: number | undefined;
        readonly amount?: number | undefined;
        readonly currency?: string | undefined;
        readonly unit?: string | undefined;
      }
    | undefined;
  /** `POST` by default. With GET and DELETE the input comes from the query string. */
  method?: Method | undefined;
  /** Schema of the input. Without one `run` receives whatever JSON was sent, as `unknown`. */
  input?: Input;
  /**
   * Schema of the result. In development a result that does not match returns a 500 that says
   * where.
   */
  output?: Output;
  /** Shown to buyers. Each must match its schema. */
  examples?: { readonly request?: unknown; readonly response?: unknown } | undefined;
  /** Reports health to `GET /health`, within 5 seconds. `{ status: 'ok' }` by default. */
  health?: (() => HealthReport | Promise<HealthReport>) | undefined;
  /**
   * Does the work of a call and returns its result. A `ServiceError` sets the status and message of
   * the response; anything else that it throws becomes a 500 without details.
   */
  run: (input: InputOf<Input>, call: Call) => ResultOf<Output> | Promise<ResultOf<Output>>;
  /**
   * Replaces the variable `MKT_SIGNING_SECRET`. With several secrets, as during a rotation, each is
   * accepted (docs/sell/deploy.md#secrets). `false` accepts unsigned calls whatever the environment says:
   * for local work only.
   */
  signingSecret?: string | readonly string[] | false | undefined;
  /** Remembers received order ids: in memory by default. `false` accepts replayed calls. */
  replay?: ReplayStore | false | undefined;
  /** The largest accepted request body, in bytes; 1 MiB by default. */
  maxBodyBytes?: number | undefined;
  /** Called after each call, for a log of your own; `logCall` prints a line. */
  onCall?: ((report: CallReport) => void) | undefined;
  /** Receives warnings and errors; `console` by default. */
  logger?: Logger | undefined;
}

/** Any definition, without its type parameters. */
export type AnyDefinition = Omit<ServiceDefinition<SchemaInput, SchemaInput>, 'run'> & {
  run: (input: never, call: Call) => unknown;
};

/** What `/run` needs, prepared once from the definition. */
export interface PreparedService {
  name: string;
  method: Method;
  /** Only for GET and DELETE, whose input is the query string. */
  readQuery: ((query: string) => ReadValue) | undefined;
  maxBodyBytes: number;
  verifications: CallVerifications;
  input: SchemaSource | undefined;
  output: SchemaSource | undefined;
  /** True in development. */
  checksResults: boolean;
  run: (input: unknown, call: Call) => unknown;
  logger: Logger;
  logRefusal: LogRefusal;
}

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

/** Thrown by `defineService` for a definition that cannot be served. */
export class DefinitionError extends Error {
  /** One sentence per problem, each starting with the field. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`defineService:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'DefinitionError';
    this.problems = problems;
  }
}
