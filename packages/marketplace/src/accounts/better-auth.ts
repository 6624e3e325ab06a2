import { LIMITS } from '@mkt/protocol';
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { accountClosed } from '../keys/key.ts';
import { Refusal } from '../market/refusal.ts';
import { sessionCookieName } from './session.ts';

/** A hash takes 50 ms and 32 MB in one of the four threads that files and DNS use too. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

const overloaded = () =>
  new Refusal('overloaded', 'Too many people are signing in; try again in 5 s.', {
    retryAfterSeconds: 5,
  });

/** Hashes and verifies passwords, a few at a time; rejects with `overloaded` when many wait. */
function createPasswordHasher() {
  const waiting: (() => void)[] = [];
  let running = 0;

  function next(): void {
    const waiter = waiting.shift();
    if (waiter) waiter();
    else running -= 1;
  }

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw overloaded();
      // Work that ends passes its slot on to the first that waits.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      next();
    }
  }

  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (data: { hash: string; password: string }) => inTurn(() => verifyPassword(data)),
  };
}

/** Starts a session for a person. It has no path: only the server's own code can call it. */
const startSession = createAuthEndpoint.serverOnly(
  {
    method: 'POST',
    requireHeaders: true,
    metadata: { $Infer: { body: {} as { userId: string } } },
  },
  async (ctx) => {
    const { userId } = ctx.body;
    const user = await ctx.context.internalAdapter.findUserById(userId);
    if (!user) throw accountClosed();
    const session = await ctx.context.internalAdapter.createSession(user.id);
    await setSessionCookie(ctx, { session, user });
    return ctx.json({ user });
  },
);

const signInAs = {
  id: 'sign-in-as',
  endpoints: { startSession },
} satisfies BetterAuthPlugin;

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
 * The options of better-auth. The code in front of it (`http.ts`) validates bodies, checks the
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
    // Its spans of OpenTelemetry would have messages of errors, which repeat rows.
    experimental: { instrumentation: { enabled: false } },
    // It would log email addresses; every error reaches our own log.
    logger: { disabled: true },
    onAPIError: { throw: true },
  } satisfies BetterAuthOptions;
}

export const createAuth = (options: AuthOptions) => betterAuth(betterAuthOptions(options));

export type Auth = ReturnType<typeof createAuth>;
