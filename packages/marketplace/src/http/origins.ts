import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';
import { Refusal } from '../market/refusal.ts';

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

/** A header that only script of the same origin can set without a preflight, which is refused. */
const DASHBOARD_HEADER = 'x-mkt-dashboard';

/** The origins of the marketplace itself. */
export type OwnOrigins = () => ReadonlySet<string>;

function isSameOrigin({ headers, method }: IncomingMessage, ownOrigins: OwnOrigins): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'same-origin') return true;
  if (origin !== undefined) return ownOrigins().has(origin);
  if (site !== undefined) return false;
  // Over plain http on a local network, browsers send neither with a GET.
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers[DASHBOARD_HEADER] === '1';
}

const forbidden = (message: string) => new Refusal('forbidden_origin', message);

/**
 * Refuses a request that a browser sends for a page of another site. It protects endpoints for programs,
 * which send none of these headers: otherwise such a page could start a device login in its visitor's
 * browser, and the login would come from the visitor's own address (docs/operate/accounts.md#device-login).
 */
export function checkNotCrossOrigin(req: IncomingMessage, ownOrigins: OwnOrigins): void {
  const { origin, 'sec-fetch-site': site = 'none' } = req.headers;
  const isOwn = origin === undefined || ownOrigins().has(origin);
  if (isOwn && (site === 'same-origin' || site === 'none')) return;
  throw forbidden('This is for programs, not for pages of other sites.');
}

/** The names of this machine. Any other name could belong to a site that points it here. */
const LOCAL_HOST = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/i;

/** Refuses a request by any name other than those of this machine (DNS rebinding). */
export function checkLocalName({ headers }: IncomingMessage): void {
  if (LOCAL_HOST.test(headers.host ?? '')) return;
  throw forbidden('In dev mode this works only by the names 127.0.0.1, [::1] and localhost.');
}

/**
 * Refuses a request from another site: the browser would add the cookie of its user to it
 * (docs/operate/accounts.md#requests-from-other-sites).
 */
export function checkSameOrigin(req: IncomingMessage, ownOrigins: OwnOrigins): void {
  if (isSameOrigin(req, ownOrigins)) return;
  throw forbidden(
    'Sessions are only for pages of the marketplace itself; use an API key elsewhere.',
  );
}
