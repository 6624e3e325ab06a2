import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LinkedList } from '../structures/linked-list.ts';
import { limitRemainderForReuse } from './close-connection.ts';

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
