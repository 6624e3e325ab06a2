import { pino } from 'pino';
import type { Log } from './domain/log.ts';

/** Whatever is called so is not written, wherever it stands. */
const SECRET_FIELDS = ['key', 'apiKey', 'secret', 'secrets', 'authorization', 'x-mkt-api-key'];
const REDACTED = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);

/** Logs as JSON lines on stderr: stdout is for what a program reads. */
export function createLog(level: string): Log {
  return pino(
    { level, redact: { paths: REDACTED, censor: '[redacted]' } },
    pino.destination({ fd: 2, sync: false }),
  );
}
