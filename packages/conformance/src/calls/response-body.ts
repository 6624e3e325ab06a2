import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { describeJsonError, isObject, parseJson, type ReadJson, visibleLine } from '@mkt/protocol';
import type { TransportOutcome, TransportResponse } from '../transport.ts';

/** A decoded body, or why it could not be decoded. */
type DecodedBody =
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

type Body = Pick<TransportResponse, 'body' | 'encodingProblem'>;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

export const hasByteOrderMark = (body: Uint8Array): boolean =>
  BYTE_ORDER_MARK.every((byte, at) => body[at] === byte);

/**
 * The JSON in a body. A body whose Content-Encoding was not decoded has none, even if it looks like JSON:
 * the result of a call is read in the same way.
 */
export function readJsonBody(
  response: Body,
): { ok: true; document: ReadJson } | { ok: false; problem: string } {
  const parsed = parseJson(response.body);
  if (!parsed.ok) return { ok: false, problem: jsonProblem(response, parsed) };
  const { encodingProblem } = response;
  if (encodingProblem !== undefined) return { ok: false, problem: encodingProblem };
  return { ok: true, document: parsed };
}

/**
 * Why a body is not JSON, as the rest of a sentence that starts with "the response": the likely cause
 * if there is one, else what the parser says, with line and column.
 */
function jsonProblem(
  { body, encodingProblem }: Body,
  error: { reason: string; message: string },
): string {
  if (body.length === 0) return 'has no body';
  if (encodingProblem !== undefined) return encodingProblem;
  const isUnreadable = error.reason === 'syntax' || error.reason === 'encoding';
  if (isUnreadable && body.includes(0))
    return 'is not valid UTF-8: it has NUL bytes, as UTF-16 has';
  if (error.reason !== 'syntax') return error.message;
  if (hasByteOrderMark(body)) return 'is not valid JSON: it starts with a byte order mark';
  const start = new TextDecoder().decode(body.subarray(0, 200)).trimStart();
  if (start.startsWith('<')) return 'is not valid JSON but HTML or XML';
  return describeJsonError(error, body);
}

/** The JSON object in the body of a response; `undefined` for any other outcome. */
export function responseObject(
  outcome: TransportOutcome,
): Readonly<Record<string, unknown>> | undefined {
  if (outcome.kind !== 'response') return undefined;
  const parsed = parseJson(outcome.body);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

const MAX_ERROR = 200;

/**
 * The `error` of a JSON response, or its `fix`, which is for the seller, in one line of at most 200
 * characters.
 */
export function ownError(outcome: TransportOutcome): string | undefined {
  const said = responseObject(outcome);
  const error = said?.['fix'] ?? said?.['error'];
  if (typeof error !== 'string') return undefined;
  const line = visibleLine(error);
  if (line === '') return undefined;
  return line.length > MAX_ERROR ? `${line.slice(0, MAX_ERROR)}…` : line;
}

const MAX_FIX = 500;

/** The `fix` of a JSON response, which is for the seller, in one line (docs/reference/seller-interface.md#your-own-errors). */
export function ownFix(outcome: TransportOutcome): string | undefined {
  const fix = responseObject(outcome)?.['fix'];
  if (typeof fix !== 'string') return undefined;
  const line = visibleLine(fix);
  return line === '' ? undefined : line.slice(0, MAX_FIX).toWellFormed();
}

/** An outcome as the rest of a sentence that starts with the request's name. */
export function outcomeText(outcome: TransportOutcome): string {
  switch (outcome.kind) {
    case 'response':
      return `returned ${outcome.status}${errorText(outcome)}`;
    case 'refused':
      return `is not allowed: its URL ${outcome.message}`;
    case 'failed':
      if (outcome.reason === 'aborted') return 'was cancelled';
      return `failed: the service ${outcome.message}`;
  }
}

function errorText(outcome: TransportOutcome): string {
  const error = ownError(outcome);
  return error === undefined ? '' : ` with the error "${error}"`;
}
