import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@mkt/protocol';
import { readTrace } from '@mkt/protocol/trace';

// A trace is kept as text: its `traceparent`, which always has the same length; a mark if the span that it
// names is one of this marketplace; and after a space its `tracestate`, if there is one.

const TRACEPARENT_LENGTH = 55;
const OWN = '*';

/** The trace that a request belongs to; null for none. `mark` is set for a span of this marketplace. */
export function traceOf(
  { traceparent, tracestate }: IncomingHttpHeaders,
  mark: '' | typeof OWN = '',
): string | null {
  // Most requests belong to none.
  if (traceparent === undefined) return null;
  const trace = readTrace(traceparent, tracestate);
  if (!trace) return null;
  const state = trace.tracestate === undefined ? '' : ` ${trace.tracestate}`;
  return `${trace.traceparent}${mark}${state}`;
}

/** The text of a span of this marketplace. */
export const ownTrace = (headers: TraceHeaders): string | null => traceOf({ ...headers }, OWN);

/** Whether this marketplace has recorded the request that the trace continues from. */
export const isRecorded = (trace: string | null): trace is string =>
  trace?.[TRACEPARENT_LENGTH] === OWN;

export interface TraceHeaders {
  traceparent: string;
  tracestate?: string;
}

/** The headers with which a request continues a trace. */
export function traceHeaders(trace: string | null): TraceHeaders | undefined {
  if (trace === null) return undefined;
  const traceparent = trace.slice(0, TRACEPARENT_LENGTH);
  const space = trace.indexOf(' ');
  return space === -1 ? { traceparent } : { traceparent, tracestate: trace.slice(space + 1) };
}

/** The steps of an order that have a span. */
export type TracedStep = 'validate' | 'store' | 'wait' | 'call' | 'settle' | 'deliver';

export type SpanAttributes = Readonly<Record<string, string | number>>;

/** What is recorded of a request or of a step: never an input, a result, a key or who the parties are. */
export interface Span {
  /** The trace as it continues from this span. */
  readonly trace: string | null;
  /** @param error the kind of failure; its message could repeat what was sent */
  end(error?: string, more?: SpanAttributes): void;
}

/** Present only if something records traces in this process. */
export interface Tracing {
  /** Starts the span of a request, or returns `undefined` if the sampler does not want it. */
  request(name: string, attributes: SpanAttributes, trace: string | null): Span | undefined;
  /** Starts the span of a step if the request that placed the order is recorded. */
  step(
    step: TracedStep,
    trace: string | null,
    order?: { id: string; listingId: string },
    startMs?: number,
  ): Span | undefined;
  /** Lets what has ended be sent, for at most 2 s or until the signal; false if that was not possible. */
  flush(cutOff: AbortSignal): Promise<boolean>;
}

const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name;
};

/** Ends the span, if there is one, when the work ends. */
export function during<Result>(span: Span | undefined, work: Promise<Result>): Promise<Result> {
  if (!span) return work;
  return work.then(
    (result) => {
      span.end();
      return result;
    },
    (error: unknown) => {
      span.end(kindOf(error));
      throw error;
    },
  );
}

/** A property of the request, like the id of a request in `http/respond.ts`. */
const TRACE = Symbol('trace');

interface WithTrace {
  [TRACE]?: string | null;
}

/** The trace that what a request causes belongs to; null for none. */
export const traceOfRequest = (req: IncomingMessage): string | null =>
  (req as WithTrace)[TRACE] ?? traceOf(req.headers);

/** Records the requests of a route until their responses have ended. */
export function requestSpans(tracing: Tracing, { method, path }: Pick<Route, 'method' | 'path'>) {
  const name = `${method} ${path}`;
  const attributes: SpanAttributes = { 'http.request.method': method, 'http.route': path };
  return function startSpan(req: IncomingMessage, res: ServerResponse): void {
    const span = tracing.request(name, attributes, traceOf(req.headers));
    if (!span) return;
    (req as WithTrace)[TRACE] = span.trace;
    res.once('close', () => {
      const { statusCode } = res;
      const error = statusCode >= 500 ? String(statusCode) : undefined;
      // Without the headers the caller went away before there was a response.
      if (res.headersSent) span.end(error, { 'http.response.status_code': statusCode });
      else span.end('disconnected');
    });
  };
}
