import type { Membership, NewUser, SignInLink } from './user.ts';
import type { LinkKind } from '../database/tables.ts';

export type InsertedUser = 'inserted' | 'email-taken' | 'invalid-link';

export interface PasswordReset {
  /** SHA-256 of the link's token. */
  link: Uint8Array;
  passwordHash: string;
  /** For a person who has no password yet. */
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

export interface UserStore {
  /**
   * Stores a person with a password and an account, and uses up the invitation if one is given.
   * Otherwise nothing was stored.
   */
  insert(user: NewUser, invitation?: Uint8Array): Promise<InsertedUser>;
  /**
   * Stores a link, which replaces an earlier one of its kind for the same address. An invitation is
   * refused as `known` if the address has an account, a reset as `unknown` if it has none.
   */
  insertLink(link: SignInLink, lifetimeMs: number): Promise<'inserted' | 'known' | 'unknown'>;
  /** Whether the link exists and can still be used. */
  hasLink(hash: Uint8Array, kind: LinkKind): Promise<boolean>;
  /**
   * Sets the password of the person that the link is for, ends their sessions, and uses the link up.
   * Resolves with their id; `undefined` if the link cannot be used (any more).
   */
  resetPassword(reset: PasswordReset): Promise<string | undefined>;
  /** Deletes sessions that expired before the given time. Resolves with their number. */
  pruneSessions(nowMs: number, limit: number): Promise<number>;
  /** Deletes links that can no longer be used. Resolves with their number. */
  pruneLinks(limit: number): Promise<number>;
  /** Ends every session, link and device login: some in a restored backup have been used or ended since. */
  endSignIns(): Promise<EndedSignIns>;
  /** Newest accounts first. */
  people(limit: number): Promise<Person[]>;
  /** By e-mail address, in any case. */
  idOf(email: string): Promise<string | undefined>;
  /** The first account of a person. */
  membership(userId: string): Promise<Membership | undefined>;
}
