import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LinkedList } from '../concurrency/linked-list.ts';
import { limitRemainderForReuse } from './close-connection.ts';

export interface UnreadLimits {
  /** Of all responses together that were written and not read yet. */
  unreadBytes: number;
  /** For one response to be read, from when it was written. */
  unreadMs: number;
}

const CHECK_INTERVAL_MS = 1_000;

/**
 * The responses of a server that are not read to their end. Clients that never read would fill
 * its memory: what takes too long ends, and when all of it is too much, the largest go first.
 */
export function trackResponses(server: Server, { unreadBytes, unreadMs }: UnreadLimits) {
  const open = new LinkedList<ServerResponse>();
  const givenAtMs = new WeakMap<ServerResponse, number>();
  let ending: (() => void) | undefined;
  server.prependListener('request', (req, res) => {
    const close = open.add(res);
    if (ending) res.setHeader('Connection', 'close');
    // Emitted once: a listener that takes itself off again costs as much as all that it does.
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
      const sinceMs = givenAtMs.get(res);
      if (sinceMs === undefined) givenAtMs.set(res, nowMs);
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
  const timer = setInterval(endSlowReaders, CHECK_INTERVAL_MS).unref();
  server.once('close', () => clearInterval(timer));

  return {
    /** Those of one connection, in the order of their requests. */
    of: (socket: Duplex) => [...open].filter((res) => res.req.socket === socket),
    /** Resolves when every request has its response; no connection takes another request. */
    end: () =>
      new Promise<void>((resolve) => {
        ending = resolve;
        for (const res of open) if (!res.headersSent) res.setHeader('Connection', 'close');
        if (open.size === 0) resolve();
      }),
  };
}
