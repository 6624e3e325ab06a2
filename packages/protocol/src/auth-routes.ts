import type { Route } from './route.ts';

/**
 * Who may call: `page` is a page of the marketplace, `session` a page with a session, `program`
 * anything that sends a form as OAuth prescribes; no cookie counts there.
 */
export type AuthAccess = 'page' | 'session' | 'program';

export interface AuthRoute extends Pick<Route, 'body'> {
  method: 'GET' | 'POST';
  path: string;
  access: AuthAccess;
}

/** Signing up and in, sessions, and device login (docs/accounts.md). They need no API key. */
export const AUTH_ROUTES = {
  signUp: { method: 'POST', path: '/auth/sign-up/email', access: 'page', body: 'SignUpRequest' },
  signIn: { method: 'POST', path: '/auth/sign-in/email', access: 'page', body: 'SignInRequest' },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'page',
    body: 'ResetPasswordRequest',
  },
  /** Only in dev mode. */
  signInDev: { method: 'POST', path: '/auth/dev', access: 'page', body: 'DevSignInRequest' },
  signOut: { method: 'POST', path: '/auth/sign-out', access: 'page', body: 'EmptyRequest' },
  getSession: { method: 'GET', path: '/auth/get-session', access: 'page' },
  listSessions: { method: 'GET', path: '/auth/list-sessions', access: 'session' },
  endSession: {
    method: 'POST',
    path: '/auth/revoke-session',
    access: 'session',
    body: 'EndSessionRequest',
  },
  endOtherSessions: {
    method: 'POST',
    path: '/auth/revoke-other-sessions',
    access: 'session',
    body: 'EmptyRequest',
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'session',
    body: 'ChangePasswordRequest',
  },
  /** RFC 8628, section 3.1. */
  startDeviceLogin: {
    method: 'POST',
    path: '/auth/device/code',
    access: 'program',
    body: 'DeviceCodeForm',
  },
  /** RFC 8628, section 3.4. */
  pollDeviceLogin: {
    method: 'POST',
    path: '/auth/device/token',
    access: 'program',
    body: 'DeviceTokenForm',
  },
  findDeviceLogin: {
    method: 'POST',
    path: '/auth/device/look-up',
    access: 'session',
    body: 'UserCodeRequest',
  },
  approveDeviceLogin: {
    method: 'POST',
    path: '/auth/device/approve',
    access: 'session',
    body: 'ApproveDeviceLoginRequest',
  },
  denyDeviceLogin: {
    method: 'POST',
    path: '/auth/device/deny',
    access: 'session',
    body: 'UserCodeRequest',
  },
  /** RFC 7009: anyone who has a key may revoke it. */
  revokeToken: {
    method: 'POST',
    path: '/auth/revoke',
    access: 'program',
    body: 'RevocationForm',
  },
} as const satisfies Record<string, AuthRoute>;

export type AuthRouteId = keyof typeof AUTH_ROUTES;
