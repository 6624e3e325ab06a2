import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** A service as Hono, Bun, Deno and the seller kit have it. */
export interface FetchService {
  fetch(request: Request): Response | Promise<Response>;
}

export interface FetchServer {
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
  /** Cuts every connection; may be called again. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function requestOf(incoming: IncomingMessage, url: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const { method = 'GET' } = incoming;
  const body = hasBody(incoming) && method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(incoming.url ?? '/', url), {
    method,
    headers,
    signal,
    // `duplex` is not in the types of the DOM yet.
    ...(body ? ({ body: Readable.toWeb(incoming), duplex: 'half' } as object) : {}),
  });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
}

/**
 * Serves a service on this machine only. Port 0 is any free port. A service that throws responds
 * with 500, so that a mistake of a test shows in the order rather than as a crash.
 */
export async function serveFetch(service: FetchService, port = 0): Promise<FetchServer> {
  let url = '';
  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      await send(await service.fetch(requestOf(incoming, url, gone.signal)), response);
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      const message = error instanceof Error ? error.message : String(error);
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: message }));
    }
  }
  const server = createServer((incoming, response) => {
    response.on('error', () => undefined);
    void respond(incoming, response);
  });
  server.listen({ host: LOOPBACK, port });
  await once(server, 'listening');
  const listening = (server.address() as AddressInfo).port;
  url = `http://${LOOPBACK}:${listening}`;
  return {
    url,
    port: listening,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
