// A hostile seller in its own thread, so that the cost of the attack itself is not measured.
import { createServer, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';

const KIB = 1024;
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const EMPTY = `${HEAD}Connection: close\r\nContent-Length: 0\r\n\r\n`;
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;

/** What is sent endlessly after the start of a response, by the first part of the path. */
const ENDLESS: Readonly<Record<string, readonly [start: string, again: string]>> = {
  extensions: [CHUNKED, `1;a=${'x'.repeat(16 * KIB - 16)}\r\nx\r\n`],
  bytes: [CHUNKED, '1\r\nx\r\n'],
  hints: ['', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
};

function pour(socket: Socket, [start, again]: readonly [string, string]): void {
  socket.write(start);
  const block = Buffer.from(again.repeat(Math.ceil((32 * KIB) / again.length)));
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
}

/** Probes get a response unless the path says otherwise; calls get none, or one that never ends. */
function serve(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.once('data', (data) => {
    const [method = '', path = ''] = data.toString('latin1').split(' ', 2);
    const [, kind = ''] = path.split('/');
    if (kind === 'hang') return;
    const endless = ENDLESS[kind];
    if (method !== 'POST') socket.end(EMPTY);
    else if (endless) pour(socket, endless);
  });
}

const server = createServer(serve).listen(0, '127.0.0.1', 4096, () => {
  const address = server.address();
  if (address && typeof address === 'object') parentPort?.postMessage(address.port);
});
