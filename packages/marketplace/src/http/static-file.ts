import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEADERS } from '@mkt/protocol';
import { requestIdOf } from './request-id.ts';

export interface StaticFile {
  type: string;
  body: Buffer;
  /** Undefined if compression would not make the file smaller. */
  gzip: Buffer | undefined;
}

const ACCEPTS_GZIP = /\bgzip\b/i;

/** Sends a file whose path contains a hash of its content, so that browsers may keep it for ever. */
export function sendStaticFile(req: IncomingMessage, res: ServerResponse, file: StaticFile): void {
  const accepted = req.headers['accept-encoding'] ?? '';
  const gzip = ACCEPTS_GZIP.test(accepted) ? file.gzip : undefined;
  const body = gzip ?? file.body;
  res.writeHead(200, {
    [HEADERS.requestId]: requestIdOf(res),
    'Content-Type': file.type,
    'Content-Length': body.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
  });
  res.end(body);
}
