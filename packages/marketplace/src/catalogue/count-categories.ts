import type { Clock } from '../market/outside.ts';
import type { CatalogueStore, CategoryCount } from './catalogue.ts';

/** Up to this many listings, the count is never cached. */
const MAX_UNCACHED = 1_000;
/**
 * Counting 100,000 listings takes about 10 ms; every 20 listings keep the count cached for 1 ms.
 */
const LISTINGS_PER_MS = 20;
const MAX_CACHE_MS = 5_000;

function cacheMs(categories: readonly CategoryCount[]): number {
  const listings = categories.reduce((sum, { count }) => sum + count, 0);
  return listings < MAX_UNCACHED ? 0 : Math.min(listings / LISTINGS_PER_MS, MAX_CACHE_MS);
}

/**
 * Counts the categories, once for all concurrent requests. The count is exact up to 1,000 listings;
 * with more it is cached for at most 5 s, which is at least 200 times as long as counting takes.
 */
export function createCategoryCounter(
  { categories }: Pick<CatalogueStore, 'categories'>,
  clock: Pick<Clock, 'monotonic'>,
): () => Promise<CategoryCount[]> {
  let cache: { categories: CategoryCount[]; untilMs: number } | undefined;
  let running: Promise<CategoryCount[]> | undefined;
  let next: Promise<CategoryCount[]> | undefined;

  async function count(): Promise<CategoryCount[]> {
    try {
      const found = await categories();
      cache = { categories: found, untilMs: clock.monotonic() + cacheMs(found) };
      return found;
    } finally {
      running = undefined;
    }
  }

  const cached = () => (cache && clock.monotonic() < cache.untilMs ? cache.categories : undefined);

  async function countAgain(): Promise<CategoryCount[]> {
    await running?.catch(() => undefined);
    next = undefined;
    return cached() ?? (running = count());
  }

  return async function countCategories() {
    const current = cached();
    if (current) return current;
    // A count that is running may have missed later writes.
    if (running) return (next ??= countAgain());
    return (running = count());
  };
}
