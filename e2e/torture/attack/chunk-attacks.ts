import { connect } from 'node:net';
import type { ApiClient } from '../api-client.ts';
import { expectStatus, publishAt } from '../listings.ts';
import type { Report } from '../report.ts';
import { watchServer } from './watch-server.ts';

const KIB = 1024;

export interface ChunkScene {
  report: Report;
  server: { pid: number; baseUrl: string; devApiKey: string };
  api: ApiClient;
  hostileUrl: string;
  /** Concurrent orders or requests. */
  atOnce: number;
  cycles: number;
}

/** Responses that never end, to many concurrent orders: each order fails, without further effects. */
export async function sellerChunks(scene: ChunkScene, kind: string): Promise<string> {
  const { report, api, atOnce } = scene;
  const listingId = await publishAt(api, `${scene.hostileUrl}/${kind}`, { method: 'POST' });
  const watch = await watchServer(scene.server, report);
  async function buy(): Promise<void> {
    const body = JSON.stringify({ listingId, requestBody: {} });
    const response = await api.request('POST', '/v1/orders', body, { prefer: 'wait=30' });
    const { failure } = expectStatus(response, 201);
    if (failure?.kind !== 'too_large') report.violation('wrong outcomes', response.text);
  }
  for (let cycle = 1; cycle <= scene.cycles; cycle++) {
    await Promise.all(Array.from({ length: atOnce }, buy));
    scene.report.checked('hostile sellers called', atOnce);
  }
  return watch.check(`${scene.cycles} × ${atOnce} responses of endless ${kind}`);
}

const CHUNKS: Readonly<Record<string, string>> = {
  extensions: `1;a=${'x'.repeat(16 * KIB - 16)}\r\nx\r\n`,
  bytes: '1\r\nx\r\n',
};

/** Sends chunks until the server closes the connection. Returns the response. */
async function send({ server }: ChunkScene, chunk: string): Promise<string> {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data));
  socket.on('error', () => undefined);
  const head = [
    'POST /v1/orders HTTP/1.1',
    'Host: x',
    `X-MKT-API-Key: ${server.devApiKey}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const block = Buffer.from(chunk.repeat(Math.ceil((32 * KIB) / chunk.length)));
  const more = () => {
    while (socket.writable && socket.write(block));
  };
  socket.on('drain', more);
  more();
  // Not `once`, which rejects with the socket's error.
  await new Promise((resolve) => {
    socket.on('close', resolve);
  });
  return Buffer.concat(received).toString('latin1');
}

/** Bodies that never end, in many concurrent requests: each is refused. */
export async function buyerChunks(scene: ChunkScene, kind: string): Promise<string> {
  const watch = await watchServer(scene.server, scene.report);
  for (let cycle = 1; cycle <= scene.cycles; cycle++) {
    const responses = await Promise.all(
      Array.from({ length: scene.atOnce }, () => send(scene, CHUNKS[kind] ?? '')),
    );
    scene.report.checked('refused bodies', responses.length);
    for (const response of responses) {
      if (!/^HTTP\/1\.1 4(00|13) /.test(response))
        scene.report.violation('wrong outcomes', response || 'nothing');
    }
  }
  // With one-byte chunks, the first 64 KB of all requests are parsed in one turn: 10,000 chunks each.
  const healthCounts = kind === 'extensions';
  return watch.check(`${scene.cycles} × ${scene.atOnce} bodies of endless ${kind}`, healthCounts);
}
