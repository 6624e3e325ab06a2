import { KEY_SCOPES } from '@mkt/protocol';
import type { Browser, WithCookies } from '../http/request-head.ts';
import { accountSuspended } from '../keys/key.ts';
import type { ApiKeyStore } from '../keys/store.ts';
import type { Caller } from '../market/caller.ts';
import { DEV_LINK_LIFETIME_MS } from '../market/limits.ts';
import type { Clock, Identity } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { UserStore } from './store.ts';

/** A person, as they see themselves. */
export interface SignedInUser {
  id: string;
  name: string;
  email: string;
}

/** The session of a browser. Times are Unix milliseconds. */
export interface Session {
  id: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** The address and the program of the browser that signed in. */
  address: string | null;
  userAgent: string | null;
}

export interface CurrentSession {
  session: Session;
  user: SignedInUser;
}

/**
 * Signing in and out, and the sessions of people. Wherever a session is needed and the browser has
 * none, or one that has ended, it rejects with the refusal `unauthenticated`.
 */
export interface Sessions {
  hashPassword(password: string): Promise<string>;
  /** Rejects with the same refusal, after the same time, for a wrong email and a wrong password. */
  signIn(
    browser: Browser,
    credentials: { email: string; password: string },
  ): Promise<WithCookies<SignedInUser>>;
  /** Signs a person in without a password; the caller has already checked that this is allowed. */
  signInAs(browser: Browser, userId: string): Promise<WithCookies<SignedInUser>>;
  /** Ends the session of the browser, if it has one. */
  signOut(browser: Browser): Promise<WithCookies<void>>;
  /** Renews a session that is older than a day. */
  current(browser: Browser): Promise<WithCookies<CurrentSession | undefined>>;
  /** Newest first. */
  list(browser: Browser): Promise<WithCookies<{ sessions: Session[]; currentId: string }>>;
  /** Ends a session of the same person; false if there is none with this id. */
  end(browser: Browser, id: string): Promise<WithCookies<boolean>>;
  endOthers(browser: Browser): Promise<WithCookies<void>>;
  /** Rejects with the refusal of a wrong `currentPassword`. */
  checkPassword(browser: Browser, password: string): Promise<void>;
  /** Ends every other session, and replaces this one. */
  changePassword(
    browser: Browser,
    passwords: { currentPassword: string; newPassword: string },
  ): Promise<WithCookies<void>>;
}

/**
 * The name of the cookie. With the prefix, browsers accept it only over TLS and for this host, so
 * that no neighbouring domain can set it; dev mode has no TLS.
 */
export const sessionCookieName = (secure: boolean): string =>
  secure ? '__Host-mkt_session' : 'mkt_session';

interface AuthenticateSessionDeps {
  sessions: Pick<Sessions, 'current'>;
  users: Pick<UserStore, 'membership'>;
}

/**
 * Finds the caller of a session: the account of its person, with every scope. The cookies renew the
 * session. A suspended account cannot even read.
 */
export async function authenticateSession(
  { sessions, users }: AuthenticateSessionDeps,
  browser: Browser,
): Promise<WithCookies<Caller>> {
  const { result: found, cookies } = await sessions.current(browser);
  const membership = found && (await users.membership(found.user.id));
  if (!membership) throw new Refusal('unauthenticated', 'Your session has ended. Sign in again.');
  if (membership.suspended) throw accountSuspended();
  const { accountId } = membership;
  const sessionId = found.session.id;
  return {
    result: { accountId, actor: { kind: 'session', sessionId }, scopes: KEY_SCOPES },
    cookies,
  };
}

const TOKEN_BYTES = 32;

interface DevSignInDeps {
  sessions: Pick<Sessions, 'signInAs'>;
  users: Pick<UserStore, 'idOf'>;
  apiKeys: Pick<ApiKeyStore, 'findByHash'>;
  identity: Pick<Identity, 'randomBytes' | 'sha256'>;
  clock: Pick<Clock, 'now'>;
  /** The person of dev mode. */
  email: string;
  /** The API key that the server prints. */
  apiKey: string;
}

/** Signing the person of dev mode in without a password. */
export interface DevSignIn {
  /** A token that signs in once, within 5 minutes. */
  createToken(): string;
  /**
   * Signs in with such a token, or with the printed API key, which has the same rights. Refuses a
   * token that was used or has expired, and a key that was revoked: other users of the machine reach
   * the server too.
   */
  signIn(browser: Browser, secret: string): Promise<WithCookies<SignedInUser>>;
}

export function createDevSignIn(deps: DevSignInDeps): DevSignIn {
  const { sessions, users, apiKeys, identity, clock, email, apiKey } = deps;
  const expiryOf = new Map<string, number>();
  const hashOfKey = identity.sha256(apiKey);

  function useToken(token: string): boolean {
    const expiresAtMs = expiryOf.get(token) ?? 0;
    expiryOf.delete(token);
    return clock.now() < expiresAtMs;
  }

  async function isValidKey(secret: string): Promise<boolean> {
    // Compares hashes, so that the time it takes reveals nothing about the key.
    const isPrinted = Buffer.compare(identity.sha256(secret), hashOfKey) === 0;
    return isPrinted && (await apiKeys.findByHash(hashOfKey)) !== undefined;
  }

  return {
    createToken() {
      const token = Buffer.from(identity.randomBytes(TOKEN_BYTES)).toString('base64url');
      expiryOf.set(token, clock.now() + DEV_LINK_LIFETIME_MS);
      return token;
    },
    async signIn(browser, secret) {
      if (!useToken(secret) && !(await isValidKey(secret))) {
        throw new Refusal(
          'unauthenticated',
          'The link has already been used or has expired, or the key is wrong.',
        );
      }
      const userId = await users.idOf(email);
      if (userId === undefined) throw new Error('The account of dev mode does not exist.');
      return sessions.signInAs(browser, userId);
    },
  };
}
