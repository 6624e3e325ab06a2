import { isIP, type LookupFunction, type Socket } from 'node:net';
import { isPublicAddress } from '@mkt/conformance';
import { socketBytesLimit } from '@mkt/protocol';
import { buildConnector } from 'undici';
import type { Host } from './network-watch.ts';
import type { Resolve } from './resolve.ts';

const KIB = 1024;
/**
 * The maximum read from all sockets per turn of the event loop. One socket may have two megabytes
 * ready, and parsing one megabyte of the smallest responses takes 60 ms: 44 such sellers blocked
 * everyone else for 11 s.
 */
const TURN_BYTES = 128 * KIB;

/** An exchange read more bytes from its socket than its response can need. */
export class SocketBytesExceeded extends Error {
  /** With this code, undici moves the requests queued behind the exchange to another connection. */
  readonly code = 'UND_ERR_SOCKET';

  constructor() {
    super('The response took more bytes on the connection than allowed.');
    this.name = 'SocketBytesExceeded';
  }
}

export interface SocketMeter {
  /**
   * The next write on a metered socket starts an exchange whose response has at most `bodyBytes`.
   */
  begin(bodyBytes: number): void;
  /** Counts every byte read from a new connection, decrypted, including headers and framing. */
  meter(socket: Socket): void;
}

/**
 * Closes connections that send more than their exchange may read. Limiting the body is not enough:
 * a response may consist of endless 1xx responses or chunk extensions, and the parser reports
 * neither. undici reads with `socket.read()`, and writes a request in the same turn in which it
 * announces it, so wrapping these two methods is enough, without a timer or a listener. Limiting
 * each turn also keeps such responses from delaying others.
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
      // Makes undici read again.
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
        // An empty buffer is not deferred, so that the stream can end.
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

/** The policy does not allow this address; nothing was sent. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is not allowed.');
    this.name = 'AddressRefused';
  }
}

interface ConnectorOptions {
  allowPrivate: boolean;
  resolve: Resolve;
  /** Counts what each connection reads. */
  meter: SocketMeter;
  /** Called with every address before a connection to it is opened. */
  onConnect?: (address: string) => void;
  /** Called with every host to which there is a new connection, encrypted if it is to be. */
  onConnected?: (host: Host) => void;
}

/**
 * For the name to resolve, the connection and the TLS handshake. This tells an order whose seller cannot
 * be reached, which is tried again, from one to which the seller did not respond.
 */
const CONNECT_TIMEOUT_MS = 10_000;

const unbracketed = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * A connector that checks addresses at every connection, literals as well as names, and refuses a
 * host if any of its addresses is not public. The addresses that were checked are the ones that are
 * used, so a name cannot be rebound in between. undici does not look literals up, so they are
 * checked first.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowPrivate, resolve, meter, onConnect, onConnected } = options;
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);

  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new AddressRefused(), '', 0);
      }
      for (const { address } of addresses) onConnect?.(address);
      if (lookupOptions.all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };

  const connect = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  return function connectGuarded(target, callback) {
    const literal = unbracketed(target.hostname);
    if (isIP(literal) !== 0) {
      if (!isAllowed(literal)) {
        callback(new AddressRefused(), null);
        return;
      }
      onConnect?.(literal);
    }
    connect(target, (...connected) => {
      const [, socket] = connected;
      if (socket) {
        meter.meter(socket);
        onConnected?.(target);
      }
      callback(...connected);
    });
  };
}
