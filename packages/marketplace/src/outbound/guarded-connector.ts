import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '@mkt/conformance';
import { buildConnector } from 'undici';
import type { Resolve } from './resolve.ts';
import type { SocketMeter } from './socket-meter.ts';

/** A connection that the policy does not allow: nothing was sent anywhere. */
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
  /** Called with every address that is about to be connected to. */
  onConnect?: (address: string) => void;
}

/** Longer than any deadline: a connection that is not there by then serves nobody. */
const CONNECT_TIMEOUT_MS = 45_000;

const unbracketed = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * A connector that checks addresses at each connection, literals and names alike, and refuses a
 * host when any of its addresses is not public: what was checked is what is connected to, so a
 * name cannot be rebound between. A literal never reaches undici's look-up, hence the check in
 * front.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowPrivate, resolve, meter, onConnect } = options;
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);

  const lookup: LookupFunction = (hostname, asked, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new AddressRefused(), '', 0);
      }
      for (const { address } of addresses) onConnect?.(address);
      if (asked.all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };

  // The deadline of the whole request covers connecting; this one only ends what nobody waits for.
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
