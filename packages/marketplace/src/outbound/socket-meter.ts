import type { Socket } from 'node:net';

const KIB = 1024;
/** Of framing and headers, beside four times the body (docs/limits.md). */
const FRAMING_BYTES = 64 * KIB;
const FRAMING_FACTOR = 4;

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
 * no listener.
 */
export function createSocketMeter(): SocketMeter {
  let next: number | undefined;
  return {
    begin(bodyBytes) {
      next = FRAMING_FACTOR * bodyBytes + FRAMING_BYTES;
    },
    meter(socket) {
      let left = FRAMING_BYTES;
      const { read, write } = socket;
      socket.read = (size?: number) => {
        const chunk = read.call(socket, size) as Buffer | null;
        if (chunk === null) return null;
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
