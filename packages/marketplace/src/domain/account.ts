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
