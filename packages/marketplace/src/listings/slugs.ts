import anyAscii from 'any-ascii';
import { isUuid } from '../market/ids.ts';
import { invalidField, Refusal } from '../market/refusal.ts';
import type { Listing } from './listing.ts';

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

/** The slug that the seller chose, or a base from which the next free slug is derived. */
export type WantedSlug = { chosen: string } | { base: string };

/** The slug for a new listing. Refuses a chosen slug that looks like an id. */
export function wantedSlug(chosen: string | undefined, title: string): WantedSlug {
  checkChosenSlug(chosen);
  return chosen === undefined ? { base: slugBase(title) } : { chosen };
}

/** Refuses a slug that looks like a UUID, because the API accepts an id or a slug. */
export function checkChosenSlug(chosen: string | undefined): void {
  if (chosen === undefined || !isUuid(chosen)) return;
  throw invalidField('/slug', 'must not have the form of a UUID');
}

export function slugTaken(): Refusal {
  return new Refusal(
    'slug_taken',
    'This slug is taken, or was used before. Choose another, or leave it out.',
    { details: [{ path: '/slug', message: 'is taken', keyword: 'slug' }] },
  );
}
