import type { Method } from '@mkt/protocol';
import type { Logger } from './logger.ts';
import type { ReplayStore } from './replay-store.ts';
import type { InputOf, ResultOf, SchemaInput } from './schema-source.ts';

/** What `run` is told of a call besides its input. */
export interface Call {
  /** The order that this call fulfils; the marketplace calls at most once per order. */
  readonly orderId: string;
  readonly listingId: string;
  /** A pseudonym: stable per buyer and seller account, different at each account. */
  readonly buyerId: string;
  /** False when no signing secret is configured: then the ids are whatever the caller sent. */
  readonly verified: boolean;
  /**
   * The request's body as JSON text; for GET and DELETE, which have none, the raw query string
   * without its `?`. `run` is given ordinary JavaScript values: a number with more digits than a
   * double keeps, such as 9007199254740993, has them here.
   */
  readonly bodyText: string;
  /** Aborts when the caller goes away; the marketplace does after 30 seconds. */
  readonly signal: AbortSignal;
}

/** What `GET /health` answers. Throw to be unhealthy: the status code decides. */
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
   * The public https address that the service is mounted at; `endpointPath` and `healthEndpoint`
   * follow from it. Without one they follow from each request's own Host header, in development
   * only: in production a caller could otherwise write an address of his own into your contract, so
   * there `/contract` is 500 without it.
   */
  baseUrl?: string | undefined;
  category?: string | undefined;
  /** At most 10, of 1 to 32 characters. */
  tags?: readonly string[] | undefined;
  /**
   * Per call: `amountCents` (hundredths of the currency's unit, an integer) or `amount` (units of
   * the currency, at most 6 decimals). USD and `call` by default.
   */
  price: {
    readonly amountCents?: number | undefined;
    readonly amount?: number | undefined;
    readonly currency?: string | undefined;
    readonly unit?: string | undefined;
  };
  /** POST by default. GET and DELETE take their input from the query string. */
  method?: Method | undefined;
  /** Without one `run` is given whatever JSON was sent. */
  input?: Input;
  /** Checked in development, where a result that does not fit is answered with 500. */
  output?: Output;
  /** Shown to buyers; each must fit its schema. */
  examples?: { readonly request?: unknown; readonly response?: unknown } | undefined;
  /** `{ status: 'ok' }` without one. Must answer within 5 seconds. */
  health?: (() => HealthReport | Promise<HealthReport>) | undefined;
  /** The service itself. What it throws is answered with 500, a `ServiceError` with its own status. */
  run: (input: InputOf<Input>, call: Call) => ResultOf<Output> | Promise<ResultOf<Output>>;
  /**
   * Instead of `MKT_SIGNING_SECRET`; several are all accepted, as during a rotation. `false` accepts
   * unsigned calls, on any runtime and whatever the environment has: for local work only.
   */
  signingSecret?: string | readonly string[] | false | undefined;
  /** Where received order ids are remembered: in memory by default; `false` accepts replays. */
  replay?: ReplayStore | false | undefined;
  /** The largest request body, 1 MiB by default. */
  maxBodyBytes?: number | undefined;
  /** `console` by default. */
  logger?: Logger | undefined;
}

/** Any definition, where its types no longer matter. */
export type AnyDefinition = Omit<ServiceDefinition<SchemaInput, SchemaInput>, 'run'> & {
  run: (input: never, call: Call) => unknown;
};
