import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is still read, and for how long, after a response that ends the connection. */
const LINGER_BYTES = 1024 * 1024;
const LINGER_MS = 2_000;

/**
 * Ends the connection with the response although the request has not arrived whole. Closing it at
 * once would reset it, and the client could lose the response; so this side is closed, and what the
 * client still sends is dropped for a moment.
 */
export function closeAfterResponse(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  res.setHeader('Connection', 'close');
  const most = socket.bytesRead + LINGER_BYTES;
  // Node calls this when the response is written.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer));
    req.once('end', () => socket.destroy());
    req.on('data', () => {
      if (socket.bytesRead > most) socket.destroy();
    });
  };
}
