import { Refusal } from '../market/refusal.ts';
import { slugBase, type WantedSlug } from './slugs.ts';
import { isUuid } from '../market/ids.ts';

/** The slug for a new listing. Refuses a chosen slug that looks like an id. */
export function wantedSlug(chosen: string | undefined, title: string): WantedSlug {
  checkChosenSlug(chosen);
  return chosen === undefined ? { base: slugBase(title) } : { chosen };
}

/** Refuses a slug that looks like a UUID, because the API accepts an id or a slug. */
export function checkChosenSlug(chosen: string | undefined): void {
  if (chosen === undefined || !isUuid(chosen)) return;
  throw new Refusal('invalid_request', 'The body has invalid fields.', {
    details: [{ path: '/slug', message: 'must not have the form of a UUID', keyword: 'slug' }],
  });
}

export function slugTaken(): Refusal {
  return new Refusal(
    'slug_taken',
    'This slug is taken, or was used before. Choose another, or leave it out.',
    { details: [{ path: '/slug', message: 'is taken', keyword: 'slug' }] },
  );
}
