import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { duplexPair, Readable, type Duplex } from 'node:stream';

/** The part of `fetch` that the client of this package uses. */
export type InProcessFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Both ends of a connection that never leaves the process; closing one closes the other. */
function connection(remoteAddress: string): [near: Duplex, far: Duplex] {
  const [near, far] = duplexPair();
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
  return [near, Object.assign(far, { remoteAddress })];
}

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const status = message.statusCode ?? 0;
  const body = status === 204 ? null : (Readable.toWeb(message) as ReadableStream);
  return new Response(body, { status, headers });
}

/**
 * A `fetch` whose requests reach the marketplace of this process: through the same parser, checks and
 * limits as any other, but without a socket. Returns one for callers at an address.
 */
export function createInProcess(serve: RequestListener): (remoteAddress: string) => InProcessFetch {
  const server = createServer(serve);
  return (remoteAddress) =>
    async function inProcessFetch(url, { method = 'GET', headers, body, signal }) {
      const { pathname, search, host } = new URL(url);
      const [near, far] = connection(remoteAddress);
      server.emit('connection', far);
      const responded = Promise.withResolvers<IncomingMessage>();
      const sent = request({
        createConnection: () => near,
        method,
        path: pathname + search,
        headers: { host, ...Object.fromEntries(new Headers(headers)), connection: 'close' },
        ...(signal && { signal }),
      });
      sent.on('response', responded.resolve);
      sent.on('error', responded.reject);
      // The client only sends texts.
      sent.end(body as string | undefined);
      return responseOf(await responded.promise);
    };
}
