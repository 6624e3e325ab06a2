import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

const NETWORK_GROUPS = 4;
const NETWORK_BITS = 64;

/**
 * The key that an address is counted by: an IPv4 address itself, even if it is mapped into IPv6;
 * for IPv6 its /64 network.
 */
function countingKey(address: string): string {
  // ipaddr.js also accepts forms that no socket reports, such as 127.1.
  if (!isIP(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/${NETWORK_BITS}`;
}

export type CallerAddress = (req: IncomingMessage) => string;

/**
 * What connections are counted by: the address of the peer, for IPv6 its network; `undefined` for a
 * trusted proxy, which carries the connections of many callers.
 */
export type PeerAddress = (remoteAddress: string | undefined) => string | undefined;

export function createPeerAddress(trustedProxies: readonly string[]): PeerAddress {
  const trusts = proxyAddress.compile([...trustedProxies]);
  return (remoteAddress) => {
    // A connection that closed before it was accepted has no address.
    if (remoteAddress === undefined || trusts(remoteAddress, 0)) return undefined;
    return countingKey(remoteAddress);
  };
}

/** Whether an address belongs to a private network or this machine, as that of a proxy usually does. */
const isPrivate = (address: string) =>
  isIP(address) !== 0 && ipaddr.process(address).range() !== 'unicast';

/**
 * What requests without an account are counted by: the address of the peer, or the one that a
 * trusted proxy reports (`MKT_TRUSTED_PROXIES`). For IPv6 only the network counts, because its
 * owner has 2^64 addresses. `onUntrusted` is called once, with the address of a peer that seems to
 * be a proxy and is not trusted: all who come through it are counted as one.
 */
export function createCallerAddress(
  trustedProxies: readonly string[],
  onUntrusted?: (peer: string) => void,
): CallerAddress {
  const trusts = proxyAddress.compile([...trustedProxies]);
  let hasTold = onUntrusted === undefined;

  function lookForProxy({ headers, socket: { remoteAddress } }: IncomingMessage): void {
    if (headers['x-forwarded-for'] === undefined || remoteAddress === undefined) return;
    if (trusts(remoteAddress, 0) || !isPrivate(remoteAddress)) return;
    hasTold = true;
    onUntrusted?.(remoteAddress);
  }

  return (req) => {
    if (!hasTold) lookForProxy(req);
    return countingKey(proxyAddress(req, trusts) ?? 'unknown');
  };
}
