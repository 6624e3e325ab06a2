import type { IncomingMessage } from 'node:http';
import { HEADERS } from '@mkt/protocol';
import { Refusal } from '../market/refusal.ts';

/**
 * Headers that must not be repeated: with two of them, a proxy and this server could each use a
 * different one.
 */
const ONCE = ['host', 'content-type', 'content-encoding', HEADERS.idempotencyKey];
/**
 * By length, which is unique among them: most other headers are skipped without comparing names.
 */
const ONCE_BY_LENGTH = new Map(ONCE.map((name, index) => [name.length, { name, bit: 1 << index }]));

function repeatedHeader({ rawHeaders }: IncomingMessage): string | undefined {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? '';
    const once = ONCE_BY_LENGTH.get(given.length);
    if (!once || given.toLowerCase() !== once.name) continue;
    if ((seen & once.bit) !== 0) return once.name;
    seen |= once.bit;
  }
  return undefined;
}

/** Rules of HTTP that Node's parser does not enforce (RFC 9110, 5.3; RFC 9112, 3.2 and 6.1). */
function problemOf(req: IncomingMessage): string | undefined {
  const { host, 'transfer-encoding': coding } = req.headers;
  if (req.httpVersion === '1.1' && host === undefined) return 'The request has no Host header.';
  const repeated = repeatedHeader(req);
  if (repeated !== undefined) return `The header ${repeated} must not be repeated.`;
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return 'The only supported transfer coding is chunked.';
  }
  return undefined;
}

/** Refuses ambiguous request heads with an error body. */
export function checkHead(req: IncomingMessage): void {
  const problem = problemOf(req);
  if (problem !== undefined) throw new Refusal('malformed_request', problem);
}
