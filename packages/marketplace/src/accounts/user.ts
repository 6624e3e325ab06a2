import type { LinkKind } from '../database/tables.ts';

/** A person who is about to get an account. Ids are UUIDs v7. */
export interface NewUser {
  ids: { user: string; account: string; credential: string };
  name: string;
  /** Stored as `canonicalEmail`. */
  email: string;
  /** Salted. */
  passwordHash: string;
}

/** The form in which an e-mail address is stored and compared: people write theirs in any case. */
export const canonicalEmail = (email: string): string => email.toLowerCase();

/** A link that the operator gives to a person, who can use it once. */
export interface SignInLink {
  /** SHA-256 of its token. */
  hash: Uint8Array;
  kind: LinkKind;
  /** Only for the person with this e-mail address, in any case. */
  email: string;
}

/** The account that a person acts for. */
export interface Membership {
  accountId: string;
  suspended: boolean;
}

/** Who may sign up: anyone, people whom the operator invites, or no one. */
export type SignUpPolicy = 'open' | 'invite' | 'closed';
