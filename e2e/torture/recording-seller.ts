import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a seller is asked to do, inside the order's own input. */
export interface Wish {
  /** Identifies the activation; the seller returns it in the result. */
  attempt: string;
  kind: WishKind;
  delayMs: number;
}

/**
 * `answer` completes; `status` is a 503, `garbage` is not JSON, `cut` closes the connection, `drip`
 * sends a response byte by byte that never ends.
 */
export type WishKind = 'answer' | 'status' | 'garbage' | 'cut' | 'drip';

export interface RecordingSeller {
  url: string;
  /** How often each order was called, by the order id of the signed envelope. */
  calls: ReadonlyMap<string, number>;
  /** Called when an order is called a second time. */
  onSecondCall: (orderId: string) => void;
  close(): Promise<void>;
}

const DRIP_MS = 200;
const JSON_HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

function orderIdOf({ headers }: IncomingMessage): string | undefined {
  const [envelope = ''] = String(headers['x-mkt-payload'] ?? '').split('.');
  if (envelope === '') return undefined;
  return (JSON.parse(Buffer.from(envelope, 'base64url').toString('utf8')) as { orderId: string })
    .orderId;
}

async function wishOf(request: IncomingMessage): Promise<Wish> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const query = new URL(request.url ?? '/', 'http://seller').searchParams;
  const input: Partial<Wish> =
    request.method === 'GET'
      ? { ...Object.fromEntries(query), delayMs: Number(query.get('delayMs')) }
      : (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Partial<Wish>);
  const { attempt = '', kind = 'answer', delayMs = 0 } = input ?? {};
  return { attempt, kind, delayMs };
}

function fulfil({ attempt, kind }: Wish, orderId: string, response: ServerResponse): void {
  if (response.destroyed) return;
  switch (kind) {
    case 'answer':
      response.writeHead(200, JSON_HEADERS).end(JSON.stringify({ attempt, orderId }));
      return;
    case 'status':
      response.writeHead(503, JSON_HEADERS).end(JSON.stringify({ error: 'Not now' }));
      return;
    case 'garbage':
      response.writeHead(200, JSON_HEADERS).end('{"attempt":');
      return;
    case 'cut':
      response.destroy();
      return;
    case 'drip': {
      response.writeHead(200, JSON_HEADERS);
      const timer = setInterval(() => response.write(' '), DRIP_MS);
      response.on('close', () => clearInterval(timer));
    }
  }
}

/**
 * A seller of nothing but Node's HTTP server that writes down every call, and does what the input
 * asks for: quick, slow and failing sellers in one. It outlives the marketplaces that call it.
 */
export async function startRecordingSeller(): Promise<RecordingSeller> {
  const calls = new Map<string, number>();
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const orderId = orderIdOf(request);
    if (orderId === undefined) {
      response.writeHead(200, JSON_HEADERS).end();
      return;
    }
    const count = (calls.get(orderId) ?? 0) + 1;
    calls.set(orderId, count);
    if (count > 1) seller.onSecondCall(orderId);
    const wish = await wishOf(request);
    if (wish.delayMs === 0) fulfil(wish, orderId, response);
    else setTimeout(() => fulfil(wish, orderId, response), wish.delayMs);
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  const seller: RecordingSeller = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    onSecondCall: () => undefined,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return seller;
}
