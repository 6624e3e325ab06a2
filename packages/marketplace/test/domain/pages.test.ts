import { describe, expect, it } from 'vitest';
import { fitting, pageOf } from '../../src/domain/page.ts';

const keyOf = (id: string) => ({ key: 0, id });

describe('a page', () => {
  it('goes on after its last item when there is one more', () => {
    expect(pageOf(['a', 'b', 'c'], 2, keyOf)).toEqual({
      items: ['a', 'b'],
      next: { key: 0, id: 'b' },
    });
  });

  it('is the last when there is not', () => {
    expect(pageOf(['a', 'b'], 2, keyOf)).toEqual({ items: ['a', 'b'], next: null });
    expect(pageOf([], 2, keyOf)).toEqual({ items: [], next: null });
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
