import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Refusal } from '../domain/refusal.ts';

/** Two of them, and two readers of one request could each believe another. */
const ONCE = new Set(['host', 'content-type', 'content-encoding', 'idempotency-key']);

function repeatedHeader({ rawHeaders }: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** What HTTP says of a request's head and Node's parser lets pass (RFC 9110, 5.3; RFC 9112, 3.2 and 6.1). */
function faultOf(req: IncomingMessage): string | undefined {
  const { host, 'transfer-encoding': coding } = req.headers;
  if (req.httpVersion === '1.1' && host === undefined) return 'The request has no Host header.';
  const repeated = repeatedHeader(req);
  if (repeated !== undefined) return `The header ${repeated} must stand only once.`;
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return 'The only transfer coding is chunked.';
  }
  return undefined;
}

/** Refuses heads that can be read in two ways, in our words. */
export const checkHead: RequestHandler = function checkHead(req, _res, next) {
  const fault = faultOf(req);
  if (fault === undefined) next();
  else next(new Refusal('malformed_request', fault));
};
