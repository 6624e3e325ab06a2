import type { Clock } from '../domain/clock.ts';
import type { CatalogueStore, CategoryCount } from '../domain/store.ts';

/** What is quicker than this is counted each time. */
const CHEAP_MS = 5;
/** The part of the time that counting may take: a twentieth. */
const REST = 20;
const LONGEST_REST_MS = 5_000;

/**
 * The categories, counted for all who ask at once, and not again until twenty times as long has passed
 * as it took: they are exact while there are few listings, and at most 5 s old when there are many.
 */
export function createCategoryCounter(
  { categories }: Pick<CatalogueStore, 'categories'>,
  clock: Pick<Clock, 'monotonic'>,
): () => Promise<CategoryCount[]> {
  let counted: { categories: CategoryCount[]; untilMs: number } | undefined;
  let running: Promise<CategoryCount[]> | undefined;
  let next: Promise<CategoryCount[]> | undefined;

  async function count(): Promise<CategoryCount[]> {
    const beganMs = clock.monotonic();
    const found = await categories();
    const nowMs = clock.monotonic();
    const tookMs = nowMs - beganMs;
    const restMs = tookMs < CHEAP_MS ? 0 : Math.min(tookMs * REST, LONGEST_REST_MS);
    counted = { categories: found, untilMs: nowMs + restMs };
    return found;
  }

  function start(): Promise<CategoryCount[]> {
    const counting = count().finally(() => {
      running = undefined;
    });
    running = counting;
    return counting;
  }

  async function afterThisOne(): Promise<CategoryCount[]> {
    await running?.catch(() => undefined);
    next = undefined;
    return fresh() ?? start();
  }

  function fresh(): CategoryCount[] | undefined {
    return counted && clock.monotonic() < counted.untilMs ? counted.categories : undefined;
  }

  return function countCategories() {
    const known = fresh();
    if (known) return Promise.resolve(known);
    // One that has begun may have missed what was written since.
    if (running) return (next ??= afterThisOne());
    return start();
  };
}
