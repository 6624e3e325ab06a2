import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is still read of a request whose response has been given, and for how long. */
const LINGER_BYTES = 1024 * 1024;
const LINGER_CHUNKS = 1024;
const LINGER_MS = 2_000;

const stopped = new WeakSet<IncomingMessage>();

/**
 * Leaves what the client still sends to the system's buffers. A request of one-byte chunks takes a
 * second of parsing for 10 MB, whether anybody wants them or not.
 */
export function stopReading(req: IncomingMessage): void {
  stopped.add(req);
  // What is parsed already is dropped.
  req.push = () => true;
  // Node asks for more whenever the request's own buffer is empty.
  req._read = () => undefined;
  req.socket.pause();
}

/** This side is closed; the client has a moment to read the response. */
function closeGracefully({ socket }: IncomingMessage): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Bounds what is read of a request after its response: callers who send on for ever have had their
 * answer. A body that ends leaves the connection for the next request.
 */
function limitRemainder(req: IncomingMessage, onTooMuch: () => void = () => undefined): void {
  const most = req.socket.bytesRead + LINGER_BYTES;
  let chunks = 0;
  req.on('data', () => {
    chunks += 1;
    if (chunks !== LINGER_CHUNKS && req.socket.bytesRead <= most) return;
    req.removeAllListeners('data');
    stopReading(req);
    onTooMuch();
  });
}

/** The same where the connection is to be used again, if the rest of the request is small. */
export function limitRemainderForReuse(req: IncomingMessage): void {
  if (stopped.has(req)) closeGracefully(req);
  else limitRemainder(req, () => closeGracefully(req));
}

/**
 * Ends the connection with the response although the request has not arrived whole. Closing it at
 * once would reset it, and the client could lose the response; so this side is closed, and what the
 * client still sends is dropped for a moment.
 */
export function closeAfterResponse(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  res.setHeader('Connection', 'close');
  // Node calls this when the response is written.
  socket.destroySoon = () => {
    closeGracefully(req);
    req.once('end', () => socket.destroy());
    limitRemainder(req);
  };
}
