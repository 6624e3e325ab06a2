import { once } from 'node:events';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS } from '@mkt/protocol';
import type { Service } from '../service-definition.ts';
import { readEnvironment } from '../signing-secret.ts';
import { nodeHandler } from './handler.ts';

const RESPONSES: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
};

/**
 * Responds with JSON to what node:http cannot parse, and closes the connection. If an earlier
 * request on the connection is still waiting for its response, it closes the connection without
 * one: the caller would take it for the response to the earlier request.
 */
function respondToMalformedRequests(server: HttpServer): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const earlier = latest.get(socket);
    const isDue =
      earlier && !earlier.writableFinished && (earlier.headersSent || earlier.req.complete);
    if (error.code === 'ECONNRESET' || !socket.writable || isDue) socket.destroy();
    else refuse(error, socket);
  });
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  const [status, sentence] = RESPONSES[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP',
  ];
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\naccess-control-allow-origin: *\r\n` +
      `connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

const DEFAULT_PORT = 8801;
/** Lets a caller who calls every minute reuse a connection; the Keep-Alive header states the time. */
const KEEP_ALIVE_MS = 65_000;
/** Time for the headers to arrive; the body has as long as the whole call may take. */
const HEADERS_MS = 10_000;
/** The marketplace gives up on a call after 30 seconds, so waiting much longer is pointless. */
const CLOSE_MS = LIMITS.sellerTimeoutMs + 5_000;
const IDLE_CHECK_MS = 50;

export interface ServeOptions {
  /** The variable `PORT` by default, else 8801. 0 picks any free port. */
  port?: number | undefined;
  /** The address to listen on; that of `listenAddress` by default. */
  host?: string | undefined;
}

/** A running server, as `serve` returns it. */
export interface Server {
  /** `http://host:port`, with `localhost` when it listens on all interfaces. */
  readonly url: string;
  readonly port: number;
  /** Accepts no new calls, waits up to 35 seconds for those in flight, then resolves. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Serve = (service: Service, options?: ServeOptions) => Promise<Server>;

export interface ListenAddress {
  /** For `listen` of node:http; undefined means all interfaces. */
  host: string | undefined;
  /** For the line that a service prints when it starts. */
  why: string;
}

/**
 * Where services should listen: on `HOST` if that is set, on all interfaces if all of them have a
 * signing secret, otherwise only on this machine, because without a secret a service runs for everyone
 * who can reach it.
 */
export function listenAddress(...services: readonly Pick<Service, 'signer'>[]): ListenAddress {
  const host = readEnvironment('HOST');
  if (host) return { host, why: `HOST is ${host}` };
  return services.every(({ signer }) => signer !== undefined)
    ? { host: undefined, why: 'on all interfaces: only signed calls are accepted' }
    : {
        host: '127.0.0.1',
        why: 'on this machine only: it has no signing secret, and HOST is not set',
      };
}

/**
 * Serves a service on a node:http server of its own.
 *
 * ```ts
 * const server = await serve(service, { port: 8801 });
 * process.once('SIGTERM', () => server.close());
 * ```
 *
 * @throws {RangeError} the variable `PORT` is not a port number
 * @throws {Error} the port is in use or needs privileges
 */
export const serve: Serve = async (
  service,
  { port = portOfEnvironment(), host = listenAddress(service).host } = {},
) => {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: LIMITS.sellerTimeoutMs,
    },
    nodeHandler(service),
  );
  respondToMalformedRequests(server);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(sentenceOf(error as NodeJS.ErrnoException, port), { cause: error });
  }
  const address = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeGracefully(server));
  return { url: urlOf(address), port: address.port, close, [Symbol.asyncDispose]: close };
};

function portOfEnvironment(): number {
  const text = readEnvironment('PORT') ?? '';
  if (text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new RangeError(`PORT must be a number from 0 to 65535, not "${text}"`);
  }
  return port;
}

function sentenceOf(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another port, as in PORT=${port + 1}`;
  if (error.code === 'EACCES')
    return `Port ${port} needs administrator rights: set PORT to one above 1023`;
  return `Cannot listen on port ${port}: ${error.message}`;
}

function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '::' || address === '0.0.0.0') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

async function closeGracefully(server: HttpServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // close() ends the connections that are idle now; one whose call ends later would stay open until
  // its keep-alive timeout.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
