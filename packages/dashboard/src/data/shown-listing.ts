import type { ListingName } from './listing-names.ts';

const ID_LENGTH = 8;

/** The slug of a listing; of one whose name is not known, the beginning of its id. */
export function shownListing(id: string, names: ReadonlyMap<string, ListingName>): string {
  return names.get(id)?.slug ?? `${id.slice(0, ID_LENGTH)}…`;
}
