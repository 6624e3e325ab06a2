import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createGrowingBuffer,
  type Detail,
  isInexact,
  LIMITS,
  pointerTo,
  readJson,
  type ReadJson,
  readMember,
  type RunContractChange,
  type RunContractInput,
  socketBytesLimit,
} from '@mkt/protocol';
import type { JsonReader } from '../market/json-reader.ts';
import { Refusal } from '../market/refusal.ts';
import { schemasOf } from '../market/schema-text.ts';
import { stopReading } from './connections.ts';

export interface BodyLimits {
  bodyBytes: number;
  jsonDepth: number;
}

interface JsonBody {
  document: ReadJson;
  /** The member that was read separately; in the document it is `null`. */
  apart?: ReadJson | undefined;
  bytes: Uint8Array;
}

/** Who sent a body, and what reading it costs them. */
export interface BodySource {
  json: JsonReader;
  /** The account or address. */
  group: string;
  /** Charges the bytes of the body; rejects if there were too many. */
  charge(bytes: number): Promise<void>;
}

const NO_BODY = readJson('{}');

/** A refusal of a body that was not fully read, so that the connection cannot be reused. */
export class BodyRefused extends Refusal {}

function tooLarge(max: number): Refusal {
  return new BodyRefused(
    'payload_too_large',
    `The body is larger than ${Math.floor(max / 1024)} KiB.`,
  );
}

const fragmented = () =>
  new BodyRefused(
    'malformed_request',
    `The body arrived in more than ${LIMITS.smallChunks} chunks averaging under ${LIMITS.smallChunkBytes} bytes; send larger chunks.`,
  );

const tooMuchFraming = () =>
  new BodyRefused('payload_too_large', 'The chunk headers of the body are too large.');

/** The client has disconnected, so this response is never read; it only ends the handling. */
const cutOff = () =>
  new Refusal('malformed_request', 'The request ended before its body was complete.');

/**
 * Reads the body, and refuses it as soon as it exceeds the limit. A chunked body is also refused
 * for its framing: a client may send one byte per chunk, each with 16 KiB of extensions. The bytes
 * of a refused body are freed immediately, because its sender may keep the connection open.
 */
function readBody(
  req: IncomingMessage,
  maxBytes: number,
  onResponseEnd?: (drop: () => void) => void,
): Promise<Uint8Array> {
  const declared = Number(req.headers['content-length']);
  if (declared > maxBytes) return Promise.reject(tooLarge(maxBytes));
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  const maxRead = isChunked ? req.socket.bytesRead + socketBytesLimit(maxBytes) : Infinity;
  return new Promise((resolve, reject) => {
    let body = createGrowingBuffer(maxBytes);
    let settled = false;
    function refuse(refusal: Refusal): void {
      settled = true;
      body = createGrowingBuffer(0);
      reject(refusal);
    }
    /** Stops parsing such chunks, even to drop them. */
    function stop(refusal: Refusal): void {
      stopReading(req);
      refuse(refusal);
    }
    req.on('data', (chunk: Buffer) => {
      if (settled) return;
      if (!body.append(chunk)) refuse(tooLarge(maxBytes));
      else if (!isChunked) return;
      else if (body.isFragmented()) stop(fragmented());
      else if (req.socket.bytesRead > maxRead) stop(tooMuchFraming());
    });
    req.on('end', () => {
      if (settled) return;
      settled = true;
      resolve(body.take());
    });
    req.on('error', () => settled || refuse(cutOff()));
    // Every request emits `close`, so the error is only created if it is needed: that takes 17 µs.
    req.on('close', () => settled || refuse(cutOff()));
    onResponseEnd?.(() => settled || refuse(cutOff()));
  });
}

const chunkedBodies = new WeakMap<IncomingMessage, Promise<Uint8Array>>();

/**
 * Starts to read a chunked body before its handler needs it. Chunks that arrive during
 * authentication would fill the request's own buffer, which limits bytes but not chunks: 65,536 of
 * one byte. If the response is sent before the body has arrived, the body is dropped.
 */
export function beginChunkedBody(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
): void {
  if (req.headers['transfer-encoding'] === undefined) return;
  const body = readBody(req, maxBytes, (drop) => res.once('close', drop));
  // A request that is refused earlier never reads it.
  body.catch(() => undefined);
  chunkedBodies.set(req, body);
}

const UTF_8 = /^charset\s*=\s*"?utf-8"?$/i;

/**
 * Whether the body has this type, in UTF-8. Split at the semicolons, because a single pattern took
 * 0.4 s for 16 KiB of spaces.
 */
