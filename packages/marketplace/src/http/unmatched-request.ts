import { pathPattern } from '@mkt/protocol/openapi';
import type { RequestHandler } from 'express';
import { notFound, Refusal } from '../market/refusal.ts';
import { isForAnyPage, send } from './response.ts';
import { requestIdOf } from './request-id.ts';

export interface Endpoint {
  method: string;
  /** With parameters in braces, as in OpenAPI. */
  path: string;
}

/** Paths that callers try when they know the term activation, but not the request for it. */
const ACTIVATION =
  /^\/v1\/(?:(?:marketplace\/)?(?:listings|providers)\/[^/]+\/(?:activate|activations?|runs?|orders?|invoke|invocations?|calls?|execute|executions?|buy|purchases?)|activations?|activate|runs?|order|calls?|invocations?|purchases?)\/?$/;

const noActivation = () =>
  new Refusal(
    'not_found',
    'Path not found. To activate a listing, send POST /v1/orders with { "listingId": "<id or slug>", "requestBody": <the input> }.',
  );

/** The base address of many other APIs ends with `/v1`; ours does not. */
const DOUBLED = /^\/v1\/v1(?:\/|$)/;

const doubled = () =>
  new Refusal(
    'not_found',
    'Path not found: it begins with /v1 twice. Remove /v1 from the base address of your client.',
  );

function unknownPath(path: string): Refusal {
  if (DOUBLED.test(path)) return doubled();
  return ACTIVATION.test(path) ? noActivation() : notFound('Path');
}

/** The asterisk covers every header but this one (Fetch standard, CORS unsafe request headers). */
const ALLOWED_HEADERS = '*, authorization';
const PREFLIGHT_SECONDS = 86_400;

/**
 * Handles requests that match no route: a preflight, a wrong method (with the methods of the path),
 * or an unknown path. It runs after the routes, and so before any authentication.
 */
export function unmatchedHandler(endpoints: readonly Endpoint[]): RequestHandler {
  const known = endpoints.map(({ method, path }) => ({ method, pattern: pathPattern(path) }));

  function methodsOf(path: string): string[] {
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return [];
    return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
  }

  const everyMethod = [
    ...new Set(['GET', 'HEAD', ...known.map(({ method }) => method), 'OPTIONS']),
  ];

  return function handleUnmatched(req, res) {
    // `OPTIONS *` applies to the server as a whole (RFC 9110, 9.3.7).
    const isServerWide = req.method === 'OPTIONS' && req.url === '*';
    const allow = (isServerWide ? everyMethod : methodsOf(req.path)).join(', ');
    if (allow === '') throw unknownPath(req.path);
    if (req.method !== 'OPTIONS') {
      res.setHeader('Allow', allow);
      throw new Refusal(
        'method_not_allowed',
        `${req.method} is not allowed for this path; use one of ${allow}.`,
      );
    }
    const preflight = {
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    };
    const headers = { Allow: allow, ...(isForAnyPage(req.path) ? preflight : {}) };
    send(res, { status: 204, headers }, requestIdOf(res));
  };
}
