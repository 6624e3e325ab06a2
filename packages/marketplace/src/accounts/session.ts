import type { Clock } from '../market/outside.ts';
import type { Identity } from '../market/identity.ts';
import { DEV_LINK_LIFETIME_MS } from '../market/limits.ts';
import { Refusal } from '../market/refusal.ts';
import type { ApiKeyStore } from '../server/store-domain-store.ts';
import type { Sessions, SignedInUser } from './session-domain-session.ts';
import type { UserStore } from './user-store.ts';
import type { Browser, WithCookies } from '../http/browser.ts';

const TOKEN_BYTES = 32;

export interface DevSignInDeps {
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
