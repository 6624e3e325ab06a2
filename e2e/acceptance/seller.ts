import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request that the seller received, as it came over the wire. */
export interface SellerCall {
  method: string;
  path: string;
  /** Without its `?`; empty when there is none. */
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  atMs: number;
}

export interface SellerAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Answers a call, or writes to `response` itself and returns nothing. */
export type SellerHandler = (
  call: SellerCall,
  response: ServerResponse,
) => SellerAnswer | undefined | Promise<SellerAnswer | undefined>;

export interface Seller {
  /** Base address, without a slash at the end. */
  url: string;
  calls: SellerCall[];
  callsTo(methodAndPath: string): SellerCall[];
  /** Changes the seller's responses, from the next request on. */
  on(methodAndPath: string, handler: SellerHandler): void;
  server: Server;
  close(): Promise<void>;
}

export const json = (value: unknown, status = 200): SellerAnswer => ({
  status,
  body: JSON.stringify(value),
});

const NOTHING: SellerAnswer = { status: 200 };

function defaults(): Map<string, SellerHandler> {
  return new Map<string, SellerHandler>([
    ['GET /', () => json({ name: 'Seller', description: 'Answers what it was sent.' })],
    ['GET /health', () => json({ status: 'ok' })],
    ['HEAD /run', () => NOTHING],
    ['GET /run', () => NOTHING],
    ['POST /run', ({ body }) => json({ echo: JSON.parse(body.toString()) })],
  ]);
}

/**
 * A seller service made of nothing but Node's HTTP server: what docs/seller-interface.md asks, by
 * hand.
 */
export async function startSeller(tls?: ServerOptions): Promise<Seller> {
  const handlers = defaults();
  const calls: SellerCall[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void answer(request, response).catch(() => response.destroy());
  };
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const call = await read(request);
    calls.push(call);
    const handler = handlers.get(`${call.method} ${call.path}`);
    const given = handler ? await handler(call, response) : json({ error: 'Not found' }, 404);
    if (!given) return;
    response.writeHead(given.status ?? 200, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      ...given.headers,
    });
    response.end(given.body);
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    calls,
    callsTo: (methodAndPath) =>
      calls.filter(({ method, path }) => `${method} ${path}` === methodAndPath),
    on: (methodAndPath, handler) => handlers.set(methodAndPath, handler),
    server,
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<SellerCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
  return {
    method: request.method ?? '',
    path,
    query,
    headers: request.headers,
    body: Buffer.concat(chunks),
    atMs: Date.now(),
  };
}
