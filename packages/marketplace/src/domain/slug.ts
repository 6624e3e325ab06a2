import anyAscii from 'any-ascii';
import type { Listing } from './listing.ts';

const MAX_LENGTH = 64;
/** Room for the suffix that makes a slug unique. */
const MAX_BASE = MAX_LENGTH - 9;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * The start of a slug: the title in `[a-z0-9-]`, other scripts transliterated, `service` when
 * nothing is left, and never shaped like an id, since either may stand where a listing is named.
 */
export function slugBase(title: string): string {
  const base = anyAscii(title.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_BASE)
    .replaceAll(/^-+|-+$/g, '');
  if (base === '') return 'service';
  return isUuid(base) ? `service-${base}` : base;
}

/** Whether a slug is one that the title leads to, and no text of its own. */
function isFromTitle(slug: string, title: string): boolean {
  const base = slugBase(title);
  return slug.startsWith(base) && /^(-\d+)?$/.test(slug.slice(base.length));
}

/** The n-th slug of a base: the first has no suffix, then `-2`, `-3` … */
export function slugCandidate(base: string, n: number): string {
  return n === 1 ? base : `${base}-${n}`;
}

/** The slug if a review has to read it: one that follows from the title is read with the title. */
export function slugToRead(
  { slug, content }: Pick<Listing, 'slug' | 'content'>,
  title = content.title,
): string | undefined {
  return isFromTitle(slug, title) ? undefined : slug;
}
