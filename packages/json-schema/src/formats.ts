import { fullFormats } from 'ajv-formats/dist/formats.js';

const TIME =
  /^(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)(?:\.\d+)?(?:z|(?<sign>[+-])(?<offsetHour>[01]\d|2[0-3]):(?<offsetMinute>[0-5]\d))$/i;

/** `full-time` of RFC 3339: with an offset, and a 60th second only before midnight UTC. */
function isTime(text: string): boolean {
  const groups = TIME.exec(text)?.groups;
  if (!groups) return false;
  if (groups['second'] !== '60') return true;
  const sign = groups['sign'] === '-' ? -1 : 1;
  const offset = 60 * Number(groups['offsetHour'] ?? 0) + Number(groups['offsetMinute'] ?? 0);
  const minutes = 60 * Number(groups['hour']) + Number(groups['minute']) - sign * offset;
  const dayMinutes = 24 * 60;
  return (minutes + dayMinutes) % dayMinutes === dayMinutes - 1;
}

/** `date-time` of RFC 3339, given the test of its date. Its section 5.6 also allows a space for the T. */
const dateTimeTest = (isDate: (text: string) => boolean) => (text: string) =>
  /^[t ]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));

const DURATION =
  /^P(?:\d+W|(?=[^W]*\d[YMDHS])(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

/** `duration` of RFC 3339, appendix A: no unit may be omitted between two others. */
const isDuration = (text: string) => DURATION.test(text);

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
function uriReferenceTest(isIpv6: (text: string) => boolean) {
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
const URI_TEMPLATE =
  // oxlint-disable-next-line no-control-regex -- the control characters are what it refuses
  /^(?:[^\x00-\x20"%<>\\^`{|}\x7f]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?(?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*(?::[1-9]\d{0,3}|\*)?)*\})*$/i;

type Test = (text: string) => boolean;

const ofLibrary = (name: keyof typeof fullFormats): Test => {
  const known = fullFormats[name];
  if (known instanceof RegExp) return (text) => known.test(text);
  if (typeof known === 'function') return known;
  const validate = typeof known === 'object' ? known.validate : undefined;
  return validate instanceof RegExp
    ? (text) => validate.test(text)
    : ((validate as Test | undefined) ?? (() => true));
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Local parts and hosts that RFC 5321 allows and the library refuses. */
const QUOTED_LOCAL_PART = /^"(?:[ !#-[\]-~]|\\[ -~])*"@/;
const ADDRESS_LITERAL = /@\[(?:(?<ipv4>[\d.]+)|IPv6:(?<ipv6>[\da-f:.]+))\]$/i;

const isDate = ofLibrary('date');
const isHostname = ofLibrary('hostname');
const isIpv6 = ofLibrary('ipv6');
const isIpv4 = ofLibrary('ipv4');
const isPlainEmail = ofLibrary('email');

function isEmail(text: string): boolean {
  const { ipv4, ipv6 } = ADDRESS_LITERAL.exec(text)?.groups ?? {};
  if ((ipv4 !== undefined && !isIpv4(ipv4)) || (ipv6 !== undefined && !isIpv6(ipv6))) return false;
  return isPlainEmail(
    text.replace(ADDRESS_LITERAL, '@example.com').replace(QUOTED_LOCAL_PART, 'a@'),
  );
}
const readUri = uriReferenceTest((text) => text.length <= 45 && isIpv6(text));

function isRegex(text: string): boolean {
  try {
    RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** V8 takes 0.05 ms to look up each Unicode property of a regular expression. */
const PER_PROPERTY = 2_000;

export interface TextFormat {
  matches: Test;
  /** A longer text is refused without being read. */
  maxLength: number;
  /** Units of work for a text of that length. */
  cost(text: string): number;
}

const READ_PER_UNIT = 2;
const readThrough = (text: string) => 4 + text.length / READ_PER_UNIT;

const format = (matches: Test, maxLength = Number.POSITIVE_INFINITY): TextFormat => ({
  matches: (text) => text.length <= maxLength && matches(text),
  maxLength,
  cost: readThrough,
});

/**
 * The string formats that are checked; any other name is an annotation, as the drafts allow. They are
 * those of ajv-formats, except where it is wrong: `url` is quadratic (4 s on 64 KiB of colons) and not
 * a format of JSON Schema, so it is omitted; `byte` accepts any text with one valid line; `regex`
 * ignores the `u` flag; email addresses, times, durations, UUIDs, URIs and host names differ from their
 * RFCs in the official suite. Formats of short texts have a maximum length, so that none reads 256 KiB.
 */
export const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  date: format(isDate, 10),
  time: format(isTime, 64),
  'date-time': format(dateTimeTest(isDate), 64),
  duration: format(isDuration, 128),
  email: format(isEmail, 320),
  hostname: format((text) => !text.endsWith('.') && isHostname(text), 253),
  ipv4: format(isIpv4, 15),
  ipv6: format(isIpv6, 45),
  uuid: format((text) => UUID.test(text), 36),
  uri: format((text) => {
    const { ok, isAbsolute } = readUri(text);
    return ok && isAbsolute;
  }),
  'uri-reference': format((text) => readUri(text).ok),
  'uri-template': format((text) => URI_TEMPLATE.test(text)),
  'json-pointer': format(ofLibrary('json-pointer')),
  'relative-json-pointer': format(ofLibrary('relative-json-pointer')),
  regex: {
    ...format(isRegex, 4096),
    cost: (text) => readThrough(text) + PER_PROPERTY * (text.match(/\\p/gi)?.length ?? 0),
  },
  // Defined by OpenAPI and used in many schemas.
  byte: format((text) => BASE64.test(text)),
};

/** Defined by OpenAPI, for numbers. */
const NUMBER_FORMATS = new Set(['int32', 'int64']);

export const isFormat = (name: unknown): name is string =>
  typeof name === 'string' && (Object.hasOwn(TEXT_FORMATS, name) || NUMBER_FORMATS.has(name));
