import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Format } from 'ajv';
import { dateTimeTest, isDuration, isTime } from './format-time.ts';
import { URI_TEMPLATE, uriReferenceTest } from './format-uri.ts';

type Test = (text: string) => boolean;

/** A text longer than any good one is refused unread. */
const within =
  (maxLength: number, test: Test): Test =>
  (text) =>
    text.length <= maxLength && test(text);

const ofLibrary = (name: keyof typeof fullFormats): Test => {
  const format: Format = fullFormats[name];
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return format;
  const validate = typeof format === 'object' ? format.validate : undefined;
  return validate instanceof RegExp
    ? (text) => validate.test(text)
    : ((validate as Test | undefined) ?? (() => true));
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const isDate = within(10, ofLibrary('date'));
const isHostname = within(253, ofLibrary('hostname'));
const isIpv6 = within(45, ofLibrary('ipv6'));
const readUri = uriReferenceTest(isIpv6);

function isRegex(text: string): boolean {
  try {
    RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/**
 * The formats that are checked; any other name is an annotation, as the drafts allow. Those of
 * ajv-formats, but for what it gets wrong: `url` is quadratic (4 s on 64 KiB of colons) and no format
 * of JSON Schema, so it is left out; `byte` takes any text with one good line; `regex` reads without
 * the `u` flag; times, durations, UUIDs, URIs and host names differ from their RFCs in the official suite.
 * Short kinds of text are bounded, so that none of them ever reads 256 KiB.
 */
export const FORMATS: Readonly<Record<string, Format>> = {
  date: isDate,
  time: within(64, isTime),
  'date-time': within(64, dateTimeTest(isDate)),
  duration: within(128, isDuration),
  email: within(320, ofLibrary('email')),
  hostname: (text) => !text.endsWith('.') && isHostname(text),
  ipv4: within(15, ofLibrary('ipv4')),
  ipv6: isIpv6,
  uuid: within(36, (text) => UUID.test(text)),
  uri: (text) => {
    const { ok, isAbsolute } = readUri(text);
    return ok && isAbsolute;
  },
  'uri-reference': (text) => readUri(text).ok,
  'uri-template': (text) => URI_TEMPLATE.test(text),
  'json-pointer': ofLibrary('json-pointer'),
  'relative-json-pointer': ofLibrary('relative-json-pointer'),
  regex: within(4096, isRegex),
  // OpenAPI's, which many schemas carry.
  byte: (text) => BASE64.test(text),
  int32: fullFormats.int32,
  int64: fullFormats.int64,
};

export const isFormat = (name: unknown): name is string =>
  typeof name === 'string' && Object.hasOwn(FORMATS, name);
