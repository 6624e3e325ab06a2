import type { Clock } from '../domain/clock.ts';
import type { Identity } from '../domain/identity.ts';
import { DEV_LINK_LIFETIME_MS } from '../domain/limits.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Browser, Sessions, SignedInUser, WithCookies } from '../domain/session.ts';
import type { UserStore } from '../domain/user-store.ts';

const TOKEN_BYTES = 32;

export interface DevSignInDeps {
  sessions: Pick<Sessions, 'signInAs'>;
  users: Pick<UserStore, 'idOf'>;
  identity: Pick<Identity, 'randomBytes'>;
  clock: Pick<Clock, 'now'>;
  /** The person of dev mode. */
  email: string;
}

/** Signing the person of dev mode in without a password. */
export interface DevSignIn {
  /** A token that signs in once, within 5 minutes. */
  createToken(): string;
  /** Refuses a token that was used or has expired. */
  useToken(token: string): void;
  signIn(browser: Browser): Promise<WithCookies<SignedInUser>>;
}

export function createDevSignIn(deps: DevSignInDeps): DevSignIn {
  const { sessions, users, identity, clock, email } = deps;
  const expiryOf = new Map<string, number>();
  return {
    createToken() {
      const token = Buffer.from(identity.randomBytes(TOKEN_BYTES)).toString('base64url');
      expiryOf.set(token, clock.now() + DEV_LINK_LIFETIME_MS);
      return token;
    },
    useToken(token) {
      const expiresAtMs = expiryOf.get(token) ?? 0;
      expiryOf.delete(token);
      if (clock.now() < expiresAtMs) return;
      throw new Refusal('unauthenticated', 'The link has already been used, or has expired.');
    },
    async signIn(browser) {
      const userId = await users.idOf(email);
      if (userId === undefined) throw new Error('The account of dev mode does not exist.');
      return sessions.signInAs(browser, userId);
    },
  };
}
