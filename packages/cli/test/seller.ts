// A seller's service that tests change while it runs.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Seller extends AsyncDisposable {
  url: string;
  /** The `provider` of `GET /contract`. */
  provider: {
    title: string;
    description?: string;
    category?: string;
    tags?: string[];
    price: { amountCents: number; currency?: string; unit?: string };
    runContract: Record<string, unknown>;
  };
  /** Status of `HEAD` and `GET /run`. */
  probeStatus: number;
  run: (input: Record<string, unknown>) => { status?: number; body: unknown; delayMs?: number };
}

const INPUT_SCHEMA = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, language: { type: 'string' } },
};

export async function startSeller(title = 'Text insights', path = '/run'): Promise<Seller> {
  const server = createServer((request, response) => void respond(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seller: Seller = {
    url,
    provider: {
      title,
      description: 'Counts the words of a text.',
      category: 'data',
      price: { amountCents: 2 },
      runContract: {
        method: 'POST',
        endpointPath: `${url}${path}`,
        inputSchema: INPUT_SCHEMA,
        outputSchema: { type: 'object', properties: { words: { type: 'integer' } } },
      },
    },
    probeStatus: 200,
    run: ({ text }) => ({ body: { words: String(text).split(' ').length } }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body?: unknown) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
      });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/') return send(200, { name: title, description: 'A test seller.' });
    if (request.url === '/contract') return send(200, { provider: seller.provider });
    if (request.url !== path) return send(404, { error: 'Not found.' });
    if (request.method !== 'POST') return send(seller.probeStatus);
    const input = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
    const { status = 200, body, delayMs = 0 } = seller.run(input);
    await sleep(delayMs);
    send(status, body);
  }
  return seller;
}
