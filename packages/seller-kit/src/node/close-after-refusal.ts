import type { IncomingMessage, ServerResponse } from 'node:http';

/** Time for the caller to read the response before the connection is closed. */
const LINGER_MS = 1_000;
/** How much of the body is discarded meanwhile. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
/** 16 MiB in chunks of 64 KiB are 256 chunks; each tiny chunk costs a microsecond or two. */
const MAX_DISCARDED_CHUNKS = 1_024;

/**
 * Discards the rest of a request's body. Pausing the request instead would make Node buffer up to
 * 64 KiB, which in 1-byte chunks are 65,536 objects and 28 MB per connection.
 */
export function discardRest(request: IncomingMessage): void {
  request.resume();
}

/**
 * Ends a response that was sent before the whole request had arrived, and closes the connection.
 * Closing immediately would reset the connection of a caller who is still sending, and lose the response.
 * So the rest of the request is discarded first: up to 16 MiB, 1,024 chunks or 1 second. The whole
 * response body must have been written, with its length.
 */
export function closeAfterRefusal(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  let chunks = 0;
  const timer = setTimeout(close, LINGER_MS);

  function onData(chunk: Buffer): void {
    bytes += chunk.length;
    chunks += 1;
    if (bytes > MAX_DISCARDED_BYTES || chunks > MAX_DISCARDED_CHUNKS) close();
  }
  function close(): void {
    clearTimeout(timer);
    request.off('data', onData);
    response.end();
  }
  request.on('data', onData);
  request.once('end', close);
  request.once('error', close);
  response.once('close', close);
}
