import { HEADERS } from '@mkt/protocol';
import { type DestinationStream, pino } from 'pino';
import { DatabaseFailure, mayContainInput, toDatabaseFailure } from '../database/failure.ts';
import type { Clock, Log } from '../market/outside.ts';

/** Fields with these names are redacted at any level. */
const SECRET_FIELDS = ['key', 'apiKey', 'secret', 'secrets', 'authorization', HEADERS.apiKey];
const REDACTED = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);

/** The maximum depth of causes and of aggregated errors. */
const MAX_DEPTH = 5;

/** Libraries also report plain objects with the message of an error, as pg-boss does. */
function asError(thrown: unknown): Error | undefined {
  if (thrown instanceof Error) return thrown;
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return undefined;
  return Object.assign(new Error(String(thrown.message)), thrown);
}

/**
 * An error as it is logged: message, stack and causes. Other properties are left out, because
 * database drivers attach what was sent: rows, parameters, requests.
 */
function loggable(thrown: unknown, hasStack: boolean, depth = 0): unknown {
  const given = asError(thrown);
  if (given === undefined) return { type: typeof thrown };
  const error = mayContainInput(given) ? toDatabaseFailure(given) : given;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const within = depth < MAX_DEPTH;
  const inner = (each: unknown) => loggable(each, hasStack, depth + 1);
  return {
    type: error.name,
    message: error.message,
    ...(code ? { code } : {}),
    ...(error instanceof DatabaseFailure ? { operation: error.operation, ...error.names } : {}),
    ...(hasStack ? { stack: error.stack } : {}),
    ...(within && error.cause !== undefined ? { cause: inner(error.cause) } : {}),
    ...(within && error instanceof AggregateError
      ? { errors: error.errors.slice(0, MAX_DEPTH).map(inner) }
      : {}),
  };
}

type Level = 'info' | 'warn' | 'error';
type Fields = Record<string, unknown>;

interface Line {
  level: Level;
  fields: Fields;
  message: string;
}

const WINDOW_MS = 1_000;
/** Lines of one error per second. */
const ERRORS = { perWindow: 1, ids: 100 };
/** Lines that are named alike per second; of the others, the first and the last are named. */
const ALIKE = { perWindow: 10, ids: 2 };
type Limit = typeof ERRORS;

/** Kinds of lines that are limited separately; those beyond it are limited together. */
const MAX_WINDOWS = 256;
const OTHERS = 'others';
const OTHERS_MESSAGE =
  'log lines of various kinds were left out; this has the fields of the last one';

/** The last second of lines that are alike. */
interface Window {
  limit: Limit;
  written: number;
  /** Lines that were not written. */
  repeated: number;
  last: Line;
  /** The values that fields such as `orderId` had in these lines, by the name of the field. */
  ids: Map<string, Set<string>>;
  cancel(): void;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Errors with the same key are the same problem: nothing in it is chosen by a caller. */
function keyOf({ level, fields, message }: Line): string {
  const error = asError(fields['err']);
  const code = error && 'code' in error ? text(error.code) : '';
  const cause = asError(error?.cause);
  const parts = [level, message, error?.name, code, cause?.name, text(fields['type'])];
  return [...parts, text(fields['chore']), text(fields['kind'])].join(' ');
}

function note(ids: Window['ids'], { fields }: Line, { ids: max }: Limit): void {
  for (const [name, value] of Object.entries(fields)) {
    if (!name.endsWith('Id') || typeof value !== 'string') continue;
    let known = ids.get(name);
    if (!known) ids.set(name, (known = new Set()));
    // The last one replaces the one before it.
    if (known.size >= max && !known.has(value)) known.delete([...known].at(-1) ?? '');
    known.add(value);
  }
}

/** The line that stands for those that were not written: the last one, with their number and ids. */
function summaryOf(key: string, { last, repeated, ids }: Window): Line {
  const fields: Fields = { ...last.fields, repeated };
  for (const [name, values] of ids) {
    if (values.size === 1) continue;
    delete fields[name];
    fields[`${name}s`] = [...values];
  }
  return { ...last, fields, message: key === OTHERS ? OTHERS_MESSAGE : last.message };
}

/**
 * Writes the first lines of each kind, then one per second with the number of the others and their
 * ids. Keeps only a bounded number of kinds and ids, whatever callers send.
 */
function createLimiter(write: (line: Line, isSummary: boolean) => void, after: Clock['after']) {
  const windows = new Map<string, Window>();

  function end(key: string, window: Window): void {
    windows.delete(key);
    if (window.repeated === 0) return;
    write(summaryOf(key, window), true);
    // The line just written counts for the second that begins with it.
    open(key, window.last, window.limit);
  }

  function open(key: string, last: Line, limit: Limit): void {
    const window: Window = { limit, written: 1, repeated: 0, last, ids: new Map(), cancel() {} };
    window.cancel = after(WINDOW_MS, () => end(key, window));
    windows.set(key, window);
  }

  return {
    add(line: Line, alike: string | undefined): void {
      const limit = alike === undefined ? ERRORS : ALIKE;
      const own = alike === undefined ? keyOf(line) : `${line.message} ${alike}`;
      const key = windows.has(own) || windows.size < MAX_WINDOWS ? own : OTHERS;
      const window = windows.get(key);
      if (!window) open(key, line, limit);
      else if (window.written < limit.perWindow) window.written += 1;
      else {
        window.repeated += 1;
        window.last = line;
        note(window.ids, line, limit);
        return;
      }
      write(line, false);
    },
    flush(): void {
      for (const [key, window] of windows) {
        window.cancel();
        if (window.repeated > 0) write(summaryOf(key, window), true);
      }
      windows.clear();
    },
  };
}

/** Does not keep the process running. */
const afterUnref: Clock['after'] = (ms, callback) => {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
};

/** The log of a process. */
export interface ProcessLog extends Log {
  /** Writes the number of the lines that are held back. */
  flush(): void;
}

/**
 * Logs JSON lines to stderr, because stdout is for output that programs read. Of the same error or
 * warning, one line per second is written, with the number of the others and their ids.
 */
export function createLog(
  level: string,
  to: DestinationStream = pino.destination({ fd: 2, sync: false }),
  after: Clock['after'] = afterUnref,
): ProcessLog {
  const out = pino(
    {
      level,
      redact: { paths: REDACTED, censor: '[redacted]' },
      // Errors are made loggable below; pino's own serializer would add properties.
      serializers: { err: (error: unknown) => error },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    to,
  );
  const write = ({ level, fields, message }: Line, isSummary: boolean): void =>
    out[level](
      'err' in fields ? { ...fields, err: loggable(fields['err'], !isSummary) } : fields,
      message,
    );
  const limiter = createLimiter(write, after);
  const limited =
    (level: Level): Log['warn'] =>
    (fields, message, alike) =>
      limiter.add({ level, fields, message }, alike);
  return {
    info(fields, message, alike) {
      if (alike === undefined) write({ level: 'info', fields, message }, false);
      else limiter.add({ level: 'info', fields, message }, alike);
    },
    warn: limited('warn'),
    error: limited('error'),
    flush: limiter.flush,
  };
}
