// A scripted marketplace, for responses that the real one does not send on demand.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { formatApiKey } from '@mkt/protocol';
import { serveHttp, type LocalServer } from '../../../test-bed/local-server.ts';

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
  headers?: Record<string, string>;
  /** Never respond. */
  hang?: boolean;
}

export interface FakeMarketplace extends LocalServer {
  env: { MKT_BASE_URL: string; MKT_API_KEY: string };
  requests: ReceivedRequest[];
}

export async function fakeMarketplace(
  reply: (request: ReceivedRequest) => Reply | Promise<Reply>,
): Promise<FakeMarketplace> {
  const requests: ReceivedRequest[] = [];
  const server = await serveHttp(async (request, response) => {
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    requests.push(received);
    const { status = 200, body, headers, hang } = await reply(received);
    if (hang) return;
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': 'req-1',
      ...headers,
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  return { ...server, env: { MKT_BASE_URL: server.url, MKT_API_KEY: API_KEY }, requests };
}
