import type { IncomingMessage } from 'node:http';
import { Refusal } from '../domain/refusal.ts';

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

/**
 * Refuses a request from another site: the browser would add the cookie of its user to it
 * (docs/accounts.md#requests-from-other-sites).
 */
export function checkSameOrigin(req: IncomingMessage, ownOrigins: OwnOrigins): void {
  if (isSameOrigin(req, ownOrigins)) return;
  throw new Refusal(
    'forbidden_origin',
    'Sessions are only for pages of the marketplace itself; use an API key elsewhere.',
  );
}
