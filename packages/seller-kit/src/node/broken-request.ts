import type { Duplex } from 'node:stream';

const ANSWERS: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive whole in time'],
};

/** What node:http cannot read gets an answer of the service's own kind, and the connection ends. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, sentence] = ANSWERS[error.code ?? ''] ?? ['400 Bad Request', 'Not HTTP'];
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\naccess-control-allow-origin: *\r\n` +
      `connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
