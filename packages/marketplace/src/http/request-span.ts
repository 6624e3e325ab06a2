import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@mkt/protocol';
import { type SpanAttributes, traceOf, type Tracing } from '../market/trace.ts';

/** A property of the request, like the id of a request in `respond.ts`. */
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
