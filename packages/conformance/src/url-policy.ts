import ipaddr from 'ipaddr.js';
import { LIMITS } from '@mkt/protocol';

export interface UrlPolicy {
  /** Dev mode: http, any port, loopback and private addresses. */
  allowPrivate: boolean;
  /** The only allowed ports, if not empty; ignored with `allowPrivate`. */
  ports?: readonly number[];
}

export type CheckedUrl = { ok: true; url: URL } | { ok: false; message: string };

const HTTPS_PORT = 443;
/** Ports below it belong to system services. */
const FIRST_USER_PORT = 1024;
/**
 * Other ports that browsers never connect to, because services of other protocols listen there
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);
/**
 * The web server of the Azure host, reachable from every machine there. Its address would otherwise
 * count as public.
 */
const AZURE_HOST = '168.63.129.16';
/** Matches an empty user name too, which a parsed URL does not show. */
const USER_INFO = /^[a-z]+:\/{2,}[^/?#]*@/i;
const PUBLIC_NAME = /^[^.]+(?:\.[^.]+)+$/;
const UNSAFE_CHARACTER = /[\p{Cc}\p{Z}\p{Cs}\\]/u;

/** Why a port may not be used, as the rest of a sentence. */
function portProblem(port: number, only: readonly number[]): string | undefined {
  if (only.length > 0)
    return only.includes(port) ? undefined : `must use port ${only.join(' or ')}`;
  if (port === HTTPS_PORT || (port >= FIRST_USER_PORT && !BLOCKED_PORTS.has(port)))
    return undefined;
  return port < FIRST_USER_PORT
    ? 'must use port 443 or a port from 1024'
    : `must use a port other than ${port}, which browsers block`;
}

const refuse = (message: string): CheckedUrl => ({ ok: false, message });

/**
 * Whether a URL may be called, judged by its text. The addresses that its name resolves to are checked
 * at each connection with `isPublicAddress`. The message follows the URL's name: "must …".
 * Source: docs/reference/protocol.md#errors-about-urls (`url_not_allowed`).
 */
export function checkUrl(text: string, policy: UrlPolicy): CheckedUrl {
  const { allowPrivate, ports = [] } = policy;
  if (text.length > LIMITS.urlLength) {
    return refuse(`must be at most ${LIMITS.urlLength} characters long`);
  }
  if (UNSAFE_CHARACTER.test(text)) {
    return refuse('must not have spaces, control characters or backslashes');
  }
  if (!(allowPrivate ? /^https?:\/\//i : /^https:\/\//i).test(text)) {
    return refuse(
      allowPrivate ? 'must start with https:// or http://' : 'must start with https://',
    );
  }
  const url = URL.parse(text);
  // The parsed hostname has decimal, octal, full-width and percent-encoded forms normalised.
  if (!url || url.hostname === '')
    return refuse('must be a complete URL, such as https://api.example.com/run');
  if (USER_INFO.test(text)) {
    return refuse('must not have a user name or a password');
  }
  if (allowPrivate) return { ok: true, url };

  const problem = portProblem(url.port === '' ? HTTPS_PORT : Number(url.port), ports);
  if (problem !== undefined) return refuse(problem);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) {
    return isPublicAddress(host)
      ? { ok: true, url }
      : refuse('must not point at a private address');
  }
  if (host.endsWith('.localhost') || !PUBLIC_NAME.test(host)) {
    return refuse('must have a public host name');
  }
  return { ok: true, url };
}

/**
 * Whether an address is globally routable unicast: outside every special range of ipaddr.js and, for
 * IPv6, inside 2000::/3, because ipaddr.js calls 4000::/3 and 100:0:0:1::/64 unicast.
 */
export function isPublicAddress(address: string): boolean {
  if (!isPlainAddress(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === AZURE_HOST) return false;
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}

/**
 * The two notations that sockets use. ipaddr.js accepts others and reads them in its own way:
 * `::8.8.8.8` as 8.8.8.8, `1.2.3` as 1.2.0.3.
 */
function isPlainAddress(address: string): boolean {
  if (!address.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(address);
  const isMixed = address.includes('.') && !/^::ffff:/i.test(address);
  return !isMixed && !address.includes('%') && ipaddr.IPv6.isValid(address);
}
