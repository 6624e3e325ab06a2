import type { SignUpRequest } from '@mkt/protocol';
import type { Identity } from '../market/identity.ts';
import { Refusal } from '../market/refusal.ts';
import type { Sessions, SignedInUser } from './session-domain-session.ts';
import type { UserStore } from './user-store.ts';
import type { SignUpPolicy } from './user.ts';
import { invalidLink } from './people.ts';
import type { Browser, WithCookies } from '../http/browser.ts';

export interface SignUpDeps {
  users: Pick<UserStore, 'insert' | 'hasLink'>;
  sessions: Pick<Sessions, 'hashPassword' | 'signInAs'>;
  identity: Pick<Identity, 'id' | 'sha256'>;
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
  person: SignUpRequest,
): Promise<WithCookies<SignedInUser>> {
  const { name, email, password } = person;
  const invitation =
    person.invitation === undefined ? undefined : identity.sha256(person.invitation);
  if (policy === 'closed' || (policy === 'invite' && !invitation)) {
    throw new Refusal('signup_closed', CLOSED[policy]);
  }
  // Before the password is hashed, which is expensive.
  if (invitation && !(await users.hasLink(invitation, 'invite'))) throw invalidLink('/invitation');
  const ids = { user: identity.id(), account: identity.id(), credential: identity.id() };
  const passwordHash = await sessions.hashPassword(password);
  const outcome = await users.insert({ ids, name, email, passwordHash }, invitation);
  switch (outcome) {
    case 'inserted':
      return sessions.signInAs(browser, ids.user);
    case 'invalid-link':
      throw invalidLink('/invitation');
    case 'email-taken':
      throw new Refusal('email_taken', 'An account with this e-mail address already exists.');
  }
}
