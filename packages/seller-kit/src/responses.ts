import { HEADERS, type Method } from '@mkt/protocol';

/**
 * An error that `run` or `health` throws to choose the response: its status, with
 * `{ "error": message }` as the body. The order fails, and the buyer is shown the first 500
 * characters of the message (docs/reference/seller-interface.md#your-own-errors).
 */
export class ServiceError extends Error {
  readonly status: number;

  /** @param status an integer from 400 to 599 */
  constructor(status: number, message: string, options?: ErrorOptions) {
    if (!isErrorStatus(status)) {
      throw new RangeError(
        `The status of a ServiceError must be an integer from 400 to 599, not ${String(status)}`,
      );
    }
    super(message, options);
    this.name = 'ServiceError';
    this.status = status;
  }
}

const isErrorStatus = (status: unknown): status is number =>
  Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;

/** Checks the shape instead of the class, because an app may load the kit twice. */
export function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    error.name === 'ServiceError' &&
    'status' in error &&
    isErrorStatus(error.status)
  );
}

/** An HTTP response as plain data. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `null` when the response has no body, as for HEAD. */
  readonly body: string | null;
}

/** What a step of a call passes to the next, or the response that ends the call. */
export type Checked<T> = { ok: true; value: T } | { ok: false; response: ServiceResponse };

/** On every response (docs/reference/seller-interface.md). */
const COMMON_HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
} as const;

export const jsonText = (status: number, body: string): ServiceResponse => ({
  status,
  headers: COMMON_HEADERS,
  body,
});

export const failure = (status: number, error: string): ServiceResponse =>
  jsonText(status, JSON.stringify({ error }));

/** The message for buyers when only the seller can correct the mistake. */
export const MISCONFIGURED =
  'The service is misconfigured and cannot take calls; its log has the cause';

/**
 * The response to a call that fails because of a mistake in the service. `fix` is for the seller:
 * `mkt validate` shows it, and buyers never see it (docs/reference/seller-interface.md#your-own-errors).
 */
export const misconfigured = (status: 500 | 503, fix: string): ServiceResponse =>
  jsonText(status, JSON.stringify({ error: MISCONFIGURED, fix }));

/** The response to HEAD and GET on `/run`: the review's reachability check. */
export const REACHABLE: ServiceResponse = {
  status: 200,
  headers: { ...COMMON_HEADERS, 'content-length': '0' },
  body: null,
};

export const NOT_FOUND = failure(404, 'Not found');

/** Leaves out the reason, which is only logged. */
export const INTERNAL = failure(500, 'The service failed');

/**
 * Forbids caching, for a contract built from the request's own Host header, which no cache may serve to
 * others.
 */
export const uncached = (response: ServiceResponse): ServiceResponse => ({
  ...response,
  headers: { ...response.headers, 'cache-control': 'no-store' },
});

/** The response to HEAD: the headers of GET, with the length that its body would have. */
export function withoutBody(response: ServiceResponse): ServiceResponse {
  const { status, headers, body } = response;
  if (body === null) return response;
  const length = new TextEncoder().encode(body).length;
  return { status, headers: { ...headers, 'content-length': String(length) }, body: null };
}

/** The response to a browser's CORS preflight. */
export const preflight = (methods: readonly (Method | 'HEAD' | 'OPTIONS')[]): ServiceResponse => ({
  status: 204,
  headers: {
    ...COMMON_HEADERS,
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': `content-type, ${HEADERS.payload}, ${HEADERS.signature}`,
    'access-control-max-age': '86400',
  },
  body: null,
});
