import { createGrowingBuffer, socketBytesLimit } from '@mkt/protocol';
import type { ReadBody } from '../service-request-src-service-request.ts';
import type { ParsedRequest } from './parsed-request.ts';

const ALREADY_READ: ReadBody = { ok: false, reason: 'already_read' };
const TOO_LARGE: ReadBody = { ok: false, reason: 'too_large' };
const FRAGMENTED: ReadBody = { ok: false, reason: 'fragmented' };
const ABORTED: ReadBody = { ok: false, reason: 'aborted' };

/**
 * Reads the raw bytes of a request's body. Reading stops as soon as the body is certain to be
 * refused; bytes that arrive later are discarded.
 */
export function readNodeBody(request: ParsedRequest, maxBytes: number): Promise<ReadBody> {
  const kept = bytesKeptBy(request);
  if (kept) {
    return Promise.resolve(kept.length > maxBytes ? TOO_LARGE : { ok: true, bytes: kept });
  }
  // A stream that has ended already would never emit `end` again.
  if (request.readableDidRead || request.readableEnded) return Promise.resolve(ALREADY_READ);
  if (request.destroyed) return Promise.resolve(ABORTED);
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve(TOO_LARGE);

  return new Promise((resolve) => {
    const buffer = createGrowingBuffer(maxBytes);
    const maxSocketBytes = socketBytesLimit(maxBytes);
    let socketBytesBefore: number | undefined;

    function onData(chunk: Buffer): void {
      if (!buffer.append(chunk)) return refuse(TOO_LARGE);
      if (buffer.isFragmented()) return refuse(FRAGMENTED);
      // Bytes on the socket include the chunk framing, which `data` does not show.
      const { bytesRead } = request.socket;
      socketBytesBefore ??= bytesRead;
      if (bytesRead - socketBytesBefore > maxSocketBytes) refuse(FRAGMENTED);
    }
    function refuse(refusal: ReadBody): void {
      // Without a listener the rest is discarded; a paused stream would buffer it.
      request.off('data', onData);
      resolve(refusal);
    }
    request.on('data', onData);
    request.on('end', () => resolve({ ok: true, bytes: buffer.take() }));
    // Has no effect after `end`.
    request.on('close', () => resolve(ABORTED));
    request.on('error', () => resolve(ABORTED));
  });
}

/** Bytes kept by a parser's `verify` hook (as `rawBody`) or by express.raw (as `body`). */
function bytesKeptBy({ rawBody, body, readableDidRead }: ParsedRequest): Buffer | undefined {
  if (Buffer.isBuffer(rawBody)) return rawBody;
  return readableDidRead && Buffer.isBuffer(body) ? body : undefined;
}
