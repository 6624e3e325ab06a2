import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';

/** A decoded body, or why it could not be decoded. */
export type DecodedBody =
  | { kind: 'decoded'; body: Uint8Array }
  | { kind: 'too_large' }
  /** The problem is the rest of a sentence that starts with "the response". */
  | { kind: 'unreadable'; problem: string };

type Decoder = (
  body: Uint8Array,
  options: Pick<ZlibOptions, 'maxOutputLength'>,
) => Promise<Uint8Array>;

const decoders = { gunzip, inflate, inflateRaw, brotliDecompress };
const decode = Object.fromEntries(
  Object.entries(decoders).map(([name, decoder]) => [name, promisify(decoder)]),
) as unknown as Record<keyof typeof decoders, Decoder>;

const ZLIB_DEFLATE = 8;

/** RFC 9110 means the zlib format of RFC 1950; some servers send the raw deflate data. */
function isZlibFormat([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === ZLIB_DEFLATE && (first * 256 + second) % 31 === 0;
}

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', decode.gunzip],
  ['x-gzip', decode.gunzip],
  [
    'deflate',
    (body, options) => (isZlibFormat(body) ? decode.inflate : decode.inflateRaw)(body, options),
  ],
  ['br', decode.brotliDecompress],
]);

/** Decoding each costs as much as the limit allows, and no real server sends more than one. */
const MAX_CODINGS = 3;
const MAX_NAME = 40;

/** How much larger than the limit of the decoded body an encoded one may be. */
export const ENCODING_SLACK_BYTES = 64 * 1024;

const codingsOf = (contentEncoding: string) =>
  contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');

/**
 * Decodes gzip, deflate and br, although requests ask for `identity`: many servers and proxies
 * compress anyway. `maxBytes` limits the output of each decoding, so that a small body cannot become a
 * large one; zlib works outside the main thread.
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<DecodedBody> {
  const codings = codingsOf(contentEncoding);
  const unknown = codings.find((name) => !DECODERS.has(name));
  if (unknown !== undefined || codings.length > MAX_CODINGS) {
    const name = (unknown ?? codings.join(', ')).replace(/[^\w.,+ -]+/g, '?').slice(0, MAX_NAME);
    return {
      kind: 'unreadable',
      problem: `has the Content-Encoding ${name}, which is not decoded; gzip, deflate and br are`,
    };
  }
  let decoded = body;
  for (const name of codings.toReversed()) {
    // A response to HEAD, or a 204.
    if (decoded.length === 0) break;
    try {
      decoded = (await DECODERS.get(name)?.(decoded, { maxOutputLength: maxBytes })) ?? decoded;
    } catch (error) {
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      if (isTooLarge) return { kind: 'too_large' };
      return { kind: 'unreadable', problem: `is not complete and valid ${name} data` };
    }
  }
  return decoded.length > maxBytes ? { kind: 'too_large' } : { kind: 'decoded', body: decoded };
}
