import type { IncomingMessage } from 'node:http';
import { HEADERS, type Route } from '@mkt/protocol';
import { type Actor, type Caller, checkScope } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { Store } from '../server/context.ts';
import { type CallerAddress, checkSameOrigin, type OwnOrigins } from './origins.ts';
import type { RateLimits } from './rate-limits.ts';
import { type Browser, browserOf, hasCookie, type WithCookies } from './request-head.ts';

interface Requester {
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

/** `unknown`: the database could not be read. */
type ActorState = 'active' | 'refused' | 'unknown';

export interface ActorChecksOptions {
  clock: Pick<Clock, 'now'>;
  activeActors: Store['accounts']['activeActors'];
  /** Called if the database could not be read. */
  onError(error: unknown): void;
}

interface Check {
  kind: Actor['kind'];
  id: string;
  resolve(state: ActorState): void;
}

const MAX_PER_QUERY = 500;

/**
 * Checks whether a key or a session may still act. The checks of one turn of the event loop share a
 * query, and it renews no session: the browser would not learn of it.
 */
export function createActorChecks({ clock, activeActors, onError }: ActorChecksOptions) {
  let due: Check[] = [];

  async function run(checks: readonly Check[]): Promise<void> {
    const idsOf = (kind: Actor['kind']) =>
      checks.filter((check) => check.kind === kind).map(({ id }) => id);
    try {
      const actors = { keyIds: idsOf('key'), sessionIds: idsOf('session') };
      const active = new Set(await activeActors(actors, clock.now()));
      for (const { id, resolve } of checks) resolve(active.has(id) ? 'active' : 'refused');
    } catch (error) {
      onError(error);
      for (const { resolve } of checks) resolve('unknown');
    }
  }

  function runDue(): void {
    const checks = due;
    due = [];
    for (let start = 0; start < checks.length; start += MAX_PER_QUERY) {
      void run(checks.slice(start, start + MAX_PER_QUERY));
    }
  }

  return function checkActor(actor: Actor): Promise<ActorState> {
    if (actor.kind === 'operator') return Promise.resolve('active');
    const { kind } = actor;
    const id = kind === 'key' ? actor.keyId : actor.sessionId;
    return new Promise((resolve) => {
      if (due.length === 0) setImmediate(runDue);
      due.push({ kind, id, resolve });
    });
  };
}
