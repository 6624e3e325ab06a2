import type { RunContract } from './generated/wire-types.ts';

/** A price as it is computed with: an integer count of micro-units, never a float. */
export interface PriceInMicros {
  amountMicros: number;
  /** ISO 4217, upper case. */
  currency: string;
  unit: string;
}

/** What a seller says of a listing, normalised: the part that a review judges and a revision counts. */
export interface ListingContent {
  title: string;
  description: string | null;
  category: string | null;
  tags: string[] | null;
  price: PriceInMicros;
  runContract: RunContract;
}
