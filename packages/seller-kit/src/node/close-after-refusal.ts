import type { IncomingMessage, ServerResponse } from 'node:http';

/** For the caller to read the response before its connection is cut. */
const LINGER_MS = 1_000;
/** How much of the rest is dropped meanwhile. */
const MAX_DROPPED_BYTES = 16 * 1024 * 1024;
/** 16 MiB in ordinary chunks of 64 KiB are 256; of tiny ones each costs a microsecond or two. */
const MAX_DROPPED_CHUNKS = 1_024;

/**
 * Lets the rest of a request's body go by. Pausing it would not do: Node holds up to 64 KiB of body
 * then, which in 1-byte chunks are 65,536 objects and 28 MB for each connection.
 */
export function dropRest(request: IncomingMessage): void {
  request.resume();
}

/**
 * Ends a response that was sent before its request had arrived whole, and closes the connection.
 * Closing at once would reset a caller who still sends, and the response with it, so the rest of the
 * request is dropped for a moment: up to 16 MiB, 1,024 chunks or 1 second. The response's whole
 * body must have been written, with its length.
 */
export function closeAfterRefusal(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  let chunks = 0;
  const timer = setTimeout(close, LINGER_MS);

  function onData(chunk: Buffer): void {
    bytes += chunk.length;
    chunks += 1;
    if (bytes > MAX_DROPPED_BYTES || chunks > MAX_DROPPED_CHUNKS) close();
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
