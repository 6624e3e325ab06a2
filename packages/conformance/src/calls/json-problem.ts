import { describeJsonError, parseJson, type ReadJson } from '@mkt/protocol';
import type { TransportResponse } from '../transport.ts';

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
