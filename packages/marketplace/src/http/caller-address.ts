import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddress from 'proxy-addr';

/** The eight groups of an IPv6 address, `::` written out; those of a mapped IPv4 address are kept. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  if (tail === undefined) return groups(head);
  const [left, right] = [groups(head), groups(tail)];
  const missing = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right];
}

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const NETWORK_GROUPS = 4;

function counted(address: string): string {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const network = groupsOf(address).slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
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
