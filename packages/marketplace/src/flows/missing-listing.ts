import { closestName } from '@mkt/protocol';
import type { CatalogueStore } from '../domain/catalogue.ts';
import type { Reader } from '../domain/reader.ts';
import { listingNotFound, Refusal } from '../domain/refusal.ts';
import { searchWords } from '../domain/search-words.ts';
import { isUuid } from '../domain/slug.ts';

export interface MissingListingDeps {
  catalogue: Pick<CatalogueStore, 'search'>;
}

/** The first hits of a search for the words of a slug, among which is the one that was meant. */
const COMPARED = 20;
const MAX_BYTES = 256 * 1024;

/** The slug of a published listing that a buyer probably meant: the search knows similar words. */
async function closestSlug(
  { catalogue }: MissingListingDeps,
  ref: string,
  reader: Reader,
): Promise<string | undefined> {
  const words = searchWords(ref.replaceAll(/[-_]/g, ' '));
  if (words.length === 0) return undefined;
  try {
    const found = await catalogue.search(
      {
        words,
        sort: 'relevance',
        limit: COMPARED,
        after: null,
        includeContract: false,
        maxBytes: MAX_BYTES,
      },
      reader,
    );
    return closestName(
      ref,
      found.items.map(({ listing }) => listing.slug),
    );
  } catch (error) {
    // The suggestion is no reason to fail.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Why there is no such listing for a buyer: names it, and the published one with the closest slug. */
export async function missingListing(
  deps: MissingListingDeps,
  ref: string,
  reader: Reader,
): Promise<Refusal> {
  return listingNotFound(ref, isUuid(ref) ? undefined : await closestSlug(deps, ref, reader));
}
