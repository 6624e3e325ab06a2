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

/** Known categories. Any other text of 1 to 40 printable characters is accepted with a warning. */
export const KNOWN_CATEGORIES = [
  'ai',
  'communication',
  'data',
  'developer-tools',
  'e-commerce',
  'finance',
  'location',
  'media',
  'productivity',
  'search',
  'security',
  'other',
] as const;

/** Known price units. Any other text of 1 to 40 printable characters is accepted with a warning. */
export const KNOWN_UNITS = ['call', 'item', 'page', 'minute', 'mb', '1k-tokens'] as const;

export const DEFAULT_UNIT = 'call';
export const DEFAULT_CURRENCY = 'USD';

/**
 * Whether the response to a health request says that the service works. Only the status counts, not
 * the body (docs/reference/seller-interface.md).
 */
export function isHealthyStatus(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** Which URLs a contract may contain: only https, or http too, as in dev mode. */
export type SellerUrlMode = 'production' | 'dev';
