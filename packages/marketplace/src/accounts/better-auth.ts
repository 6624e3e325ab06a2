import { LIMITS } from '@mkt/protocol';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { sessionCookieName } from './session-domain-session.ts';
import { createPasswordHasher } from './password-hashing.ts';
import { signInAs } from './sign-in-as.ts';

export interface AuthOptions {
  database: NonNullable<BetterAuthOptions['database']>;
  /** Signs the cookies. */
  cookieKey: Uint8Array;
  /** False for dev mode, which has no TLS. */
  secureCookies: boolean;
  /** The address of the marketplace. */
  baseUrl: string;
  /** UUID v7. */
  id(): string;
}

/**
 * The header that passes the browser's address to better-auth; it is never taken from the request.
 */
export const ADDRESS_HEADER = 'x-client-address';

/**
 * The options of better-auth. The code in front of it (`http/auth.ts`) validates bodies, checks the
 * origin and limits the rate, so its own checks of these are off.
 */
export function betterAuthOptions({ database, cookieKey, ...options }: AuthOptions) {
  const { secureCookies, baseUrl, id } = options;
  return {
    appName: 'Marketplace',
    baseURL: baseUrl,
    basePath: '/auth',
    // As `secrets`, because an environment variable would override a single `secret`.
    secrets: [{ version: 1, value: Buffer.from(cookieKey).toString('base64') }],
    database,
    account: { modelName: 'auth_credential' },
    emailAndPassword: {
      enabled: true,
      // Our own operation stores people, together with their account.
      disableSignUp: true,
      minPasswordLength: LIMITS.passwordMinLength,
      maxPasswordLength: LIMITS.passwordMaxLength,
      password: createPasswordHasher(),
    },
    session: {
      expiresIn: LIMITS.sessionMs / 1000,
      updateAge: LIMITS.sessionRenewalMs / 1000,
      // Otherwise the list of sessions is refused a day after signing in.
      freshAge: 0,
    },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: 'mkt',
      cookies: { session_token: { name: sessionCookieName(secureCookies) } },
      defaultCookieAttributes: {
        secure: secureCookies,
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
      },
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // A function: with the word `uuid`, hooks do not see the ids.
      database: { generateId: () => id() },
    },
    plugins: [signInAs],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would log e-mail addresses; every error reaches our own log.
    logger: { disabled: true },
    onAPIError: { throw: true },
  } satisfies BetterAuthOptions;
}

export const createAuth = (options: AuthOptions) => betterAuth(betterAuthOptions(options));

export type Auth = ReturnType<typeof createAuth>;
