import type { IncomingMessage } from 'node:http';
import { createGrowingBuffer, socketBytesLimit } from '@mkt/protocol';
import type { ReadBody } from '../service-request.ts';

/** A request that a parser before the kit may have left its mark on. */
export interface ParsedRequest extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}

const TAKEN: ReadBody = { ok: false, reason: 'taken' };
const TOO_LARGE: ReadBody = { ok: false, reason: 'too_large' };
const FRAGMENTED: ReadBody = { ok: false, reason: 'fragmented' };
const ABORTED: ReadBody = { ok: false, reason: 'aborted' };

/**
 * The bytes of a request's body, as they came. Reading stops at the first sign that they will be
 * refused; what is still on its way then goes by unread.
 */
export function readNodeBody(request: ParsedRequest, maxBytes: number): Promise<ReadBody> {
  const kept = bytesKeptBy(request);
  if (kept) {
    return Promise.resolve(kept.length > maxBytes ? TOO_LARGE : { ok: true, bytes: kept });
  }
  // Waiting for a stream that has ended already would never end.
  if (request.readableDidRead || request.readableEnded) return Promise.resolve(TAKEN);
  if (request.destroyed) return Promise.resolve(ABORTED);
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve(TOO_LARGE);

  return new Promise((resolve) => {
    const buffer = createGrowingBuffer(maxBytes);
    const maxSocketBytes = socketBytesLimit(maxBytes);
    let socketBytesBefore: number | undefined;

    function onData(chunk: Buffer): void {
      if (!buffer.append(chunk)) return refuse(TOO_LARGE);
      if (buffer.isFragmented()) return refuse(FRAGMENTED);
      // The framing of chunks, which `data` does not show. Most bodies are one chunk and end here.
      const { bytesRead } = request.socket;
      socketBytesBefore ??= bytesRead;
      if (bytesRead - socketBytesBefore > maxSocketBytes) refuse(FRAGMENTED);
    }
    function refuse(refusal: ReadBody): void {
      // Without a listener the rest goes by; paused, it would be kept.
      request.off('data', onData);
      resolve(refusal);
    }
    request.on('data', onData);
    request.on('end', () => resolve({ ok: true, bytes: buffer.take() }));
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
