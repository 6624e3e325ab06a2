import type { CloseAccountRequest, SignUpRequest, UpdateUserRequest } from '@mkt/protocol';
import type { LinkKind } from '../database/tables.ts';
import type { EventFeed, OrderEvents } from '../events/event.ts';
import type { Browser, WithCookies } from '../http/request-head.ts';
import { accountClosed, accountSuspended } from '../keys/key.ts';
import { LINK_LIFETIME_MS, type SignUpPolicy } from '../market/limits.ts';
import type { Actor } from '../market/caller.ts';
import type { Identity, Log } from '../market/outside.ts';
import { invalidField, Refusal } from '../market/refusal.ts';
import type { CurrentSession, Sessions, SignedInUser } from './session.ts';
import type { AccountStore, UserStore } from './store.ts';

/** A person who is about to get an account. Ids are UUIDs v7. */
export interface NewUser {
  ids: { user: string; account: string; credential: string };
  name: string;
  /** Stored as `canonicalEmail`. */
  email: string;
  /** Salted. */
  passwordHash: string;
}

/** The form in which an email address is stored and compared: people write theirs in any case. */
export const canonicalEmail = (email: string): string => email.toLowerCase();

/** A link that the operator gives to a person, who can use it once. */
export interface SignInLink {
  /** SHA-256 of its token. */
  hash: Uint8Array;
  kind: LinkKind;
  /** Only for the person with this email address, in any case. */
  email: string;
}

/** The account that a person acts for. */
export interface Membership {
  accountId: string;
  suspended: boolean;
}

export type InsertedUser = 'inserted' | 'email-taken' | 'invalid-link';

export interface PasswordReset {
  /** SHA-256 of the link's token. */
  link: Uint8Array;
  passwordHash: string;
  /** The id of the credential, used if the person has no password yet. */
  credentialId: string;
}

/** How many of each were ended. */
export interface EndedSignIns {
  sessions: number;
  links: number;
  deviceLogins: number;
}

/** A member of an account, as the operator sees them. */
export interface Person {
  accountId: string;
  email: string;
  suspendedAtMs: number | null;
}

export interface UserChange {
  userId: string;
  name: string;
  email: string;
}

/** `before`: the address until now. `unchanged` if the person had this name and this address. */
export type UpdatedUser =
  | { accountId: string | null; before: string }
  | 'unchanged'
  | 'closed'
  | 'suspended'
  | 'email-taken'
  | 'email-invited';

interface SignUpDeps {
  users: Pick<UserStore, 'insert' | 'hasLink'>;
  sessions: Pick<Sessions, 'hashPassword' | 'signInAs'>;
  identity: Pick<Identity, 'id' | 'sha256'>;
  policy: SignUpPolicy;
}

const CLOSED = {
  invite: 'Sign-up needs an invitation; ask the operator of this marketplace.',
  closed: 'Sign-up is closed; ask the operator of this marketplace.',
};

const emailTaken = () =>
  new Refusal('email_taken', 'An account with this email address already exists.');

/**
 * Stores a person with their account, and signs them in. An email address that is known is refused:
 * only the operator can give its account a password (docs/operate/accounts.md#sign-up).
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
      throw emailTaken();
  }
}

const TOKEN_BYTES = 32;

function invalidLink(path: '/invitation' | '/token'): Refusal {
  return new Refusal(
    'invalid_request',
    'The link has already been used, has expired, or is for a different email address. Ask the operator for a new one.',
    { details: [{ path, message: 'is no longer valid', keyword: path.slice(1) }] },
  );
}

interface CreateLinkDeps {
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

interface ResetPasswordDeps {
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

interface UpdateUserDeps {
  users: Pick<UserStore, 'update'>;
  sessions: Pick<Sessions, 'checkPassword'>;
  /** The email address by which the person of dev mode is found. */
  devEmail: string | undefined;
}

/**
 * Changes the name and the address of a person who is signed in. No mail is sent, so a new address is
 * confirmed with the password: a stolen session is not enough to take over the account.
 */
export async function updateUser(
  { users, sessions, devEmail }: UpdateUserDeps,
  browser: Browser,
  { session, user }: CurrentSession,
  { name, email = user.email, currentPassword }: UpdateUserRequest,
  requestId: string,
): Promise<SignedInUser> {
  const change = { userId: user.id, name, email: canonicalEmail(email) };
  if (change.email !== user.email) {
    if (user.email === devEmail) throw invalidField('/email', 'cannot be changed in dev mode');
    if (currentPassword === undefined) {
      throw invalidField('/currentPassword', 'is required for another email address');
    }
    await sessions.checkPassword(browser, currentPassword);
  }
  const actor: Actor = { kind: 'session', sessionId: session.id, requestId };
  const updated = await users.update(change, actor);
  if (updated === 'closed') throw accountClosed();
  if (updated === 'suspended') throw accountSuspended();
  if (updated === 'email-taken') throw emailTaken();
  if (updated === 'email-invited') {
    throw new Refusal('email_taken', 'Another person was invited with this email address.');
  }
  return { id: user.id, name, email: change.email };
}

interface CloseAccountDeps {
  accounts: Pick<AccountStore, 'close'>;
  sessions: Pick<Sessions, 'checkPassword' | 'signOut'>;
  feed: Pick<EventFeed, 'orderUpdated'>;
  events: Pick<OrderEvents, 'settled'>;
  log: Pick<Log, 'info'>;
  /** The email address by which the person of dev mode is found. */
  devEmail: string | undefined;
}

/**
 * Closes the account of a person who is signed in (docs/operate/accounts.md#closing-an-account). It cannot be
 * undone, so the password confirms it: a stolen session is not enough.
 */
export async function closeAccount(
  { accounts, sessions, feed, events, log, devEmail }: CloseAccountDeps,
  browser: Browser,
  { session, user }: CurrentSession,
  { currentPassword }: CloseAccountRequest,
  requestId: string,
): Promise<WithCookies<void>> {
  if (user.email === devEmail) {
    throw invalidField('/currentPassword', 'cannot close the account of dev mode');
  }
  await sessions.checkPassword(browser, currentPassword);
  const actor: Actor = { kind: 'session', sessionId: session.id, requestId };
  const closure = await accounts.close({ sessionId: session.id }, actor);
  if (closure === 'suspended') throw accountSuspended();
  if (!closure) throw accountClosed();
  const { accountId, settledOrders } = closure;
  for (const order of settledOrders) {
    events.settled(order.id);
    feed.orderUpdated(order);
  }
  log.info({ accountId, requestId }, 'account closed');
  return sessions.signOut(browser);
}
