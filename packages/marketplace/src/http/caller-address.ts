import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

const NETWORK_GROUPS = 4;
const NETWORK_BITS = 64;

/** An IPv4 address as it is, also when it is mapped into IPv6; of IPv6 the network. */
function counted(address: string): string {
  // ipaddr.js also takes forms that no socket gives, such as 127.1.
  if (!isIP(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/${NETWORK_BITS}`;
}

export type CallerAddress = (req: IncomingMessage) => string;

/**
 * What connections are counted by: the peer's address, of IPv6 its network; `undefined` for a
 * trusted proxy, whose connections are those of many callers.
 */
export type PeerAddress = (remoteAddress: string | undefined) => string | undefined;

export function createPeerAddress(trustedProxies: readonly string[]): PeerAddress {
  const trusts = proxyAddress.compile([...trustedProxies]);
  return (remoteAddress) => {
    // A connection that ended before it was accepted has none.
    if (remoteAddress === undefined || trusts(remoteAddress, 0)) return undefined;
    return counted(remoteAddress);
  };
}

/**
 * What requests without a user are counted by: the peer's address, or what a trusted proxy says of it
 * (`MKT_TRUSTED_PROXIES`). Of IPv6 the network alone, for whoever has one has 2^64 addresses in it.
 */
export function createCallerAddress(trustedProxies: readonly string[]): CallerAddress {
  const trusts = proxyAddress.compile([...trustedProxies]);
  return (req) => counted(proxyAddress(req, trusts) ?? 'unknown');
}
