import { Refusal } from '../market/refusal.ts';

/** The owner of listings, orders and keys. Times are Unix milliseconds. */
export interface Account {
  /** UUID v7; `userId` on the wire. */
  id: string;
  name: string;
  createdAtMs: number;
  /** null unless an operator suspended it. */
  suspendedAtMs: number | null;
}

/** What the suspension of an account changed. */
export interface Suspension {
  account: Account;
  /** Listings that it paused. */
  pausedListingIds: string[];
  /**
   * Waiting orders that failed as `listing_unavailable`: placed by the account or for its listings.
   */
  settledOrderIds: string[];
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MAX_EMAIL_LENGTH = 254;

/** Refuses what cannot be the e-mail address of an account. */
export function checkEmail(email: string): void {
  if (EMAIL.test(email) && email.length <= MAX_EMAIL_LENGTH) return;
  throw new Refusal('invalid_request', `${email} is not an e-mail address.`);
}

/** Ids of keys and sessions. */
export interface Actors {
  keyIds: readonly string[];
  sessionIds: readonly string[];
}
