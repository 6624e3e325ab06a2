import ipaddr from 'ipaddr.js';
import { LIMITS } from '@mkt/protocol';

export interface UrlPolicy {
  /** Dev mode: http, any port, loopback and private addresses. */
  allowPrivate: boolean;
  /** 443 and 8443 by default; ignored with `allowPrivate`. */
  ports?: readonly number[];
}

export type CheckedUrl = { ok: true; url: URL } | { ok: false; message: string };

const DEFAULT_PORTS: readonly number[] = [443, 8443];
/**
 * The web server of the Azure host, reachable from every machine there. Its address would otherwise
 * count as public.
 */
const AZURE_HOST = '168.63.129.16';
/** Matches an empty user name too, which a parsed URL does not show. */
const USER_INFO = /^[a-z]+:\/{2,}[^/?#]*@/i;
const PUBLIC_NAME = /^[^.]+(?:\.[^.]+)+$/;
const UNSAFE_CHARACTER = /[\p{Cc}\p{Z}\p{Cs}\\]/u;

const refuse = (message: string): CheckedUrl => ({ ok: false, message });

/**
 * Whether a URL may be called, judged by its text. The addresses that its name resolves to are checked
 * at each connection with `isPublicAddress`. The message follows the URL's name: "must …".
 * Source: docs/protocol.md#errors-about-urls (`url_not_allowed`).
 */
export function checkUrl(text: string, policy: UrlPolicy): CheckedUrl {
  const { allowPrivate, ports = DEFAULT_PORTS } = policy;
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

  const port = url.port === '' ? 443 : Number(url.port);
  if (!ports.includes(port)) return refuse(`must use port ${ports.join(' or ')}`);
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
