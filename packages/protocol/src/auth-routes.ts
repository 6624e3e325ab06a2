import type { Route } from './route.ts';

/** A request of a browser about signing in; its origin must be the marketplace itself. */
export interface AuthRoute extends Pick<Route, 'body'> {
  method: 'GET' | 'POST';
  path: string;
}

/** Signing up and in, and sessions (docs/accounts.md). They need no API key. */
export const AUTH_ROUTES = {
  signUp: { method: 'POST', path: '/auth/sign-up/email', body: 'SignUpRequest' },
  signIn: { method: 'POST', path: '/auth/sign-in/email', body: 'SignInRequest' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', body: 'ResetPasswordRequest' },
  /** Only in dev mode. */
  signInDev: { method: 'POST', path: '/auth/dev', body: 'DevSignInRequest' },
  signOut: { method: 'POST', path: '/auth/sign-out', body: 'EmptyRequest' },
  getSession: { method: 'GET', path: '/auth/get-session' },
  listSessions: { method: 'GET', path: '/auth/list-sessions' },
  endSession: { method: 'POST', path: '/auth/revoke-session', body: 'EndSessionRequest' },
  endOtherSessions: {
    method: 'POST',
    path: '/auth/revoke-other-sessions',
    body: 'EmptyRequest',
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    body: 'ChangePasswordRequest',
  },
} as const satisfies Record<string, AuthRoute>;

export type AuthRouteId = keyof typeof AUTH_ROUTES;
