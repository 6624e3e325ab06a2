import type { Outcome, WireRequest } from './wire.ts';
import { copyCause, innermostMessage } from './cause.ts';
import { describeMs } from './options.ts';
import { plainText } from './redact.ts';

/** The facts of a log entry. API keys and signing secrets are replaced by `[redacted]`. */
export interface LogFields {
  method: string;
  url: string;
  /** The number of the attempt, starting at 1. */
  attempt: number;
  /** The headers of the request. Only values that are known to be harmless are shown. */
  headers?: Readonly<Record<string, string>>;
  status?: number;
  requestId?: string;
  durationMs?: number;
  /** Why there is no usable response. */
  error?: string;
  /** Milliseconds until the next attempt. */
  retryInMs?: number;
}

/**
 * Receives an entry for every attempt: `debug` when it starts and when it has a response, `warn`
 * when it fails or will be retried. `console` can be passed; for pino, swap the two arguments.
 */
export interface Logger {
  debug(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
}

export interface Log {
  attempt(
    request: WireRequest,
    attempt: number,
  ): { ended(outcome: Outcome, retryInMs: number | undefined): void };
}

/** Any other header may hold a credential, of a proxy for example. */
const SHOWN_HEADERS = new Set([
  'accept',
  'content-type',
  'idempotency-key',
  'prefer',
  'user-agent',
  'x-request-id',
]);

const SILENT: Log = { attempt: () => ({ ended: () => undefined }) };

export function createLog(logger: Logger | undefined): Log {
  if (!logger) return SILENT;
  const write = (level: keyof Logger, message: string, fields: LogFields) => {
    try {
      logger[level](message, fields);
    } catch {
      // A broken logger must not cost the buyer the response to a paid call.
    }
  };
  return {
    attempt: (request, attempt) => {
      const { method } = request;
      const url = plainText(request.url);
      const startedAt = performance.now();
      const about = { method, url, attempt };
      write('debug', `${method} ${url}`, { ...about, headers: shownHeaders(request.headers) });
      return {
        ended: (outcome, retryInMs) => {
          const durationMs = Math.round(performance.now() - startedAt);
          const result = describe(outcome);
          const isRetried = retryInMs !== undefined;
          const retry = isRetried ? `; retrying in ${describeMs(retryInMs)}` : '';
          write(
            result.error === undefined && !isRetried ? 'debug' : 'warn',
            `${method} ${url}: ${result.status ?? result.error} after ${describeMs(durationMs)}${retry}`,
            { ...about, ...result, durationMs, ...(isRetried ? { retryInMs } : {}) },
          );
        },
      };
    },
  };
}

function describe(outcome: Outcome): Pick<LogFields, 'status' | 'requestId' | 'error'> {
  switch (outcome.kind) {
    case 'timeout':
      return { error: 'timed out' };
    case 'unreachable':
      return { error: plainText(innermostMessage(copyCause(outcome.thrown))) };
    case 'too_large':
      return {
        ...responseFacts(outcome),
        error: 'the response is larger than maxResponseBytes; raise it if that is expected',
      };
    case 'response':
      return responseFacts(outcome);
  }
}

function responseFacts({ status, headers }: { status: number; headers: Headers }) {
  const requestId = headers.get('x-request-id');
  return { status, ...(requestId === null ? {} : { requestId: plainText(requestId) }) };
}

function shownHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      SHOWN_HEADERS.has(name) ? plainText(value) : '[redacted]',
    ]),
  );
}
