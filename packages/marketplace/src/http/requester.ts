import type { IncomingMessage } from 'node:http';
import { HEADERS, type Route } from '@mkt/protocol';
import { checkScope, type Caller } from '../market/caller.ts';
import { Refusal } from '../market/refusal.ts';
import { browserOf, hasCookie } from './query-http-browser.ts';
import type { CallerAddress } from './origins.ts';
import type { RateLimits } from './rate-limits.ts';
import { checkSameOrigin, type OwnOrigins } from './same-origin.ts';
import type { Browser, WithCookies } from './browser.ts';

export interface Requester {
  /** `undefined` on a public route without a key. */
  caller: Caller | undefined;
  /** What its requests are counted by: the account or the address. */
  rateKey: string;
  /** `Set-Cookie` headers that renew a session. */
  cookies?: readonly string[];
}

export interface RequesterDeps {
  authenticate(key: string | undefined): Promise<Caller>;
  authenticateSession(browser: Browser): Promise<WithCookies<Caller>>;
  /** The name of the cookie of sessions. */
  sessionCookie: string;
  ownOrigins: OwnOrigins;
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
export function keyOf(req: IncomingMessage): string | undefined {
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

/** Counts an invalid key or session against the address. */
async function counted<Result>(
  { rates, callerAddress }: RequesterDeps,
  req: IncomingMessage,
  authentication: Promise<Result>,
): Promise<Result> {
  try {
    return await authentication;
  } catch (error) {
    if (error instanceof Refusal && error.type === 'unauthenticated') {
      await rates.countFailedKey(callerAddress(req));
    }
    throw error;
  }
}

/** The caller whose session the request's cookie names. */
async function sessionRequester(deps: RequesterDeps, req: IncomingMessage): Promise<Requester> {
  checkSameOrigin(req, deps.ownOrigins);
  const browser = browserOf(req, deps.callerAddress);
  const { result: caller, cookies } = await counted(deps, req, deps.authenticateSession(browser));
  return { caller, rateKey: caller.accountId, cookies };
}

/**
 * Authenticates the caller (401), then checks the scope (403). A key that is sent to a public route
 * is checked too; a session's cookie is ignored there, and wherever there is a key: a browser adds
 * it automatically.
 */
export async function requesterOf(
  deps: RequesterDeps,
  req: IncomingMessage,
  access: Route['access'],
): Promise<Requester> {
  const key = keyOf(req);
  if (key === undefined) {
    if (access === 'public') {
      return { caller: undefined, rateKey: `address:${deps.callerAddress(req)}` };
    }
    // A session has every scope.
    if (hasCookie(req, deps.sessionCookie)) return sessionRequester(deps, req);
  }
  const authentication = deps.authenticate(key);
  // Without a key there is nothing that could have been guessed.
  const caller = await (key === undefined ? authentication : counted(deps, req, authentication));
  if (typeof access === 'object') checkScope(caller, access.scope, access.or);
  return { caller, rateKey: caller.accountId };
}
