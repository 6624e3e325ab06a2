// docs/reference/limits.md: a body in very small chunks is refused, and so is one whose framing
// is many times its size.
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { openMarket } from '../market.ts';
import { exchange, message, open } from './raw-exchange.ts';

const KIB = 1024;
const BODY_BYTES = 256 * KIB;

const market = () => openMarket();
type Market = Awaited<ReturnType<typeof market>>;

const head = ({ apiKey }: Market, key = apiKey, ...more: string[]) =>
  message([
    'POST /v1/orders HTTP/1.1',
    'Host: x',
    `X-MKT-API-Key: ${key}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    ...more,
  ]);

/** `{"listingId":"nothing"}` followed by white space, in chunks of equal length. */
function bodyOf(chunks: number, chunkBytes: number, extension = ''): string {
  const text = '{"listingId":"nothing"}'.padEnd(chunks * chunkBytes, ' ');
  let body = '';
  for (let at = 0; at < text.length; at += chunkBytes) {
    body += `${chunkBytes.toString(16)}${extension}\r\n${text.slice(at, at + chunkBytes)}\r\n`;
  }
  return `${body}0\r\n\r\n`;
}

async function outcomeOf(opened: Market, body: string): Promise<string> {
  const [response] = await exchange(
    opened.url,
    head(opened, opened.apiKey, 'Connection: close') + body,
  );
  return `${response?.status} ${response?.body?.type}`;
}

describe('a chunked body', () => {
  it('is refused if it has more than 1,024 chunks of under 16 bytes on average', async () => {
    const opened = await market();
    expect(await outcomeOf(opened, bodyOf(1_024, 1))).toBe('404 not_found');
    expect(await outcomeOf(opened, bodyOf(1_025, 1))).toBe('400 malformed_request');
    expect(await outcomeOf(opened, bodyOf(1_100, 15))).toBe('400 malformed_request');
    expect(await outcomeOf(opened, bodyOf(1_100, 16))).toBe('404 not_found');
    expect(await outcomeOf(opened, bodyOf(3_000, 80))).toBe('404 not_found');
  });

  it('is refused if its extensions are many times larger than the largest body', async () => {
    const opened = await market();
    const extension = `;a=${'x'.repeat(15 * KIB)}`;
    expect(await outcomeOf(opened, bodyOf(60, 16, extension))).toBe('404 not_found');
    expect(await outcomeOf(opened, bodyOf(90, 16, extension))).toBe('413 payload_too_large');
  });
});

/**
 * Sends chunks for as long as the server reads them; resolves with the response and the number of
 * bytes sent.
 */
async function pour(
  opened: Market,
  chunk: string,
  key = opened.apiKey,
): Promise<{ text: string; sent: number }> {
  const socket: Socket = await open(opened.url);
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head(opened, key));
  const block = chunk.repeat(Math.ceil((64 * KIB) / chunk.length));
  const more = () => {
    while (!socket.destroyed && socket.writable && socket.write(block));
  };
  socket.on('drain', more);
  more();
  await closed;
  return { text: Buffer.concat(received).toString(), sent: socket.bytesWritten };
}

describe('a client that keeps sending after its body was refused', () => {
  for (const [what, chunk, status] of [
    ['for its chunks', '1\r\nx\r\n', 400],
    ['for its extensions', `20;a=${'x'.repeat(15 * KIB)}\r\n${' '.repeat(32)}\r\n`, 413],
    ['for its size', `4000\r\n${' '.repeat(16 * KIB)}\r\n`, 413],
  ] as const) {
    it(`${what} still gets the response, and its connection is closed`, async () => {
      const opened = await market();
      const { text, sent } = await pour(opened, chunk);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text).toMatch(/\r\nconnection: close\r\n/i);
      expect(text).toMatch(/\{"error":.*\}$/s);
      // What it may send, what is read after the response, and what the system buffers.
      expect(sent).toBeLessThan(4 * BODY_BYTES + 64 * KIB + 1_024 * KIB + 16 * 1_024 * KIB);
    });
  }

  it('a client without a key gets its 401, and its connection is closed', async () => {
    const opened = await market();
    for (const chunk of ['1\r\nx\r\n', `4000\r\n${' '.repeat(16 * KIB)}\r\n`]) {
      const { text, sent } = await pour(opened, chunk, 'mkt_wrong');
      expect(text).toMatch(/^HTTP\/1.1 401 /);
      expect(text).toMatch(/\{"error":.*\}$/s);
      expect(sent).toBeLessThan(24 * 1_024 * KIB);
    }
  });
});

describe('a body that arrives after the response', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heldBytes = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };

  it('is not kept in memory, however many connections stay open', async () => {
    const opened = await market();
    const chunk = `4000\r\n${' '.repeat(16 * KIB)}\r\n`;
    const before = heldBytes();
    const sockets: Socket[] = [];
    for (let n = 0; n < 100; n++) {
      const socket = await open(opened.url);
      sockets.push(socket);
      const responded = new Promise((resolve) => socket.once('data', resolve));
      socket.write(head(opened, 'mkt_wrong'));
      expect(String(await responded)).toMatch(/^HTTP\/1.1 401 /);
      await new Promise((resolve) => socket.write(chunk.repeat(12), resolve));
    }
    // Everything sent before this request has been read when it is served.
    await exchange(opened.url, message(['GET /healthz HTTP/1.1', 'Host: x', 'Connection: close']));
    // V8 frees memory in the background.
    await expect.poll(() => heldBytes() - before).toBeLessThan(6 * KIB * KIB);
    for (const socket of sockets) socket.destroy();
  });
});
