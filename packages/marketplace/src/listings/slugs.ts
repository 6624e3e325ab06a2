import anyAscii from 'any-ascii';
import type { Listing } from './listing.ts';
import { isUuid } from '../market/ids.ts';

/** Characters of a slug. */
export const MAX_SLUG_LENGTH = 64;
/** Leaves room for the suffix that makes a slug unique. */
const MAX_BASE = MAX_SLUG_LENGTH - 9;

/**
 * The base of a slug: the title in `[a-z0-9-]`, with other scripts transliterated, or `service` if
 * nothing remains. It never looks like a UUID, because the API accepts an id or a slug.
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

/** Whether the slug was derived from the title rather than chosen. */
function isFromTitle(slug: string, title: string): boolean {
  const base = slugBase(title);
  return slug.startsWith(base) && /^(-\d+)?$/.test(slug.slice(base.length));
}

/** The n-th slug of a base: `base`, `base-2`, `base-3` … */
export function slugCandidate(base: string, n: number): string {
  return n === 1 ? base : `${base}-${n}`;
}

/**
 * The slug, if the content check has to read it. A slug derived from the title is checked with the
 * title.
 */
export function slugToRead(
  { slug, content }: Pick<Listing, 'slug' | 'content'>,
  title = content.title,
): string | undefined {
  return isFromTitle(slug, title) ? undefined : slug;
}

/** The slug that the seller chose, or a base of which the next free slug is used. */
export type WantedSlug = { chosen: string } | { base: string };
