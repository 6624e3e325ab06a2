import { readFileSync } from 'node:fs';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERROR_TYPES, HEADERS, type ErrorType } from '@mkt/protocol';
import { CONNECTION_LIMITS } from '../market/limits.ts';
import {
  type ConnectionLimit,
  createPeerConnections,
  trackResponses,
  type UnreadLimits,
} from './connections.ts';
import type { PeerAddress } from './origins.ts';
import { errorBody } from './respond.ts';

const KEEP_ALIVE_MS = 65_000;
/** How often Node looks for connections that are too slow. */
const CHECK_INTERVAL_MS = 1_000;
const BACKLOG = 4_096;

/**
 * The share of the process's descriptors that connections may use: the others are for calls, the database
 * and files.
 */
const SHARE_OF_DESCRIPTORS = 0.75;

/** How many files and connections the process may have open; infinite where the system does not say. */
function descriptorLimit(): number {
  try {
    const [, soft] =
      /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * Beyond the limit on descriptors the system's own code resets connections, and this process learns
 * nothing of it: so it refuses them earlier, where they are counted.
 */
const maxConnections = () =>
  Math.min(CONNECTION_LIMITS.atOnce, Math.floor(descriptorLimit() * SHARE_OF_DESCRIPTORS));

export interface ListenOptions {
  host: string;
  port: number;
  requestId(): string;
  maxConnections?: number;
  /**
   * Returns the peer that a connection counts for. Without it, or if it returns `undefined`, only
   * the total is limited.
   */
  peerAddress?: PeerAddress;
  /** Simultaneous connections of one peer. */
  connectionsPerAddress?: number;
  /** Called for each connection that is closed immediately. */
  onRefused?: (limit: ConnectionLimit) => void;
  unread?: UnreadLimits;
}

export interface Listening {
  port: number;
  server: Server;
  /** Accepts no more connections; resolves when every request has its response. */
  close(): Promise<void>;
  /** Closes the remaining connections. */
  destroy(): void;
}

/** Maps Node's codes for bytes that are not a request. */
function typeOf(error: NodeJS.ErrnoException): ErrorType {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'malformed_request';
}

const SENTENCES: Partial<Record<ErrorType, string>> = {
  headers_too_large: 'The headers are larger than 16 KiB.',
  request_timeout: 'The request did not arrive in time.',
  malformed_request: 'The request is not valid HTTP.',
  method_not_allowed: 'CONNECT is not supported.',
};

/**
 * Responds to bytes that are not a request, unless the response to an earlier request is due: the
 * client would take this one for that. A valid request may precede the invalid bytes, and its order
 * may have been placed.
 */
function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  { due, requestId }: { due: readonly ServerResponse[]; requestId: string },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [first, ...more] = due;
  const isForFirst = !first || (more.length === 0 && !first.headersSent && !first.req.complete);
  if (isForFirst) respondRaw(socket, typeOf(error), requestId);
  else if (due.every((res) => res.writableEnded)) socket.end();
  else socket.destroy();
}

/** Written by hand, because there is no ServerResponse. */
function respondRaw(socket: Duplex, type: ErrorType, requestId: string): void {
  const { status } = ERROR_TYPES[type];
  const body = JSON.stringify(errorBody(type, SENTENCES[type] ?? type, requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json',
    `${HEADERS.requestId}: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(type === 'method_not_allowed'
      ? ['Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']
      : []),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Serves the app, with limits on headers and slow clients. Rejects if the port is in use. */
export async function listen(app: RequestListener, options: ListenOptions): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: CONNECTION_LIMITS.headerBytes,
      headersTimeout: CONNECTION_LIMITS.headersMs,
      requestTimeout: CONNECTION_LIMITS.requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // Node would refuse such a request without a body; the app refuses it with one.
      requireHostHeader: false,
    },
    app,
  );
  // Node would respond 417 without a body; an unknown expectation may be ignored (RFC 9110,
  // 10.1.1).
  server.on('checkExpectation', (req, res) => void server.emit('request', req, res));
  server.maxConnections = options.maxConnections ?? maxConnections();
  server.on('drop', () => options.onRefused?.('process'));
  const responses = trackResponses(server, options.unread ?? CONNECTION_LIMITS);
  const sockets = new Set<Socket>();
  const peers = createPeerConnections(options);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    peers.admit(socket);
  });
  server.on('connect', (_req, socket) => {
    socket.on('error', () => undefined);
    respondRaw(socket, 'method_not_allowed', options.requestId());
  });
  server.on('clientError', (error, socket) =>
    refuseConnection(error, socket, { due: responses.of(socket), requestId: options.requestId() }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, BACKLOG, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    server,
    close() {
      server.close();
      return responses.end();
    },
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
