import { isObject } from '@mkt/protocol';

export interface OAuthRefusal {
  code: string;
  /** A sentence. */
  reason: string;
}

const STATUS_REFUSED = 400;

/** The error of RFC 6749 that the marketplace sent; undefined if it is another one. */
export async function oauthErrorOf(error: unknown): Promise<OAuthRefusal | undefined> {
  const { ApiError } = await import('@mkt/client');
  if (!(error instanceof ApiError) || error.status !== STATUS_REFUSED) return undefined;
  const { body } = error;
  if (!isObject(body) || typeof body['error_description'] !== 'string') return undefined;
  return { code: error.reason, reason: body['error_description'] };
}

const PASSING = new Set([408, 429]);

/** Whether the same request may succeed later: the network or the server failed. */
export async function isPassing(error: unknown): Promise<boolean> {
  const { ApiError, MktError } = await import('@mkt/client');
  if (error instanceof ApiError) return error.status >= 500 || PASSING.has(error.status);
  return error instanceof MktError;
}
