import type { Identity } from '../domain/identity.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Browser, Sessions, SignedInUser, WithCookies } from '../domain/session.ts';
import type { UserStore } from '../domain/store.ts';
import type { SignUpPolicy } from '../domain/user.ts';

export interface SignUpDeps {
  users: Pick<UserStore, 'insert'>;
  sessions: Pick<Sessions, 'hashPassword' | 'signIn'>;
  identity: Pick<Identity, 'id'>;
  policy: SignUpPolicy;
}

const CLOSED = {
  invite: 'Sign-up needs an invitation; ask the operator of this marketplace.',
  closed: 'Sign-up is closed; ask the operator of this marketplace.',
};

/**
 * Stores a person with their account, and signs them in. An e-mail address that is known is refused:
 * only the operator can give its account a password (docs/accounts.md#sign-up).
 */
export async function signUp(
  { users, sessions, identity, policy }: SignUpDeps,
  browser: Browser,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<WithCookies<SignedInUser>> {
  if (policy !== 'open') throw new Refusal('signup_closed', CLOSED[policy]);
  const ids = { user: identity.id(), account: identity.id(), credential: identity.id() };
  const passwordHash = await sessions.hashPassword(password);
  const outcome = await users.insert({ ids, name, email, passwordHash });
  if (outcome === 'email-taken') {
    throw new Refusal('email_taken', 'An account with this e-mail address exists already.');
  }
  return sessions.signIn(browser, { email, password });
}
