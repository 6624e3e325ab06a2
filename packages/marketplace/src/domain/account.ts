/** The owner of listings, orders and keys. Times are Unix milliseconds. */
export interface Account {
  /** UUID v7; `userId` on the wire. */
  id: string;
  name: string;
  createdAtMs: number;
  /** null unless an operator suspended it. */
  suspendedAtMs: number | null;
}

/** What became of a suspended account's open business. */
export interface Suspension {
  account: Account;
  /** Listings that were published and are paused now. */
  pausedListingIds: string[];
  /** Waiting orders, bought by the account or from it, that failed as `listing_unavailable`. */
  settledOrderIds: string[];
}
