import type { Socket } from 'node:net';
import { socketBytesLimit } from '@mkt/protocol';

const KIB = 1024;
/**
 * Read from all sockets in one turn of the event loop. Two megabytes of a socket may be there at
 * once, and of the smallest responses a megabyte takes 60 ms to parse: 44 such sellers held up
 * everybody else for 11 s.
 */
const TURN_BYTES = 128 * KIB;

/** An exchange read more from its socket than a response of its size can need. */
export class SocketBytesExceeded extends Error {
  /** undici then repeats what is queued behind the exchange on another connection. */
  readonly code = 'UND_ERR_SOCKET';

  constructor() {
    super('The response takes too many bytes.');
    this.name = 'SocketBytesExceeded';
  }
}

export interface SocketMeter {
  /** The next write on a metered socket begins an exchange whose response has at most `bodyBytes`. */
  begin(bodyBytes: number): void;
  /** Counts what is read from a new connection, decrypted, headers and framing included. */
  meter(socket: Socket): void;
}

/**
 * Ends connections that send more than their exchange may take. A body's size says nothing of it: a
 * response may consist of 1xx responses or of chunk extensions for ever, and the parser reports
 * neither. undici reads with `socket.read()` and writes a request in the same turn in which it
 * announces it, so the two methods of the socket are all there is to watch; that costs no timer and
 * no listener. Reading in portions, by turns, also keeps such responses from holding up others.
 */
export function createSocketMeter(): SocketMeter {
  let next: number | undefined;
  let leftInTurn = TURN_BYTES;
  let deferred: Socket[] = [];

  function beginTurn(): void {
    leftInTurn = TURN_BYTES;
    const waiting = deferred;
    deferred = [];
    for (const socket of waiting) {
      if (leftInTurn <= 0) deferred.push(socket);
      // undici reads again what it was refused.
      else if (!socket.destroyed) socket.emit('readable');
    }
    if (deferred.length > 0) setImmediate(beginTurn);
  }

  function defer(socket: Socket): void {
    if (deferred.length === 0) setImmediate(beginTurn);
    deferred.push(socket);
  }

  return {
    begin(bodyBytes) {
      next = socketBytesLimit(bodyBytes);
    },
    meter(socket) {
      let left = socketBytesLimit(0);
      const { read, write } = socket;
      socket.read = (size?: number) => {
        // Without bytes there is nothing to defer, and the stream must come to its end.
        if (leftInTurn <= 0 && socket.readableLength > 0) {
          defer(socket);
          return null;
        }
        const chunk = read.call(socket, size) as Buffer | null;
        if (chunk === null) return null;
        leftInTurn -= chunk.length;
        left -= chunk.length;
        if (left >= 0) return chunk;
        socket.destroy(new SocketBytesExceeded());
        return null;
      };
      socket.write = (...args: unknown[]) => {
        if (next !== undefined) {
          left = next;
          next = undefined;
        }
        return Reflect.apply(write, socket, args) as boolean;
      };
    },
  };
}
