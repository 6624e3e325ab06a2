import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '@mkt/conformance';
import { buildConnector } from 'undici';
import type { Resolve } from './connector.ts';
import type { SocketMeter } from './socket-meter.ts';

/** The policy does not allow this address; nothing was sent. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is not allowed.');
    this.name = 'AddressRefused';
  }
}

export interface ConnectorOptions {
  allowPrivate: boolean;
  resolve: Resolve;
  /** Counts what each connection reads. */
  meter: SocketMeter;
  /** Called with every address before a connection to it is opened. */
  onConnect?: (address: string) => void;
}

/** Longer than any request deadline: by then no request needs the connection. */
const CONNECT_TIMEOUT_MS = 45_000;

const unbracketed = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * A connector that checks addresses at every connection, literals as well as names, and refuses a
 * host if any of its addresses is not public. The addresses that were checked are the ones that are
 * used, so a name cannot be rebound in between. undici does not look literals up, so they are
 * checked first.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowPrivate, resolve, meter, onConnect } = options;
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

  // The deadline of the request covers connecting; this timeout only ends connections that no
  // request waits for.
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
      if (socket) meter.meter(socket);
      callback(...connected);
    });
  };
}
