import type { OAuthErrorCode } from './generated/wire-types.ts';
import type { RouteBase } from './route.ts';

/**
 * Who may call: `page` is a page of the marketplace, `session` a page with a session, `program`
 * anything that sends a form as OAuth prescribes; no cookie counts there.
 */
export type AuthAccess = 'page' | 'session' | 'program';

export interface AuthRoute extends RouteBase {
  method: 'GET' | 'POST';
  access: AuthAccess;
  /** What a program may be refused for, all with status 400. */
  oauthErrors?: readonly OAuthErrorCode[];
  /** Exists only in dev mode. */
  devOnly?: true;
}

const SIGNED_IN = {
  status: 200,
  schema: 'SignedIn',
  description: 'The person; the cookie has the session.',
} as const;

const done = (description: string) => ({ status: 200, schema: 'Done', description }) as const;

/** Signing up and in, sessions, and device login (docs/operate/accounts.md). They need no API key. */
export const AUTH_ROUTES = {
  signUp: {
    method: 'POST',
    path: '/auth/sign-up/email',
    access: 'page',
    summary: 'Sign up',
    tag: 'Signing in',
    body: 'SignUpRequest',
    success: SIGNED_IN,
    errors: ['signup_closed', 'email_taken'],
  },
  signIn: {
    method: 'POST',
    path: '/auth/sign-in/email',
    access: 'page',
    summary: 'Sign in',
    tag: 'Signing in',
    body: 'SignInRequest',
    success: SIGNED_IN,
    errors: ['unauthenticated'],
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'page',
    summary: 'Set a new password with a link from the operator',
    tag: 'Signing in',
    body: 'ResetPasswordRequest',
    success: SIGNED_IN,
    errors: [],
  },
  signInDev: {
    method: 'POST',
    path: '/auth/dev',
    access: 'page',
    summary: 'Sign in without a password in dev mode',
    tag: 'Signing in',
    body: 'DevSignInRequest',
    success: SIGNED_IN,
    errors: ['unauthenticated'],
    devOnly: true,
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    access: 'page',
    summary: 'Sign out',
    tag: 'Signing in',
    body: 'EmptyRequest',
    success: done('The browser has no session.'),
    errors: [],
  },
  getSession: {
    method: 'GET',
    path: '/auth/get-session',
    access: 'page',
    summary: 'Get the current session',
    tag: 'Sessions',
    success: {
      status: 200,
      schema: 'CurrentSession',
      description: 'The session and its user, or `null`.',
    },
    errors: [],
  },
  listSessions: {
    method: 'GET',
    path: '/auth/list-sessions',
    access: 'session',
    summary: 'List your sessions',
    tag: 'Sessions',
    success: { status: 200, schema: 'Sessions', description: 'All of your sessions.' },
    errors: [],
  },
  endSession: {
    method: 'POST',
    path: '/auth/revoke-session',
    access: 'session',
    summary: 'End one of your sessions',
    tag: 'Sessions',
    body: 'EndSessionRequest',
    success: done('The session has ended.'),
    errors: ['not_found'],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/auth/revoke-other-sessions',
    access: 'session',
    summary: 'End all of your sessions but this one',
    tag: 'Sessions',
    body: 'EmptyRequest',
    success: done('The other sessions have ended.'),
    errors: [],
  },
  updateUser: {
    method: 'POST',
    path: '/auth/update-user',
    access: 'session',
    summary: 'Change your name or your email address',
    tag: 'Sessions',
    body: 'UpdateUserRequest',
    success: { status: 200, schema: 'SignedIn', description: 'The person as they are now.' },
    errors: ['account_suspended', 'email_taken'],
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'session',
    summary: 'Change your password',
    tag: 'Sessions',
    body: 'ChangePasswordRequest',
    success: done('The password is changed, and the cookie has a new session.'),
    errors: [],
  },
  closeAccount: {
    method: 'POST',
    path: '/auth/close-account',
    access: 'session',
    summary: 'Close your account',
    tag: 'Sessions',
    body: 'CloseAccountRequest',
    success: done('The account is closed, and the browser has no session.'),
    errors: ['account_suspended'],
  },
  /** RFC 8628, section 3.1. */
  startDeviceLogin: {
    method: 'POST',
    path: '/auth/device/code',
    access: 'program',
    summary: 'Start a device login',
    tag: 'Device login',
    body: 'DeviceCodeForm',
    success: { status: 200, schema: 'DeviceCodes', description: 'The codes of the login.' },
    errors: [],
    oauthErrors: ['invalid_request', 'invalid_scope'],
  },
  /** RFC 8628, section 3.4. */
  pollDeviceLogin: {
    method: 'POST',
    path: '/auth/device/token',
    access: 'program',
    summary: 'Fetch the API key of a device login',
    tag: 'Device login',
    body: 'DeviceTokenForm',
    success: { status: 200, schema: 'DeviceToken', description: 'The API key, shown once.' },
    errors: [],
    oauthErrors: [
      'authorization_pending',
      'slow_down',
      'access_denied',
      'expired_token',
      'invalid_grant',
      'invalid_request',
      'unsupported_grant_type',
    ],
  },
  findDeviceLogin: {
    method: 'POST',
    path: '/auth/device/look-up',
    access: 'session',
    summary: 'Look up the device login of a user code',
    tag: 'Device login',
    body: 'UserCodeRequest',
    success: { status: 200, schema: 'DeviceLogin', description: 'What the program asks for.' },
    errors: ['not_found', 'account_suspended'],
  },
  approveDeviceLogin: {
    method: 'POST',
    path: '/auth/device/approve',
    access: 'session',
    summary: 'Allow a device login',
    tag: 'Device login',
    body: 'ApproveDeviceLoginRequest',
    success: done('The program can fetch its key.'),
    errors: ['not_found', 'account_suspended', 'quota_exceeded'],
  },
  denyDeviceLogin: {
    method: 'POST',
    path: '/auth/device/deny',
    access: 'session',
    summary: 'Deny a device login',
    tag: 'Device login',
    body: 'UserCodeRequest',
    success: done('The program gets no key.'),
    errors: ['not_found', 'account_suspended'],
  },
  /** RFC 7009: anyone who has a key may revoke it. */
  revokeToken: {
    method: 'POST',
    path: '/auth/revoke',
    access: 'program',
    summary: 'Revoke the API key that is sent',
    tag: 'Device login',
    body: 'RevocationForm',
    success: { status: 200, description: 'An empty object, also if the key was not valid.' },
    errors: [],
    oauthErrors: ['invalid_request'],
  },
} as const satisfies Record<string, AuthRoute>;

export type AuthRouteId = keyof typeof AUTH_ROUTES;
