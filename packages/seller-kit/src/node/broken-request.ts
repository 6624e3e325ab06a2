import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const ANSWERS: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive whole in time'],
};

/**
 * What node:http cannot read gets an answer of the service's own kind, and the connection ends. Not
 * where the answer to a good request before it is still due: it would be taken for that one.
 */
export function answerBrokenRequests(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const due = latest.get(socket);
    const isDue = due && !due.writableFinished && (due.headersSent || due.req.complete);
    if (error.code === 'ECONNRESET' || !socket.writable || isDue) socket.destroy();
    else answer(error, socket);
  });
}

function answer(error: NodeJS.ErrnoException, socket: Duplex): void {
  const [status, sentence] = ANSWERS[error.code ?? ''] ?? ['400 Bad Request', 'Not HTTP'];
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\naccess-control-allow-origin: *\r\n` +
      `connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
