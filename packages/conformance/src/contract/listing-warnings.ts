import type { ListingContent, Warning } from '@mkt/protocol';
import { vocabularyWarnings } from './vocabulary-warnings.ts';

/** A warning if the tags are not stored in the form in which they were given. */
export function tagsWarnings(
  given: readonly string[] | null | undefined,
  stored: readonly string[] | null,
  path: string,
): Warning[] {
  const before = given ?? [];
  const after = stored ?? [];
  const isSame = before.length === after.length && before.every((tag, i) => tag === after[i]);
  if (isSame) return [];
  return [
    {
      code: 'tags_normalised',
      message:
        'Tags are stored in lower case, without duplicates or surrounding space; tags without visible characters are dropped.',
      path: `${path}/tags`,
    },
  ];
}

/**
 * The warnings about a listing written by hand: unknown categories and units, parts of its schemas
 * without effect, and changed tags, if any were given.
 */
export function listingWarnings(
  content: ListingContent,
  ofSchemas: readonly Warning[],
  { tags }: { tags?: readonly string[] | null } = {},
): Warning[] {
  return [
    ...vocabularyWarnings(content),
    ...(tags === undefined ? [] : tagsWarnings(tags, content.tags, '')),
    ...ofSchemas,
  ];
}
