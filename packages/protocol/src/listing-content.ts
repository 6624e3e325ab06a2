import type { RunContract } from './generated/wire-types.ts';

/** A price for calculations: an integer number of micro-units, never a float. */
export interface PriceInMicros {
  amountMicros: number;
  /** ISO 4217, upper case. */
  currency: string;
  unit: string;
}

/** What the seller writes about a listing, normalised: the part that is reviewed and versioned. */
export interface ListingContent {
  title: string;
  description: string | null;
  category: string | null;
  tags: string[] | null;
  price: PriceInMicros;
  runContract: RunContract;
}
