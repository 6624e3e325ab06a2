import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@mkt/protocol';

const WAIT = /^wait\s*=\s*"?(\d+)"?$/i;

/**
 * `Prefer: wait=N` (RFC 7240) in whole seconds, at most 30. The first one counts; anything else is
 * ignored, as the RFC requires.
 */
export function preferredWait({ headers }: IncomingMessage): { seconds: number } | undefined {
  const header = headers['prefer'];
  // Most requests have the same header as the previous one.
  if (header !== lastHeader) {
    lastWait = waitIn(header);
    lastHeader = header;
  }
  return lastWait;
}

let lastHeader: string | string[] | undefined;
let lastWait: { seconds: number } | undefined;

function waitIn(header: typeof lastHeader): typeof lastWait {
  const preferences = Array.isArray(header) ? header : (header ?? '').split(',');
  for (const preference of preferences) {
    const match = WAIT.exec(preference.split(';')[0]?.trim() ?? '');
    if (match) return { seconds: Math.min(Number(match[1]), LIMITS.maxWaitSeconds) };
  }
  return undefined;
}
