import { closestName } from '@mkt/protocol';
import type { CatalogueStore } from './catalogue.ts';
import type { Reader } from '../market/reader.ts';
import { listingNotFound, Refusal } from '../market/refusal.ts';
import { searchWords } from './words.ts';
import { MAX_SLUG_LENGTH } from '../listings/slugs.ts';
import { isUuid } from '../market/ids.ts';

export interface MissingListingDeps {
  catalogue: Pick<CatalogueStore, 'search'>;
}

/** How many hits of a search for the words of a slug are compared with it. */
const COMPARED = 20;
const MAX_BYTES = 256 * 1024;

/** The slug of a published listing that a buyer probably meant: the search also finds similar words. */
async function closestSlug(
  { catalogue }: MissingListingDeps,
  ref: string,
  reader: Reader,
): Promise<string | undefined> {
  // Splitting a path of 16 KiB into words would hold the thread for as many milliseconds.
  if (ref.length > MAX_SLUG_LENGTH) return undefined;
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
    // If the search is refused, only the suggestion is missing.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * The refusal for a listing that a buyer cannot see: names it, and suggests the published one with the
 * closest slug.
 */
export async function missingListing(
  deps: MissingListingDeps,
  ref: string,
  reader: Reader,
): Promise<Refusal> {
  return listingNotFound(ref, isUuid(ref) ? undefined : await closestSlug(deps, ref, reader));
}
