import { slugCandidate, type WantedSlug } from './slugs.ts';
import { all, execute, first, type Dialect, type Operation } from '../database/operation.ts';

/** Assigns a slug for good; false when it was assigned before. */
function* assignSlug(
  { db }: Dialect,
  { slug, listingId }: { slug: string; listingId: string },
): Operation<boolean> {
  const assigned = yield* execute(
    db
      .insertInto('slug')
      .values({ slug, listing_id: listingId })
      .onConflict((conflict) => conflict.column('slug').doNothing()),
  );
  return assigned === 1;
}

/**
 * Takes the chosen slug, `undefined` when it was assigned before, or the next free one of a base. The
 * counter makes the thousandth slug of a base as cheap as the first, and locking its row serialises
 * concurrent requests for the same base.
 */
export function* takeSlug(
  dialect: Dialect,
  { wanted, listingId }: { wanted: WantedSlug; listingId: string },
): Operation<string | undefined> {
  if ('chosen' in wanted) {
    const slug = wanted.chosen;
    return (yield* assignSlug(dialect, { slug, listingId })) ? slug : undefined;
  }
  const { base } = wanted;
  for (;;) {
    const counter = yield* first(
      dialect.db
        .insertInto('slug_counter')
        .values({ base, last_number: 1 })
        .onConflict((conflict) =>
          conflict.column('base').doUpdateSet((column) => ({
            last_number: column('slug_counter.last_number', '+', 1),
          })),
        )
        .returning('last_number'),
    );
    const slug = slugCandidate(base, counter?.last_number ?? 1);
    if (yield* assignSlug(dialect, { slug, listingId })) return slug;
  }
}

/** How many candidates one query checks: chosen slugs may have taken a base's next ones. */
const CANDIDATES = 50;

/** The slug that `takeSlug` would take now. */
export function* freeSlug({ db }: Dialect, wanted: WantedSlug): Operation<string | undefined> {
  const known = (slugs: readonly string[]) =>
    all(db.selectFrom('slug').select('slug').where('slug', 'in', slugs));
  if ('chosen' in wanted) {
    return (yield* known([wanted.chosen])).length > 0 ? undefined : wanted.chosen;
  }
  const { base } = wanted;
  const counter = yield* first(
    db.selectFrom('slug_counter').select('last_number').where('base', '=', base),
  );
  for (let next = (counter?.last_number ?? 0) + 1; ; next += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, i) => slugCandidate(base, next + i));
    const taken = new Set((yield* known(candidates)).map(({ slug }) => slug));
    const free = candidates.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}
