import { HEADERS, type Method } from '@mkt/protocol';

/** An answer as plain data. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `null` where the answer has no body, as to HEAD. */
  readonly body: string | null;
}

/** On every answer (docs/seller-interface.md). */
const HEADERS_OF_ALL = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
} as const;

export const jsonText = (status: number, body: string): ServiceResponse => ({
  status,
  headers: HEADERS_OF_ALL,
  body,
});

export const failure = (status: number, error: string): ServiceResponse =>
  jsonText(status, JSON.stringify({ error }));

/** The answer to HEAD and GET on `/run`, by which the review checks reachability. */
export const REACHABLE: ServiceResponse = {
  status: 200,
  headers: { ...HEADERS_OF_ALL, 'content-length': '0' },
  body: null,
};

export const NOT_FOUND = failure(404, 'Not found');

/** Says nothing of what went wrong; the log does. */
export const INTERNAL = failure(500, 'The service failed');

/** For a contract made from the caller's own Host header, which no cache may hand to others. */
export const uncached = (answer: ServiceResponse): ServiceResponse => ({
  ...answer,
  headers: { ...answer.headers, 'cache-control': 'no-store' },
});

/** To HEAD: the headers of GET, with the length that its body would have. */
export function withoutBody(answer: ServiceResponse): ServiceResponse {
  const { status, headers, body } = answer;
  if (body === null) return answer;
  const length = new TextEncoder().encode(body).length;
  return { status, headers: { ...headers, 'content-length': String(length) }, body: null };
}

/** The answer to a browser that asks before it sends. */
export const preflight = (methods: readonly (Method | 'HEAD' | 'OPTIONS')[]): ServiceResponse => ({
  status: 204,
  headers: {
    ...HEADERS_OF_ALL,
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': `content-type, ${HEADERS.payload}, ${HEADERS.signature}`,
    'access-control-max-age': '86400',
  },
  body: null,
});
