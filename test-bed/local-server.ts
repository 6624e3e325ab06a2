import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';

/** Connections that may wait to be accepted; more than the system's default. */
const BACKLOG = 4096;

export interface LocalServer<Of extends Server = Server> extends AsyncDisposable {
  server: Of;
  port: number;
  /** Base address, without a slash at the end. */
  url: string;
  /** The number of connections made, and the open ones. */
  connections: { made: number; open: Set<Socket> };
  /** Destroys its connections and stops listening; may be called again. */
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function listen<Of extends Server>(
  server: Of,
  protocol: 'http' | 'https' = 'http',
): Promise<LocalServer<Of>> {
  const connections = { made: 0, open: new Set<Socket>() };
  server.on('connection', (socket: Socket) => {
    connections.made += 1;
    connections.open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.open.delete(socket));
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  async function close(): Promise<void> {
    for (const socket of connections.open) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  }
  return {
    server,
    port,
    url: `${protocol}://127.0.0.1:${port}`,
    connections,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Respond = (...given: Parameters<RequestListener>) => unknown;

export const serveHttp = (respond: Respond) =>
  listen(createHttpServer((request, response) => void respond(request, response)));

export const serveTls = (options: ServerOptions, respond: RequestListener) =>
  listen(createHttpsServer(options, respond), 'https');

/** A TCP server, for tests that send raw bytes. */
export const serveRaw = (connected: (socket: Socket) => void) => listen(createTcpServer(connected));

/** Sends the head once a client has sent something, then the block again and again until it closes. */
export const serveEndless = (head: string, block: string | Buffer) =>
  serveRaw((socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('drain', pour);
    socket.once('data', () => {
      socket.write(head);
      pour();
    });
  });

/**
 * Ports below those that a system gives to a program that asks for any (from 32,768 on Linux): one of those may
 * belong to another test, or to the client of a connection, a moment after it was free.
 */
const NEVER_GIVEN = { from: 20_000, count: 12_000 };
/** Each worker of a run has ports of its own: what is free for one is never about to be taken by another. */
const OWN_PORTS = 1_200;
const own =
  NEVER_GIVEN.from +
  (Number(process.env['VITEST_POOL_ID'] ?? 0) % (NEVER_GIVEN.count / OWN_PORTS)) * OWN_PORTS;
/** Processes that follow each other begin at different ports. */
let tried = process.pid * 37;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createTcpServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });

/** An address at which nothing listens, unless the test starts something there. */
export async function closedAddress(): Promise<{ url: string; port: number }> {
  let port: number;
  do port = own + (tried++ % OWN_PORTS);
  while (!(await isFree(port)));
  return { url: `http://127.0.0.1:${port}`, port };
}

/** The complete body of a request. */
export async function bodyOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
