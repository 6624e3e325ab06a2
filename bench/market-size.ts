import { InvalidOptions } from './report/benchmark.ts';

/** How many accounts buy in a market, and how many listings they buy from. */
export interface MarketSize {
  buyers: number;
  listings: number;
}

/** `5000x1000`: 5,000 buyers and 1,000 listings. */
export function marketSize(text: string): MarketSize {
  const [, buyers, listings] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  const size = { buyers: Number(buyers), listings: Number(listings) };
  if (size.buyers >= 1 && size.listings >= 1) return size;
  throw new InvalidOptions(
    `${text} is not a market: write buyers and listings, such as 5000x1000.`,
  );
}

export const sizeText = ({ buyers, listings }: MarketSize): string => `${buyers}x${listings}`;
