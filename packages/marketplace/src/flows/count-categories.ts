import type { Clock } from '../domain/clock.ts';
import type { CatalogueStore, CategoryCount } from '../domain/store.ts';

/** So few listings are counted each time. */
const FEW = 1_000;
/** A hundred thousand take about 10 ms to count; for each so many, the count holds a millisecond. */
const LISTINGS_PER_MS = 20;
const LONGEST_HOLD_MS = 5_000;

function holdMs(categories: readonly CategoryCount[]): number {
  const listings = categories.reduce((sum, { count }) => sum + count, 0);
  return listings < FEW ? 0 : Math.min(listings / LISTINGS_PER_MS, LONGEST_HOLD_MS);
}

/**
 * The categories, counted once for all who ask meanwhile. The count is exact up to a thousand
 * listings; of more it holds for a while, 5 s at most, which is at least two hundred times what it
 * takes.
 */
export function createCategoryCounter(
  { categories }: Pick<CatalogueStore, 'categories'>,
  clock: Pick<Clock, 'monotonic'>,
): () => Promise<CategoryCount[]> {
  let counted: { categories: CategoryCount[]; untilMs: number } | undefined;
  let running: Promise<CategoryCount[]> | undefined;
  let next: Promise<CategoryCount[]> | undefined;

  async function count(): Promise<CategoryCount[]> {
    try {
      const found = await categories();
      counted = { categories: found, untilMs: clock.monotonic() + holdMs(found) };
      return found;
    } finally {
      running = undefined;
    }
  }

  const known = () =>
    counted && clock.monotonic() < counted.untilMs ? counted.categories : undefined;

  async function afterThisOne(): Promise<CategoryCount[]> {
    await running?.catch(() => undefined);
    next = undefined;
    return known() ?? (running = count());
  }

  return async function countCategories() {
    const found = known();
    if (found) return found;
    // One that has begun may have missed what was written since.
    if (running) return (next ??= afterThisOne());
    return (running = count());
  };
}
