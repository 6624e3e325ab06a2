import type { IncomingMessage } from 'node:http';
import { Refusal } from '../market/refusal.ts';

/** A header that only script of the same origin can set without a preflight, which is refused. */
const DASHBOARD_HEADER = 'x-mkt-dashboard';

/** The origins of the marketplace itself. */
export type OwnOrigins = () => ReadonlySet<string>;

function isSameOrigin({ headers, method }: IncomingMessage, ownOrigins: OwnOrigins): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'same-origin') return true;
  if (origin !== undefined) return ownOrigins().has(origin);
  if (site !== undefined) return false;
  // Over plain http on a local network, browsers send neither with a GET.
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers[DASHBOARD_HEADER] === '1';
}

const forbidden = (message: string) => new Refusal('forbidden_origin', message);

/**
 * Refuses a request that a browser sends for a page of another site. It protects endpoints for programs,
 * which send none of these headers: otherwise such a page could start a device login in its visitor's
 * browser, and the login would come from the visitor's own address (docs/accounts.md#device-login).
 */
export function checkNotCrossOrigin(req: IncomingMessage, ownOrigins: OwnOrigins): void {
  const { origin, 'sec-fetch-site': site = 'none' } = req.headers;
  const isOwn = origin === undefined || ownOrigins().has(origin);
  if (isOwn && (site === 'same-origin' || site === 'none')) return;
  throw forbidden('This is for programs, not for pages of other sites.');
}

/** The names of this machine. Any other name could belong to a site that points it here. */
const LOCAL_HOST = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/i;

/** Refuses a request by any name other than those of this machine (DNS rebinding). */
export function checkLocalName({ headers }: IncomingMessage): void {
  if (LOCAL_HOST.test(headers.host ?? '')) return;
  throw forbidden('In dev mode this works only by the names 127.0.0.1, [::1] and localhost.');
}

/**
 * Refuses a request from another site: the browser would add the cookie of its user to it
 * (docs/accounts.md#requests-from-other-sites).
 */
export function checkSameOrigin(req: IncomingMessage, ownOrigins: OwnOrigins): void {
  if (isSameOrigin(req, ownOrigins)) return;
  throw forbidden(
    'Sessions are only for pages of the marketplace itself; use an API key elsewhere.',
  );
}
