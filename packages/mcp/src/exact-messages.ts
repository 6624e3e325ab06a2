import { Transform } from 'node:stream';
import { hasInexactNumbers, isObject, LIMITS, parseJson } from '@mkt/protocol';
import { ProtocolErrorCode, type JSONRPCErrorResponse } from '@modelcontextprotocol/server';

export interface ExactMessagesOptions {
  /** A longer line is passed on as it is, for the transport to refuse. */
  maxBytes: number;
  /** Called with the response to a request that is not passed on. */
  refuse(response: JSONRPCErrorResponse): void;
}

const NEWLINE = 10;
const INEXACT =
  'has a number with more digits than JavaScript keeps; buy a call with such an input with POST /v1/orders';
/** An input that is nested deeper, within a message, is refused by the marketplace. */
const MAX_DEPTH = LIMITS.jsonDepth + 8;

/** What a double or an object would change in a line, so that another input would be bought. */
function changeOf(line: Buffer): { id: string | number; reason: string } | undefined {
  const read = parseJson(line, MAX_DEPTH);
  if (!('value' in read) || !isObject(read.value)) return undefined;
  const { id, method } = read.value;
  if (method === undefined || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  if (!read.ok) return { id, reason: read.message };
  if (hasInexactNumbers(read, () => false) !== true) return undefined;
  return { id, reason: INEXACT };
}

/**
 * Passes on the lines of an input, except for requests that the transport would read as something
 * else: it parses their numbers as doubles, and keeps one of two members with the same name.
 */
export function exactMessages({ maxBytes, refuse }: ExactMessagesOptions): Transform {
  let parts: Buffer[] = [];
  let size = 0;

  /** The line so far. */
  function take(): Buffer {
    const line = Buffer.concat(parts);
    parts = [];
    size = 0;
    return line;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        parts.push(chunk.subarray(start, end + 1));
        start = end + 1;
        const line = take();
        const change = changeOf(line);
        if (change) refuse(refusalOf(change));
        else this.push(line);
      }
      parts.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > maxBytes) this.push(take());
      done();
    },
  });
}

function refusalOf({ id, reason }: { id: string | number; reason: string }): JSONRPCErrorResponse {
  const message = `No order was placed: the message ${reason}.`;
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message } };
}
