import type { Listing } from '@mkt/protocol';
import type { Output } from '../terminal/output.ts';
import { printable } from '../terminal/printable.ts';

/** Prints a listing whose state has changed. */
export function showState(output: Output, listing: Listing): void {
  output.result(listing, () => '');
  output.done(printable(listing.listingState), printable(listing.slug));
}
