import type { ServerResponse } from 'node:http';

export type AnswerHeaders = Record<string, string | number>;

/** What a handler answers: JSON as a value or as text that is JSON already, or nothing. */
export type Answer =
  | { status: number; json: unknown; headers?: AnswerHeaders }
  | { status: number; text: string; headers?: AnswerHeaders }
  | { status: 204; headers?: AnswerHeaders };

const EXPOSED = [
  'x-request-id',
  'location',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotent-replayed',
  'preference-applied',
  'allow',
  'www-authenticate',
].join(', ');

const COMMON_HEADERS: AnswerHeaders = {
  // On every answer of `/v1`: keys travel in a header, so any page may call.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/**
 * Writes an answer with its length, so that the connection can be used again. Its own headers come
 * before the others of the same name.
 */
export function send(
  res: ServerResponse,
  answer: Answer,
  requestId: string,
  others?: AnswerHeaders,
): void {
  const headers: AnswerHeaders = {
    'x-request-id': requestId,
    ...COMMON_HEADERS,
    ...others,
    ...answer.headers,
  };
  if (answer.status === 204) {
    res.writeHead(204, headers);
    res.end();
    return;
  }
  const text =
    'text' in answer ? answer.text : JSON.stringify('json' in answer ? answer.json : null);
  headers['Content-Type'] ??= 'application/json';
  headers['Content-Length'] = Buffer.byteLength(text);
  res.writeHead(answer.status, headers);
  // As text: Node joins it with the head, and writes once.
  res.end(text);
}
