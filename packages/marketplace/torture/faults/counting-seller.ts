import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that counts the calls of each order. */
export interface CountingSeller {
  url: string;
  callsOf(orderId: string): number;
  /** Responds to the calls that asked to be held (`{"hold": true}`). */
  releaseHeld(): void;
  close(): Promise<void>;
}

function orderIdOf(payload: string): string {
  const [envelope = ''] = payload.split('.');
  return (JSON.parse(Buffer.from(envelope, 'base64url').toString()) as { orderId: string }).orderId;
}

export async function openCountingSeller(): Promise<CountingSeller> {
  const calls = new Map<string, number>();
  let held: (() => void)[] = [];

  function respond(response: ServerResponse, body: string): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ echo: JSON.parse(body) as unknown }));
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const payload = request.headers['x-mkt-payload'];
      if (request.method !== 'POST' || typeof payload !== 'string') return response.end();
      const orderId = orderIdOf(payload);
      calls.set(orderId, (calls.get(orderId) ?? 0) + 1);
      const body = Buffer.concat(chunks).toString();
      if (body.includes('hold')) held.push(() => respond(response, body));
      else respond(response, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    callsOf: (orderId) => calls.get(orderId) ?? 0,
    releaseHeld() {
      for (const each of held) each();
      held = [];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
