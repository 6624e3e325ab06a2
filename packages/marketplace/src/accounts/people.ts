import type { Identity } from '../market/identity.ts';
import { LINK_LIFETIME_MS } from '../market/limits.ts';
import { Refusal } from '../market/refusal.ts';
import type { Sessions, SignedInUser } from './session-domain-session.ts';
import type { UserStore } from './user-store.ts';
import type { Browser, WithCookies } from '../http/browser.ts';
import type { LinkKind } from '../database/tables.ts';

const TOKEN_BYTES = 32;

export function invalidLink(path: '/invitation' | '/token'): Refusal {
  return new Refusal(
    'invalid_request',
    'The link has already been used, has expired, or is for a different e-mail address. Ask the operator for a new one.',
    { details: [{ path, message: 'is no longer valid', keyword: path.slice(1) }] },
  );
}

export interface CreateLinkDeps {
  users: Pick<UserStore, 'insertLink'>;
  identity: Pick<Identity, 'randomBytes' | 'sha256'>;
}

/** Creates the token of a link; only its hash is stored. */
export async function createLink(
  { users, identity }: CreateLinkDeps,
  about: { kind: LinkKind; email: string },
): Promise<{ kind: 'created'; token: string } | { kind: 'known' | 'unknown' }> {
  const token = Buffer.from(identity.randomBytes(TOKEN_BYTES)).toString('base64url');
  const link = { ...about, hash: identity.sha256(token) };
  const outcome = await users.insertLink(link, LINK_LIFETIME_MS);
  return outcome === 'inserted' ? { kind: 'created', token } : { kind: outcome };
}

export interface ResetPasswordDeps {
  users: Pick<UserStore, 'hasLink' | 'resetPassword'>;
  sessions: Pick<Sessions, 'hashPassword' | 'signInAs'>;
  identity: Pick<Identity, 'id' | 'sha256'>;
}

/** Sets a password with a link of the operator, ends all sessions of the person, and signs in. */
export async function resetPassword(
  { users, sessions, identity }: ResetPasswordDeps,
  browser: Browser,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<WithCookies<SignedInUser>> {
  const link = identity.sha256(token);
  // Before the password is hashed, which is expensive.
  if (!(await users.hasLink(link, 'reset'))) throw invalidLink('/token');
  const passwordHash = await sessions.hashPassword(newPassword);
  const userId = await users.resetPassword({ link, passwordHash, credentialId: identity.id() });
  if (userId === undefined) throw invalidLink('/token');
  return sessions.signInAs(browser, userId);
}
