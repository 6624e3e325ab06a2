import { type BudgetRemaining, ERROR_TYPES, type ErrorBody, type ErrorType, fromMicros, HEADERS, LIMITS } from '@mkt/protocol';
import { Refusal, type RefusalExtras, type Remaining, StorageUnavailable } from '../market/refusal.ts';
import { OAuthError } from './oauth.ts';
import { isoOrNull, type ResponseHeaders, type RouteResponse } from './response.ts';

const RETRY_STORAGE_SECONDS = 5;

/** The error body of the protocol; undefined members are left out. */
export function errorBody(
  type: ErrorType,
  message: string,
  requestId: string,
  extras: RefusalExtras = {},
): ErrorBody {
  const { details, from, to, allowed, requiredScope, checks, limit, price, listingStatus } = extras;
  const { reason, remaining } = extras;
  return {
    error: message,
    type,
    ...(details && details.length > 0 ? { details: details.slice(0, LIMITS.details) } : {}),
    requestId,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(allowed === undefined ? {} : { allowed: [...allowed] }),
    ...(requiredScope === undefined ? {} : { requiredScope }),
    ...(limit === undefined ? {} : { limit }),
    ...(price === undefined ? {} : { price }),
    ...(listingStatus === undefined ? {} : { status: listingStatus }),
    ...(reason === undefined ? {} : { reason }),
    ...(remaining === undefined ? {} : { remaining: presentRemaining(remaining) }),
    ...(checks === undefined ? {} : { checks: [...checks] }),
  };
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof StorageUnavailable) {
    return new Refusal('storage_unavailable', 'The database is unavailable; try again.', {
      retryAfterSeconds: RETRY_STORAGE_SECONDS,
    });
  }
  return undefined;
}

function headersOf(refusal: Refusal): ResponseHeaders {
  const headers: ResponseHeaders = {};
  if (refusal.type === 'unauthenticated') {
    headers['WWW-Authenticate'] =
      `ApiKey realm="marketplace", header="${HEADERS.apiKey}", Bearer realm="marketplace"`;
  }
  const { retryAfterSeconds } = refusal.extras;
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = retryAfterSeconds;
  return headers;
}

/**
 * The response to an error; the only place that decides a status. Anything but a refusal is a
 * defect of the marketplace: the caller logs it, and the response does not reveal it.
 */
export function errorResponse(
  error: unknown,
  requestId: string,
): RouteResponse & { internal: boolean } {
  if (error instanceof OAuthError) {
    const json = { error: error.code, error_description: error.message };
    return { internal: false, status: ERROR_TYPES.invalid_request.status, json };
  }
  const refusal = refusalOf(error);
  if (!refusal) {
    return {
      internal: true,
      status: ERROR_TYPES.internal.status,
      json: errorBody(
        'internal',
        'Internal error; quote the request id when you report it.',
        requestId,
      ),
    };
  }
  const { type, message, extras } = refusal;
  return {
    internal: false,
    status: extras.status ?? ERROR_TYPES[type].status,
    json: errorBody(type, message, requestId, extras),
    headers: headersOf(refusal),
  };
}

export const presentRemaining = (remaining: Remaining | null): BudgetRemaining | null =>
  remaining && {
    amount: fromMicros(remaining.amountMicros),
    currency: remaining.currency,
    resetsAt: isoOrNull(remaining.resetsAtMs),
  };
