import { HEADERS } from '@mkt/protocol';
import { pino, type DestinationStream } from 'pino';
import { DatabaseFailure, mayContainInput, toDatabaseFailure } from '../database/failure.ts';
import type { Log } from '../market/log.ts';

/** Fields with these names are redacted at any level. */
const SECRET_FIELDS = ['key', 'apiKey', 'secret', 'secrets', 'authorization', HEADERS.apiKey];
const REDACTED = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);

/** The maximum depth of causes and of aggregated errors. */
const MAX_DEPTH = 5;

/**
 * An error as it is logged: message, stack and causes. Other properties are left out, because
 * database drivers attach what was sent: rows, parameters, requests.
 */
function loggable(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const error = mayContainInput(thrown) ? toDatabaseFailure(thrown) : thrown;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const within = depth < MAX_DEPTH;
  return {
    type: error.name,
    message: error.message,
    ...(code ? { code } : {}),
    ...(error instanceof DatabaseFailure ? { operation: error.operation, ...error.names } : {}),
    stack: error.stack,
    ...(within && error.cause !== undefined ? { cause: loggable(error.cause, depth + 1) } : {}),
    ...(within && error instanceof AggregateError
      ? { errors: error.errors.slice(0, MAX_DEPTH).map((each) => loggable(each, depth + 1)) }
      : {}),
  };
}

/** Logs JSON lines to stderr, because stdout is for output that programs read. */
export function createLog(
  level: string,
  to: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Log {
  return pino(
    {
      level,
      redact: { paths: REDACTED, censor: '[redacted]' },
      serializers: { err: (thrown: unknown) => loggable(thrown) },
    },
    to,
  );
}
