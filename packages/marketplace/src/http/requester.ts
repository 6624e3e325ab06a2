import type { IncomingMessage } from 'node:http';
import { HEADERS, type Route } from '@mkt/protocol';
import { checkScope, type Caller } from '../domain/caller.ts';
import { Refusal } from '../domain/refusal.ts';
import type { CallerAddress } from './caller-address.ts';
import type { RateLimits } from './rate-limits.ts';

export interface Requester {
  /** `undefined` on a public route without a key. */
  caller: Caller | undefined;
  /** What its requests are counted by: the account or the address. */
  rateKey: string;
}

export interface RequesterDeps {
  authenticate(key: string | undefined): Promise<Caller>;
  rates: Pick<RateLimits, 'countFailedKey'>;
  callerAddress: CallerAddress;
}

const BEARER = /^bearer(?: +|$)/i;

function headerKey(req: IncomingMessage): string | undefined {
  const header = req.headers[HEADERS.apiKey];
  return Array.isArray(header) ? header.join(',') : header;
}

/** The token of `Authorization: Bearer`; undefined for other schemes, which are not for this server. */
function bearerToken(req: IncomingMessage): string | undefined {
  const { authorization } = req.headers;
  if (authorization === undefined) return undefined;
  // Node keeps only the first, and a proxy might check the other.
  if ((req.headersDistinct['authorization']?.length ?? 0) > 1) {
    throw new Refusal('malformed_request', 'The header authorization must not be repeated.');
  }
  const scheme = BEARER.exec(authorization);
  return scheme ? authorization.slice(scheme[0].length).trim() : undefined;
}

/** The key that was sent, in either header; refuses a request with two different ones. */
function keyOf(req: IncomingMessage): string | undefined {
  const key = headerKey(req);
  const token = bearerToken(req);
  if (key !== undefined && token !== undefined && key !== token) {
    throw new Refusal(
      'invalid_request',
      `The request has two different keys: send one, in ${HEADERS.apiKey} or as a bearer token.`,
    );
  }
  return key ?? token;
}

async function authenticated(
  { authenticate, rates, callerAddress }: RequesterDeps,
  req: IncomingMessage,
  key: string | undefined,
): Promise<Caller> {
  try {
    return await authenticate(key);
  } catch (error) {
    const isGuess = key !== undefined && error instanceof Refusal;
    if (isGuess && error.type === 'unauthenticated') await rates.countFailedKey(callerAddress(req));
    throw error;
  }
}

/**
 * Authenticates the caller (401), then checks the scope (403). A key that is sent to a public route
 * is checked too.
 */
export async function requesterOf(
  deps: RequesterDeps,
  req: IncomingMessage,
  access: Route['access'],
): Promise<Requester> {
  const key = keyOf(req);
  if (access === 'public' && key === undefined) {
    return { caller: undefined, rateKey: `address:${deps.callerAddress(req)}` };
  }
  const caller = await authenticated(deps, req, key);
  if (typeof access === 'object') checkScope(caller, access.scope);
  return { caller, rateKey: caller.accountId };
}
