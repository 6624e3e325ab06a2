import type { AuthRoute } from './auth-routes.ts';
import type { ErrorType } from './errors.ts';
import { HEADERS } from './headers.ts';
import { isAuthRoute, type AnyRoute } from './all-routes.ts';
import type { Route } from './route.ts';

const ANYONE = {};
const KEY = [{ apiKey: [] }, { bearer: [] }];
const SESSION = { session: [] };

/** The ways to authenticate, by the names that `securityOf` uses. */
export const securitySchemes = (cookieName: string): Record<string, object> => ({
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: HEADERS.apiKey,
    description: 'An API key, which begins with `mkt_`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mkt_…',
    description: 'The same API key, as a bearer token.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
    description: 'The session of a person, on pages of the marketplace itself.',
  },
});

/** What a request may or must be sent with: one of these. */
export function securityOf({ access }: AnyRoute): object[] {
  if (access === 'public') return [ANYONE, ...KEY];
  if (access === 'page') return [ANYONE, SESSION];
  if (access === 'session') return [SESSION];
  if (access === 'program') return [ANYONE];
  return [...KEY, SESSION];
}

const WITH_JSON: readonly ErrorType[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
];

/** A key is checked on public routes too, if one is sent. */
const ofAccess = ({ access, body }: Route): ErrorType[] => [
  'invalid_request',
  'unauthenticated',
  'account_suspended',
  ...(access === 'public' ? [] : (['forbidden_origin'] as const)),
  ...(typeof access === 'object' ? (['insufficient_scope'] as const) : []),
  ...(body ? WITH_JSON : []),
];

/** A form that is not valid is refused in the form of OAuth. */
function ofAuthAccess({ access, body }: AuthRoute): ErrorType[] {
  if (access === 'program') return ['payload_too_large', 'unsupported_media_type'];
  return [
    'forbidden_origin',
    ...(access === 'session' ? (['unauthenticated'] as const) : []),
    ...(body ? (['invalid_request', ...WITH_JSON] as const) : []),
  ];
}

/** The errors of a route: its own, and those that follow from its access and its body. */
export function errorsOf(route: AnyRoute): ErrorType[] {
  const following = isAuthRoute(route) ? ofAuthAccess(route) : ofAccess(route);
  return [
    ...new Set([...route.errors, ...following, 'rate_limited', 'storage_unavailable'] as const),
  ];
}
