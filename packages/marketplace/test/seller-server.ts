import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { onTestFinished } from 'vitest';

export interface SellerServer {
  port: number;
  /** Address without a slash at the end. */
  url: string;
  /** Connections that were made, and those that are still there. */
  connections: { made: number; open: Set<Socket> };
  /** Ends it before the test does: nobody listens at its address any more. */
  stop(): Promise<void>;
}

async function listening(server: Server, protocol: string): Promise<SellerServer> {
  const connections = { made: 0, open: new Set<Socket>() };
  server.on('connection', (socket: Socket) => {
    connections.made += 1;
    connections.open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  async function stop() {
    for (const socket of connections.open) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  }
  onTestFinished(stop);
  return { port, url: `${protocol}//127.0.0.1:${port}`, connections, stop };
}

type Answer = (...given: Parameters<RequestListener>) => unknown;

/** An HTTP server on this machine; it ends with the test. */
export const serve = (listener: Answer) =>
  listening(
    createHttpServer((request, response) => void listener(request, response)),
    'http:',
  );

export const serveTls = (options: ServerOptions, listener: RequestListener) =>
  listening(createHttpsServer(options, listener), 'https:');

/** A server that answers bytes of the test's own. */
export const serveRaw = (listener: (socket: Socket) => void) =>
  listening(createTcpServer(listener), 'http:');

/** An address that nobody listens on. */
export async function nobody(): Promise<{ url: string; port: number }> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { url: `http://127.0.0.1:${port}`, port };
}

/** The body of a request, whole. */
export async function bodyOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Waits until something is so; looks again whenever the event loop has gone round. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
