const IPV6_OR_FUTURE = /^\[(?:(?<ipv6>[0-9a-f:.]+)|v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+)\]$/i;
const REGISTERED_NAME = /^(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*$/i;
const USER = /^(?:[\w.~!$&'()*+,;=:-]|%[0-9a-f]{2})*$/i;
const PATH = /^(?:[\w.~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*$/i;
const QUERY = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i;
/** RFC 3986, appendix B: each part ends at a character that it cannot contain, so nothing backtracks. */
const PARTS =
  /^(?:(?<scheme>[a-z][a-z0-9+.-]*):)?(?:\/\/(?<authority>[^/?#]*))?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?:#(?<fragment>[^]*))?$/i;
const AUTHORITY = /^(?:(?<user>[^@]*)@)?(?<host>\[[^\]]*\]|[^:@]*)(?::\d*)?$/;

/** URI references of RFC 3986; the test of an IPv6 address is an argument. */
export function uriReferenceTest(isIpv6: (text: string) => boolean) {
  const isHost = (host: string) => {
    if (!host.startsWith('[')) return REGISTERED_NAME.test(host);
    const match = IPV6_OR_FUTURE.exec(host);
    const ipv6 = match?.groups?.['ipv6'];
    return match !== null && (ipv6 === undefined || isIpv6(ipv6));
  };
  const isAuthority = (authority: string) => {
    const { user = '', host } = AUTHORITY.exec(authority)?.groups ?? {};
    return host !== undefined && USER.test(user) && isHost(host);
  };

  return (text: string): { ok: boolean; isAbsolute: boolean } => {
    const parts = PARTS.exec(text)?.groups ?? {};
    const { scheme, authority, path = '', query = '', fragment = '' } = parts;
    const isAbsolute = scheme !== undefined;
    // Without a scheme, a colon in the first segment would make it one.
    const isAmbiguous = !isAbsolute && authority === undefined && /^[^/]*:/.test(path);
    const ok =
      !isAmbiguous &&
      (authority === undefined || isAuthority(authority)) &&
      PATH.test(path) &&
      QUERY.test(query) &&
      QUERY.test(fragment);
    return { ok, isAbsolute };
  };
}

/** RFC 6570 with its errata: an apostrophe is a literal, a delete character is not. */
export const URI_TEMPLATE =
  // oxlint-disable-next-line no-control-regex -- the control characters are what it refuses
  /^(?:[^\x00-\x20"%<>\\^`{|}\x7f]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?(?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*(?::[1-9]\d{0,3}|\*)?)*\})*$/i;
