import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { openListener, serve } from '../../../test-bed/within-test.ts';

/** Serves a handler on 127.0.0.1 until the test ends; returns its URL. */
export const listen = async (handler: RequestListener): Promise<string> =>
  (await serve(handler)).url;

/** Listens with a server on 127.0.0.1 until the test ends; returns its URL. */
export const startServer = async (server: Server): Promise<string> =>
  (await openListener(server)).url;

type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Serves a handler of Web-standard requests, as Next.js and Hono's Node server do. */
export const listenFetch = (handler: FetchHandler): Promise<string> =>
  listen((request, response) => void respondTo(request, response, handler));

async function respondTo(
  request: IncomingMessage,
  response: ServerResponse,
  handler: FetchHandler,
): Promise<void> {
  const { method = 'GET', url, headers, rawHeaders } = request;
  const pairs = rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as [string, string]] : [],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init: RequestInit = { method, headers: pairs };
  const body = { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' };
  const incoming = new Request(`http://${headers.host}${url}`, {
    ...init,
    ...(hasBody ? body : {}),
  });
  const result = await handler(incoming);
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(Buffer.from(await result.arrayBuffer()));
}

/** Sends a request made by `signedRequest` over a socket, to the service at `base`. */
export async function sendSigned(base: string, request: Request): Promise<Response> {
  const { method, headers } = request;
  const body = await request.text();
  const { pathname, search } = new URL(request.url);
  return fetch(`${base}${pathname}${search}`, {
    method,
    headers,
    ...(body === '' ? {} : { body }),
  });
}

/** Sends bytes as they are, and reads until the other side closes. */
export async function sendRaw(url: string, request: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(request);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