function hasType({ headers }: IncomingMessage, expected: string): boolean {
  const contentType = headers['content-type'] ?? '';
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  return (
    type.toLowerCase() === expected &&
    parameters.every((parameter) => parameter === '' || UTF_8.test(parameter))
  );
}

/** Accepts only uncompressed JSON in UTF-8. */
function checkMediaType(req: IncomingMessage): void {
  if (!hasType(req, 'application/json')) {
    throw new Refusal(
      'unsupported_media_type',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  checkEncoding(req);
}

function checkEncoding(req: IncomingMessage): void {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Refusal(
      'unsupported_media_type',
      'The body must not be compressed. Send it without Content-Encoding.',
    );
  }
}

/** Reads the bytes once they are paid for: before they arrive, if their number is known. */
async function bytesOf(
  req: IncomingMessage,
  { bodyBytes }: BodyLimits,
  { charge }: Pick<BodySource, 'charge'>,
): Promise<Uint8Array> {
  const begun = chunkedBodies.get(req);
  if (begun) {
    const bytes = await begun;
    await charge(bytes.length);
    if (bytes.length > bodyBytes) throw tooLarge(bodyBytes);
    return bytes;
  }
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared <= bodyBytes) await charge(declared);
  return readBody(req, bodyBytes);
}

/** Reads a body of `application/x-www-form-urlencoded`; undefined if it has another type. */
export async function readFormBody(
  req: IncomingMessage,
  limits: BodyLimits,
  source: Pick<BodySource, 'charge'>,
): Promise<URLSearchParams | undefined> {
  const bytes = await bytesOf(req, limits, source);
  if (!hasType(req, 'application/x-www-form-urlencoded')) return undefined;
  checkEncoding(req);
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/**
 * Reads the JSON body of a request; if it is `optional`, a missing body reads as `{}`. A member that
 * is read `apart` is not parsed with the rest.
 */
export async function readJsonBody(
  req: IncomingMessage,
  limits: BodyLimits,
  source: BodySource,
  { optional = false, apart }: { optional?: boolean; apart?: string | undefined } = {},
): Promise<JsonBody> {
  const bytes = await bytesOf(req, limits, source);
  if (bytes.length === 0) {
    if (optional) return { document: NO_BODY, bytes };
    throw new Refusal('invalid_json', 'The body is empty; send a JSON object.');
  }
  checkMediaType(req);
  const { json, group } = source;
  const from = { bytes, maxDepth: limits.jsonDepth, group };
  const { rest, member } =
    apart === undefined
      ? { rest: await json.read(from), member: undefined }
      : await json.readApart(from, apart);
  if (!rest.ok) throw new Refusal('invalid_json', `The body ${rest.message}.`);
  await json.open(rest, group);
  return { document: rest, apart: member, bytes };
}

/** Members that may contain any JSON: their numbers are checked where they are used. */
const ANY_JSON = new Set(['requestBody', 'inputSchema', 'outputSchema']);

/** Amounts of money: the digits that floating point left over are rounded (`toMicros`). */
const AMOUNTS = new Set(['amount', 'maxPrice', 'limit']);

/** Fields of the API whose number a double cannot represent, such as a `revision` with 20 decimals. */
export function inexactFields(document: ReadJson): Detail[] {
  return inexactPaths(document)
    .slice(0, LIMITS.details)
    .map((path) => ({
      path,
      message: 'has more digits than the marketplace can store',
      keyword: 'precision',
    }));
}

/**
 * Skips members that may contain any JSON: computing their exact values may be expensive, and
 * unnecessary.
 */
function inexactPaths(read: ReadJson): string[] {
  const { value, text, longNumbers } = read;
  if (longNumbers.length === 0) return [];
  if (typeof value === 'number') return isInexact(text) ? [''] : [];
  if (Array.isArray(value)) return read.exact === value ? [] : [''];
  return Object.keys(value as object)
    .filter((name) => !ANY_JSON.has(name))
    .flatMap((name) => {
      const member = readMember(read, name);
      if (AMOUNTS.has(name) && typeof member?.value === 'number') return [];
      return member ? inexactPaths(member).map((path) => pointerTo('', name) + path) : [];
    });
}

type WithContract = { runContract?: RunContractChange | RunContractInput | null };

/** The body with its JSON Schemas as they were written (docs/reference/protocol.md#numbers). */
export function withExactSchemas<Body extends WithContract>(body: Body, document: ReadJson): Body {
  const contract = body.runContract && readMember(document, 'runContract');
  if (!contract) return body;
  return { ...body, runContract: { ...body.runContract, ...schemasOf(contract) } };
}
