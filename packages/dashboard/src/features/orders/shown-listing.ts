import type { ListingName } from '../../data/listing-names.ts';

const ID_LENGTH = 8;

/** The slug of a listing; of one that can no longer be bought, the beginning of its id. */
export function shownListing(id: string, names: ReadonlyMap<string, ListingName | null>): string {
  return names.get(id)?.slug ?? `${id.slice(0, ID_LENGTH)}…`;
}
