export interface SigningSecrets {
  /** `whsec_…` */
  current: string;
  createdAtMs: number;
  /** Until when the previous secret also signs; null if there is none. */
  previousExpiresAtMs: number | null;
}

export interface ListingSecrets {
  listingId: string;
  /** `whsec_…`, the newest first: two during the grace period of a rotation. */
  secrets: readonly string[];
}
