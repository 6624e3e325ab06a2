import type { Listing } from '../domain/listing.ts';
import { isFromTitle } from '../domain/slug.ts';

/** The slug where it is a text of its own: one that follows from the title is read with the title. */
export function slugToRead(
  { slug, content }: Pick<Listing, 'slug' | 'content'>,
  title = content.title,
): string | undefined {
  return isFromTitle(slug, title) ? undefined : slug;
}
