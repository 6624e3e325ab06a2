import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const RESPONSES: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
};

/**
 * Responds with JSON to what node:http cannot parse, and closes the connection. If an earlier
 * request on the connection is still waiting for its response, it closes the connection without
 * one: the caller would take it for the response to the earlier request.
 */
export function respondToMalformedRequests(server: HttpServer): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const earlier = latest.get(socket);
    const isDue =
      earlier && !earlier.writableFinished && (earlier.headersSent || earlier.req.complete);
    if (error.code === 'ECONNRESET' || !socket.writable || isDue) socket.destroy();
    else refuse(error, socket);
  });
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  const [status, sentence] = RESPONSES[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP',
  ];
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\naccess-control-allow-origin: *\r\n` +
      `connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
