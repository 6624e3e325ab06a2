// docs/reference/endpoints.md: categories are counted once for concurrent requests.
import { describe, expect, it } from 'vitest';
import { type CategoryCount, createCategoryCounter } from '../../src/catalogue/search.ts';
import { createStillClock } from '../still-clock.ts';
import { contextOf } from '../context-of.ts';

/** A catalogue with this many listings, whose counts the test completes. */
function openCatalogue(listings: number) {
  const clock = createStillClock();
  const ends: (() => void)[] = [];
  let counts = 0;
  const categories = (): Promise<CategoryCount[]> => {
    const found = [{ category: `count ${(counts += 1)}`, count: listings }];
    return new Promise((resolve) => ends.push(() => resolve(found)));
  };
  const countCategories = createCategoryCounter(
    contextOf({ store: { catalogue: { categories } } as never, clock }),
  );
  return { clock, countCategories, counts: () => counts, end: () => ends.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const named = (name: string) => [{ category: name, count: expect.any(Number) }];

describe('categories', () => {
  it('are counted once for the first request, and once more for all that arrive meanwhile', async () => {
    const { countCategories, counts, end } = openCatalogue(5);
    const first = countCategories();
    const later = [countCategories(), countCategories(), countCategories()];
    expect(counts()).toBe(1);
    end();
    expect(await first).toEqual(named('count 1'));
    await settled();
    end();
    expect(await Promise.all(later)).toEqual(later.map(() => named('count 2')));
    expect(counts()).toBe(2);
  });

  it('the categories of few listings are counted again for every request', async () => {
    const { countCategories, end } = openCatalogue(999);
    for (let n = 1; n <= 3; n++) {
      const counted = countCategories();
      end();
      expect(await counted).toEqual(named(`count ${n}`));
    }
  });

  it('the categories of many listings are cached for up to 5 s', async () => {
    const { clock, countCategories, counts, end } = openCatalogue(100_000);
    const first = countCategories();
    end();
    await first;
    clock.move(4_999);
    expect(await countCategories()).toEqual(named('count 1'));
    clock.move(1);
    const second = countCategories();
    end();
    expect(await second).toEqual(named('count 2'));
    expect(counts()).toBe(2);
  });

  it('are counted again after a failure', async () => {
    let fails = true;
    const countCategories = createCategoryCounter(
      contextOf({
        store: {
          catalogue: {
            categories: () => (fails ? Promise.reject(new Error('disk')) : Promise.resolve([])),
          },
        } as never,
        clock: createStillClock(),
      }),
    );
    await expect(countCategories()).rejects.toThrow('disk');
    fails = false;
    expect(await countCategories()).toEqual([]);
  });
});
