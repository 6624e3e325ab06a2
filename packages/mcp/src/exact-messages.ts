import { Transform } from 'node:stream';
import { hasInexactNumbers, isObject, LIMITS, parseJson } from '@mkt/protocol';
import {
  type JSONRPCErrorResponse,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server';
import { LOST_ARGUMENT, losesArgument } from './lost-argument.ts';

interface ExactMessagesOptions {
  /** A longer line is dropped. */
  maxBytes: number;
  /** Called with the response to a request that is not passed on. */
  refuse(response: JSONRPCErrorResponse): void;
}

const NEWLINE = 10;
const INEXACT =
  'has a number with more digits than JavaScript keeps; buy a call with such an input with POST /v1/orders';
/** An input that is nested deeper, within a message, is refused by the marketplace. */
const MAX_DEPTH = LIMITS.jsonDepth + 8;

/** The id of a request, or undefined if the message expects no response. */
function idOf(message: unknown): RequestId | undefined {
  if (!isObject(message) || message['method'] === undefined) return undefined;
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

interface Refused {
  ids: readonly RequestId[];
  reason: string;
}

/**
 * The requests of a line that the transport would leave without a response, or in which a double or an
 * object would change something, so that another input would be bought.
 */
function refusedIn(line: Buffer): Refused | undefined {
  const read = parseJson(line, MAX_DEPTH);
  if (!('value' in read)) return undefined;
  if (Array.isArray(read.value)) {
    const ids = read.value.flatMap((message) => idOf(message) ?? []);
    return { ids, reason: 'is in a batch; send one message per line' };
  }
  const id = idOf(read.value);
  if (id === undefined || !isObject(read.value)) return undefined;
  const ids = [id];
  const { params = {} } = read.value;
  if (!isObject(params)) return { ids, reason: 'has parameters that are not an object' };
  if (!read.ok) return { ids, reason: read.message };
  if (losesArgument(read.value)) return { ids, reason: LOST_ARGUMENT };
  if (hasInexactNumbers(read, () => false) !== true) return undefined;
  return { ids, reason: INEXACT };
}

/** Where the id of a message that is too long to be parsed is looked for: at either end, as SDKs write it. */
const END_BYTES = 300;
const ID_FIRST = /^\s*\{(?:"jsonrpc":"2\.0",)?"id":(\d{1,15}|"[\w-]{1,100}"),/;
const METHOD = /[{,]"method":"/;
const ID_LAST = /,"id":(\d{1,15}|"[\w-]{1,100}")\}\s*$/;

function idsAtEnds(start: Buffer, end: Buffer): RequestId[] {
  const [first, last] = [start.toString('latin1'), end.toString('latin1')];
  // A response has no method, and an id of this server.
  if (!METHOD.test(first) && !METHOD.test(last)) return [];
  const [, id] = ID_FIRST.exec(first) ?? ID_LAST.exec(last) ?? [];
  return id === undefined ? [] : [JSON.parse(id) as RequestId];
}

/**
 * Passes on the lines of an input, except for requests that the transport would read as something
 * else: it parses their numbers as doubles, keeps one of two members with the same name, and drops an
 * argument `__proto__`. A request that the transport would not answer is answered here.
 */
export function exactMessages({ maxBytes, refuse }: ExactMessagesOptions): Transform {
  let parts: Buffer[] = [];
  let size = 0;

  function add(part: Buffer): void {
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) return;
    // Too long: only its ends are kept.
    const all = Buffer.concat(parts);
    parts = [all.subarray(0, END_BYTES), all.subarray(-END_BYTES)].map((end) => Buffer.from(end));
  }

  /** The line so far, if it is not too long. */
  function take(): Buffer | undefined {
    const isTooLong = size > maxBytes;
    const [start, end] = parts;
    const line = Buffer.concat(parts);
    parts = [];
    size = 0;
    if (!isTooLong || !start || !end) return line;
    const reason = `is larger than ${maxBytes} bytes`;
    for (const id of idsAtEnds(start, end)) refuse(refusalOf(id, reason));
    return undefined;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end + 1));
        start = end + 1;
        const line = take();
        const refused = line && refusedIn(line);
        for (const id of refused?.ids ?? []) refuse(refusalOf(id, refused?.reason ?? ''));
        if (line && !refused) this.push(line);
      }
      add(chunk.subarray(start));
      done();
    },
  });
}

function refusalOf(id: RequestId, reason: string): JSONRPCErrorResponse {
  const message = `No order was placed: the message ${reason}.`;
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } };
}
