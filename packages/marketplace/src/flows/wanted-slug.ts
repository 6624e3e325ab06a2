import { Refusal } from '../domain/refusal.ts';
import { isUuid, slugBase } from '../domain/slug.ts';
import type { WantedSlug } from '../domain/store.ts';

/** The slug that a new listing is to have. A chosen one with the form of an id is refused. */
export function wantedSlug(chosen: string | undefined, title: string): WantedSlug {
  checkChosenSlug(chosen);
  return chosen === undefined ? { base: slugBase(title) } : { chosen };
}

/** Either may be given where a listing is named, so that no slug may look like an id. */
export function checkChosenSlug(chosen: string | undefined): void {
  if (chosen === undefined || !isUuid(chosen)) return;
  throw new Refusal('invalid_request', 'The body is not valid.', {
    details: [{ path: '/slug', message: 'must not have the form of a UUID', keyword: 'slug' }],
  });
}

export function slugTaken(): Refusal {
  return new Refusal(
    'slug_taken',
    'This slug is or was used by a listing; choose another one or leave it out.',
    { details: [{ path: '/slug', message: 'is taken', keyword: 'slug' }] },
  );
}
