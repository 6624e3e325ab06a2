import type { Browser, WithCookies } from '../http/browser.ts';



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
  /** Rejects with the same refusal, after the same time, for a wrong e-mail and a wrong password. */
  signIn(
    browser: Browser,
    credentials: { email: string; password: string },
  ): Promise<WithCookies<SignedInUser>>;
  /** Signs a person in without a password; the caller has already checked that they may be. */
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
