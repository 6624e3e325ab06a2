/** A person who is about to get an account. Ids are UUIDs v7. */
export interface NewUser {
  ids: { user: string; account: string; credential: string };
  name: string;
  /** Stored in lower case. */
  email: string;
  /** Salted. */
  passwordHash: string;
}

/** The account that a person acts for. */
export interface Membership {
  accountId: string;
  suspended: boolean;
}

/** Who may sign up: anyone, people whom the operator invites, or nobody. */
export type SignUpPolicy = 'open' | 'invite' | 'closed';
