import type { Listing } from '@mkt/protocol';
import type { Output } from '../terminal/output.ts';

/** Prints a listing whose state has changed. */
export function showState(output: Output, listing: Listing): void {
  output.result(listing, () => '');
  output.done(listing.listingState, listing.slug);
}
