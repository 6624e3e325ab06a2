import type { OrderState } from '@mkt/protocol';

/** Which orders a list has: those that meet every condition that is set. */
export interface OrderFilter {
  buyerId?: string;
  /** Orders placed with one of these keys. */
  keyIds?: readonly string[] | undefined;
  /** Orders of this listing, from any buyer. */
  sellerListingId?: string;
  /** Orders of all listings of this account, from any buyer. */
  sellerId?: string;
  listingRef?: string | undefined;
  state?: OrderState | undefined;
  /** Texts that the metadata must have, by name. */
  metadata?: Readonly<Record<string, string>> | undefined;
  /** Inclusive. */
  createdAfterMs?: number | undefined;
  /** Exclusive. */
  createdBeforeMs?: number | undefined;
}
