import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LinkedList } from '../structures/collections.ts';
import { createShare } from '../structures/counters.ts';
import type { PeerAddress } from './origins.ts';

/** How much is still read of a request after its response, and for how long. */
const LINGER_BYTES = 1024 * 1024;
const LINGER_CHUNKS = 1024;
const LINGER_MS = 2_000;

const stopped = new WeakSet<IncomingMessage>();

/**
 * Leaves the rest of the request in the system's buffers. Parsing a request of one-byte chunks
 * takes a second per 10 MB, even if its data is dropped.
 */
export function stopReading(req: IncomingMessage): void {
  stopped.add(req);
  // Drops what was already parsed.
  req.push = () => true;
  // Node calls this for more data whenever the request's own buffer is empty.
  req._read = () => undefined;
  req.socket.pause();
}

/** Closes this side, and gives the client a moment to read the response. */
function closeGracefully({ socket }: IncomingMessage): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Bounds what is read of a request after its response, in case the client never stops sending. If
 * the body ends within the bound, the connection can serve the next request.
 */
function limitRemainder(req: IncomingMessage, onTooMuch: () => void = () => undefined): void {
  const maxRead = req.socket.bytesRead + LINGER_BYTES;
  let chunks = 0;
  req.on('data', () => {
    chunks += 1;
    if (chunks !== LINGER_CHUNKS && req.socket.bytesRead <= maxRead) return;
    req.removeAllListeners('data');
    stopReading(req);
    onTooMuch();
  });
}

/**
 * Does the same for a connection that stays open: closes it if the rest of the request is large.
 */
function limitRemainderForReuse(req: IncomingMessage): void {
  if (stopped.has(req)) closeGracefully(req);
  else limitRemainder(req, () => closeGracefully(req));
}

/**
 * Closes the connection after the response although the request has not fully arrived. Closing the
 * socket immediately would reset it, and the client could lose the response. So only this side is
 * closed, and what the client still sends is dropped for a moment.
 */
export function closeAfterResponse(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  res.setHeader('Connection', 'close');
  // Node calls this after it has written the response.
  socket.destroySoon = () => {
    closeGracefully(req);
    req.once('end', () => socket.destroy());
    limitRemainder(req);
  };
}

export interface UnreadLimits {
  /** Total size of all responses that were written but not yet read. */
  unreadBytes: number;
  /** How long a client may take to read a response after it was written. */
  unreadMs: number;
}

const SLOW_READER_INTERVAL_MS = 1_000;

/**
 * Tracks open responses. Clients that never read theirs would fill the memory of the server: slow
 * ones are disconnected, and if the total is still too large, the largest responses first.
 */
export function trackResponses(server: Server, { unreadBytes, unreadMs }: UnreadLimits) {
  const open = new LinkedList<ServerResponse>();
  const unreadSinceMs = new WeakMap<ServerResponse, number>();
  let ending: (() => void) | undefined;
  server.prependListener('request', (req, res) => {
    const close = open.add(res);
    if (ending) res.setHeader('Connection', 'close');
    // The event is emitted once, so `on` is enough: the removal of a `once` listener costs as much
    // as all of this.
    res.on('close', () => {
      close();
      if (!req.complete && !req.destroyed) limitRemainderForReuse(req);
      if (open.size === 0) ending?.();
    });
  });

  function endSlowReaders(): void {
    const nowMs = performance.now();
    const unread = [...open].filter((res) => res.writableEnded);
    for (const res of unread) {
      const sinceMs = unreadSinceMs.get(res);
      if (sinceMs === undefined) unreadSinceMs.set(res, nowMs);
      else if (nowMs - sinceMs > unreadMs) res.destroy();
    }
    let bytes = unread.reduce((sum, res) => sum + res.writableLength, 0);
    if (bytes <= unreadBytes) return;
    for (const res of unread.toSorted((a, b) => b.writableLength - a.writableLength)) {
      bytes -= res.writableLength;
      res.destroy();
      if (bytes <= unreadBytes) return;
    }
  }
  const timer = setInterval(endSlowReaders, SLOW_READER_INTERVAL_MS).unref();
  server.once('close', () => clearInterval(timer));

  return {
    /** The open responses of one connection, in the order of their requests. */
    of: (socket: Duplex) => [...open].filter((res) => res.req.socket === socket),
    /**
     * Resolves when every request has its response; connections close after their current response.
     */
    end: () =>
      new Promise<void>((resolve) => {
        ending = resolve;
        for (const res of open) if (!res.headersSent) res.setHeader('Connection', 'close');
        if (open.size === 0) resolve();
      }),
  };
}

interface PeerLimits {
  peerAddress?: PeerAddress;
  /** Simultaneous connections of one peer. */
  connectionsPerAddress?: number;
  /** Called for each connection that is closed immediately. */
  onRefused?: (limit: ConnectionLimit) => void;
}

/** The limit that a connection exceeded: that of the process, or that of its address. */
export type ConnectionLimit = 'process' | 'address';

/** Closes the connections of an address that exceed its share (docs/reference/limits.md#shares). */
export function createPeerConnections({
  peerAddress = () => undefined,
  connectionsPerAddress = Infinity,
  onRefused,
}: PeerLimits) {
  const connections = createShare(connectionsPerAddress);
  return {
    /** Counts a connection until it closes, or closes it immediately. */
    admit(socket: Socket): void {
      const peer = peerAddress(socket.remoteAddress);
      if (peer === undefined) return;
      const release = connections.tryTake(peer);
      if (release) socket.once('close', release);
      else {
        socket.destroy();
        onRefused?.('address');
      }
    },
  };
}
