// A scripted marketplace, for responses that the real one does not send on demand.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { formatApiKey } from '@mkt/protocol';

export const API_KEY = formatApiKey(new Uint8Array(32).fill(7));
export const OTHER_KEY = formatApiKey(new Uint8Array(32).fill(9));

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** As text. */
  body: string;
}

export interface Reply {
  status?: number;
  body?: unknown;
  /** Never respond. */
  hang?: boolean;
}

export interface FakeMarketplace extends AsyncDisposable {
  url: string;
  env: { MKT_BASE_URL: string; MKT_API_KEY: string };
  requests: ReceivedRequest[];
}

export async function fakeMarketplace(
  reply: (request: ReceivedRequest) => Reply | Promise<Reply>,
): Promise<FakeMarketplace> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const seen = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: await text(request),
      };
      requests.push(seen);
      const { status = 200, body, hang } = await reply(seen);
      if (hang) return;
      response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-1' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: { MKT_BASE_URL: url, MKT_API_KEY: API_KEY },
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
