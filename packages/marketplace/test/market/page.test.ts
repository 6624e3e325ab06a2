import { describe, expect, it } from 'vitest';
import { countFitting, pageItemsOf } from '../../src/market/page.ts';

const plain = { limit: 2, maxBytes: 100 };
const lengthOf = (text: string) => text.length;

describe('the items of a page', () => {
  it('are followed by more if there is an extra row', () => {
    expect(pageItemsOf(['a', 'b', 'c'], plain, lengthOf)).toEqual({
      items: ['a', 'b'],
      more: true,
    });
  });

  it('are the last ones if there is no extra row', () => {
    expect(pageItemsOf(['a', 'b'], plain, lengthOf)).toEqual({ items: ['a', 'b'], more: false });
    expect(pageItemsOf([], plain, lengthOf)).toEqual({ items: [], more: false });
  });

  it('are followed by more if the byte limit cut them off', () => {
    const narrow = { limit: 2, maxBytes: 3 };
    expect(pageItemsOf(['aa', 'bb'], narrow, lengthOf)).toEqual({ items: ['aa'], more: true });
  });
});

describe('the number of items that fit', () => {
  it('includes those that exactly reach the limit', () => {
    expect(countFitting([3, 3, 4], 10)).toBe(3);
    expect(countFitting([], 10)).toBe(0);
  });

  it('excludes the item that would exceed the limit', () => {
    expect(countFitting([3, 3, 5, 1], 10)).toBe(2);
  });

  it('is at least one, however large that item is', () => {
    expect(countFitting([99], 10)).toBe(1);
    expect(countFitting([99, 1], 10)).toBe(1);
  });
});
