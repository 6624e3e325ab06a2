import { describe, expect, it } from 'vitest';
import { createLru } from '../../src/schemas/lru.ts';

describe('a map that forgets', () => {
  it('keeps what was used last', () => {
    const lru = createLru<number>(2);
    lru.set('a', 1);
    lru.set('b', 2);
    expect(lru.get('a')).toBe(1);
    lru.set('c', 3);
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
  });

  it('counts a key once', () => {
    const lru = createLru<number>(2);
    lru.set('a', 1);
    lru.set('a', 2);
    lru.set('b', 3);
    expect([lru.get('a'), lru.get('b')]).toEqual([2, 3]);
    lru.delete('a');
    expect(lru.get('a')).toBeUndefined();
  });
});
