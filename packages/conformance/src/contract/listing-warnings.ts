import type { ListingContent, Warning } from '@mkt/protocol';
import { vocabularyWarnings } from './vocabulary-warnings.ts';

/** That tags are stored in another form than they were given in: lower case, each once. */
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
 * What an author should know of a listing given by hand: words that are not known, what in its
 * schemas has no effect, and tags that were changed, when any were given.
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
