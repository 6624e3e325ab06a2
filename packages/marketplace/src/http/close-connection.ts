import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much is still read of a request after its response, and for how long. */
const LINGER_BYTES = 1024 * 1024;
const LINGER_CHUNKS = 1024;
const LINGER_MS = 2_000;

const stopped = new WeakSet<IncomingMessage>();

/**
 * Leaves the rest of the request in the system's buffers. Parsing a request of one-byte chunks
 * takes a second per 10 MB, even if its data is dropped.
 */
export function stopReading(req: IncomingMessage): void {
  stopped.add(req);
  // Drops what was already parsed.
  req.push = () => true;
  // Node calls this for more data whenever the request's own buffer is empty.
  req._read = () => undefined;
  req.socket.pause();
}

/** Closes this side, and gives the client a moment to read the response. */
function closeGracefully({ socket }: IncomingMessage): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Bounds what is read of a request after its response, in case the client never stops sending. If
 * the body ends within the bound, the connection can serve the next request.
 */
function limitRemainder(req: IncomingMessage, onTooMuch: () => void = () => undefined): void {
  const maxRead = req.socket.bytesRead + LINGER_BYTES;
  let chunks = 0;
  req.on('data', () => {
    chunks += 1;
    if (chunks !== LINGER_CHUNKS && req.socket.bytesRead <= maxRead) return;
    req.removeAllListeners('data');
    stopReading(req);
    onTooMuch();
  });
}

/**
 * Does the same for a connection that stays open: closes it if the rest of the request is large.
 */
export function limitRemainderForReuse(req: IncomingMessage): void {
  if (stopped.has(req)) closeGracefully(req);
  else limitRemainder(req, () => closeGracefully(req));
}

/**
 * Closes the connection after the response although the request has not fully arrived. Closing the
 * socket immediately would reset it, and the client could lose the response. So only this side is
 * closed, and what the client still sends is dropped for a moment.
 */
export function closeAfterResponse(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  res.setHeader('Connection', 'close');
  // Node calls this after it has written the response.
  socket.destroySoon = () => {
    closeGracefully(req);
    req.once('end', () => socket.destroy());
    limitRemainder(req);
  };
}
