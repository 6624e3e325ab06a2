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
  const header = req.headers[HEADERS.apiKey];
  const key = Array.isArray(header) ? header.join(',') : header;
  if (access === 'public' && key === undefined) {
    return { caller: undefined, rateKey: `address:${deps.callerAddress(req)}` };
  }
  const caller = await authenticated(deps, req, key);
  if (typeof access === 'object') checkScope(caller, access.scope);
  return { caller, rateKey: caller.accountId };
}
