// docs/reference/limits.md#sizes-and-times: header and request timeouts; slow clients do not block others.
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openMarket } from '../acceptance/market.ts';

const market = await openMarket();
const { hostname, port } = new URL(market.server.baseUrl);

const headOf = (path: string, ...lines: string[]) =>
  `${[`POST ${path} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n`;
const head = (...lines: string[]) => headOf('/v1/orders', ...lines);
const KEY = `X-MKT-API-Key: ${market.api.key}`;
const JSON_TYPE = 'Content-Type: application/json';

interface Slow {
  /** What is sent first, and what is then sent every quarter of a second. */
  start: string;
  drip?: string;
}

/** Returns what the server sent, and after how many seconds it closed the connection. */
async function endure({ start, drip }: Slow): Promise<{ response: string; seconds: number }> {
  const socket = connect(Number(port), hostname);
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(start);
  const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), 250);
  await closed;
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  return { response: Buffer.concat(chunks).toString(), seconds };
}

const HEADERS_SECONDS = 10;
const REQUEST_SECONDS = 30;
/** A margin: the server checks connections once a second, on a machine that may be busy. */
const LATE_SECONDS = 8;

const CASES: [what: string, slow: Slow, status: number, withinSeconds: number][] = [
  ['who says nothing', { start: '' }, 408, HEADERS_SECONDS],
  ['who only ends lines', { start: '', drip: '\r\n' }, 408, HEADERS_SECONDS],
  ['whose header never ends', { start: `${head()}X-Slow: `, drip: 'x' }, 408, HEADERS_SECONDS],
  ['whose headers never end', { start: head(KEY), drip: 'X-A: b\r\n' }, 408, HEADERS_SECONDS],
  [
    'whose body never ends',
    { start: `${head(KEY, JSON_TYPE, 'Content-Length: 100000')}\r\n{`, drip: ' ' },
    408,
    REQUEST_SECONDS,
  ],
  [
    'who speaks MCP and whose body never ends',
    { start: `${headOf('/mcp', KEY, JSON_TYPE, 'Content-Length: 100000')}\r\n{`, drip: ' ' },
    408,
    REQUEST_SECONDS,
  ],
  [
    'whose chunks never end',
    { start: `${head(KEY, JSON_TYPE, 'Transfer-Encoding: chunked')}\r\n`, drip: '1\r\n \r\n' },
    408,
    REQUEST_SECONDS,
  ],
  [
    'who sends on after a refusal',
    { start: `${head(JSON_TYPE, 'Content-Length: 100000')}\r\n{`, drip: ' ' },
    401,
    REQUEST_SECONDS,
  ],
  [
    'who announced too much',
    { start: `${head(KEY, JSON_TYPE, 'Content-Length: 10000000')}\r\n{`, drip: ' ' },
    413,
    REQUEST_SECONDS,
  ],
];

describe.concurrent('the server', () => {
  for (const [what, slow, status, withinSeconds] of CASES) {
    it(`disconnects ${what}`, async () => {
      const { response, seconds } = await endure(slow);
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(response).toMatch(/\r\n\r\n\{"error":/);
      expect(seconds).toBeLessThan(withinSeconds + LATE_SECONDS);
    });
  }

  it('serves quick clients of an address whose slow ones hold nearly all of its connections', async () => {
    const sockets = Array.from({ length: 900 }, () => connect(Number(port), hostname));
    for (const socket of sockets) socket.on('error', () => undefined);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write(head(KEY));
    const responses = await Promise.all(Array.from({ length: 50 }, () => market.api.get('/v1/me')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    for (const socket of sockets) socket.destroy();
  });
});
