import type { IncomingMessage } from 'node:http';
import type { ReadBody } from '../service-request.ts';

/** A request that a parser before the kit may have left its mark on. */
export interface ParsedRequest extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

/**
 * How much of a body that is too large is still read before it is answered: a client that is cut
 * off while it sends may lose the answer with the connection.
 */
const DISCARD_BYTES = 16 * 1024 * 1024;

const TAKEN: ReadBody = { ok: false, reason: 'taken' };
const TOO_LARGE: ReadBody = { ok: false, reason: 'too_large' };
const ABORTED: ReadBody = { ok: false, reason: 'aborted' };

/** The bytes of a request's body, as they came. */
export function readNodeBody(request: ParsedRequest, maxBytes: number): Promise<ReadBody> {
  const kept = bytesKeptBy(request);
  if (kept) {
    return Promise.resolve(kept.length > maxBytes ? TOO_LARGE : { ok: true, bytes: kept });
  }
  // Waiting for a stream that has ended already would never end.
  if (request.readableDidRead || request.readableEnded) return Promise.resolve(TAKEN);
  if (request.destroyed) return Promise.resolve(ABORTED);

  return new Promise((resolve) => {
    let first: Buffer | undefined;
    let chunks: Buffer[] | undefined;
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        chunks = undefined;
        first = undefined;
        if (length > maxBytes + DISCARD_BYTES) resolve(TOO_LARGE);
      } else if (first === undefined) {
        first = chunk;
      } else {
        (chunks ??= [first]).push(chunk);
      }
    });
    request.on('end', () => {
      if (length > maxBytes) return resolve(TOO_LARGE);
      const bytes = chunks ? Buffer.concat(chunks, length) : (first ?? Buffer.alloc(0));
      resolve({ ok: true, bytes });
    });
    // After `end` it comes too late to change anything.
    request.on('close', () => resolve(ABORTED));
    request.on('error', () => resolve(ABORTED));
  });
}

/** By a parser's `verify` hook as `rawBody`, or by express.raw as `body`. */
function bytesKeptBy({ rawBody, body, readableDidRead }: ParsedRequest): Buffer | undefined {
  if (Buffer.isBuffer(rawBody)) return rawBody;
  return readableDidRead && Buffer.isBuffer(body) ? body : undefined;
}
