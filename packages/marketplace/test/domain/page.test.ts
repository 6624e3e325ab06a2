import { describe, expect, it } from 'vitest';
import { fitting, stretchOf } from '../../src/domain/page.ts';

const plain = { limit: 2, maxBytes: 100 };
const lengthOf = (text: string) => text.length;

describe('a stretch of a list', () => {
  it('tells that there is more when there is a row more than was asked for', () => {
    expect(stretchOf(['a', 'b', 'c'], plain, lengthOf)).toEqual({ items: ['a', 'b'], more: true });
  });

  it('is the last when there is not', () => {
    expect(stretchOf(['a', 'b'], plain, lengthOf)).toEqual({ items: ['a', 'b'], more: false });
    expect(stretchOf([], plain, lengthOf)).toEqual({ items: [], more: false });
  });

  it('tells that there is more when it ends before its bytes would be too many', () => {
    const narrow = { limit: 2, maxBytes: 3 };
    expect(stretchOf(['aa', 'bb'], narrow, lengthOf)).toEqual({ items: ['aa'], more: true });
  });
});

describe('what fits a page by its bytes', () => {
  it('is all of it, up to the very limit', () => {
    expect(fitting([3, 3, 4], 10)).toBe(3);
    expect(fitting([], 10)).toBe(0);
  });

  it('ends before what would be too much', () => {
    expect(fitting([3, 3, 5, 1], 10)).toBe(2);
  });

  it('is one item at least, however large', () => {
    expect(fitting([99], 10)).toBe(1);
    expect(fitting([99, 1], 10)).toBe(1);
  });
});
