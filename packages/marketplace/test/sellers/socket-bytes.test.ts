// docs/reference/limits.md: a response may read at most 4 × its limit + 64 KiB from the socket.
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { kindOf, openGuarded, textOf } from './guarded.ts';
import { serveRaw } from '../../../../test-bed/within-test.ts';
import { until } from '../../../../test-bed/until.ts';

const KIB = 1024;
const MAX_BYTES = 64 * KIB;
const SOCKET_BYTES = 4 * MAX_BYTES + 64 * KIB;
/** What the system may have buffered when the connection ends. */
const IN_FLIGHT = 8 * 1024 * KIB;

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const EXTENSION = 'x'.repeat(16 * KIB);

/** Sends `start`, then repeats `again` for as long as it is read. */
function pour(socket: Socket, start: string, again: string): void {
  socket.write(start);
  const block = Buffer.from(again.repeat(Math.ceil((16 * KIB) / again.length)));
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
}

async function serveEndless(start: string, again: string) {
  const sockets: Socket[] = [];
  const server = await serveRaw((socket) => {
    sockets.push(socket);
    socket.once('data', () => pour(socket, start, again));
  });
  const written = () => sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0);
  return { ...server, written };
}

describe('a response whose bytes never end', () => {
  for (const [what, start, again] of [
    ['because 1xx responses go on', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    ['because a chunk extension goes on', `${CHUNKED}1;a=`, 'x'],
    ['because chunks of one byte have long extensions', CHUNKED, `1;a=${EXTENSION}\r\nx\r\n`],
    ['because its body goes on', `${HEAD}Connection: close\r\n\r\n`, 'x'],
  ] as const) {
    it(`${what} is too large, and its connection is closed`, async () => {
      const server = await serveEndless(start, again);
      const outcome = await openGuarded().fetch(server.url, { maxBytes: MAX_BYTES });
      expect(kindOf(outcome)).toBe('too_large');
      await until(() => server.connections.open.size === 0);
      expect(server.written()).toBeLessThan(SOCKET_BYTES + IN_FLIGHT);
    });
  }

  it('has its status if only that matters', async () => {
    const server = await serveEndless(`${CHUNKED}1;a=`, 'x');
    const outcome = await openGuarded().fetch(server.url, {
      maxBytes: MAX_BYTES,
      allowsLongBody: true,
    });
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
    await until(() => server.connections.open.size === 0);
  });
});

/** A body in chunks of one byte, each with an extension. */
const inChunks = (text: string, extension: string) =>
  Array.from(text, (byte) => `1${extension}\r\n${byte}\r\n`).join('');

describe('a response in small chunks', () => {
  it('is accepted within the limit, which applies to each response on a connection', async () => {
    // 30 responses of 50 KB each: together far more than one may read.
    const body = `${CHUNKED}${inChunks('[1,2,3,4]', `;a=${'x'.repeat(5 * KIB)}`)}0\r\n\r\n`;
    const server = await serveRaw((socket) => socket.on('data', () => void socket.write(body)));
    const { fetch } = openGuarded();
    for (let n = 0; n < 30; n++) {
      const outcome = await fetch(server.url, { maxBytes: 100, keepAlive: true });
      expect(textOf(outcome)).toBe('[1,2,3,4]');
    }
    expect(server.connections.made).toBeLessThanOrEqual(3);
  });

  it('is too large one byte over the limit', async () => {
    const limit = 4 * 100 + 64 * KIB;
    const around = `${CHUNKED}${inChunks('1', ';a=')}0\r\n\r\n`.length;
    for (const [over, kind] of [
      [0, 'response'],
      [1, 'too_large'],
    ] as const) {
      // Early hints are not part of the body, but count as well.
      const hint = 'HTTP/1.1 103 Early Hints\r\nLink: \r\n\r\n';
      const chunks = `${CHUNKED}${inChunks('1', ';a=')}`;
      const padding = 'x'.repeat(limit - around - hint.length + over - 14_000 * 4);
      const hints = Array.from({ length: 4 }, () =>
        hint.replace('Link: ', `Link: ${'x'.repeat(14_000 - hint.length)}`),
      ).join('');
      const text = `${hints}${hint.replace('Link: ', `Link: ${padding}`)}${chunks}0\r\n\r\n`;
      expect(text.length).toBe(limit + over);
      const server = await serveRaw((socket) => socket.once('data', () => socket.write(text)));
      expect(kindOf(await openGuarded().fetch(server.url, { maxBytes: 100 }))).toBe(kind);
    }
  });
});
