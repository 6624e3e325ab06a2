import { describe, expect, it } from 'vitest';
import { createLru } from '../../src/concurrency/bounded-map.ts';

describe('a map that forgets', () => {
  it('keeps what was used last', () => {
    const lru = createLru<number>({ max: 2 });
    lru.set('a', 1);
    lru.set('b', 2);
    expect(lru.get('a')).toBe(1);
    lru.set('c', 3);
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
  });

  it('counts a key once', () => {
    const lru = createLru<number>({ max: 2 });
    lru.set('a', 1);
    lru.set('a', 2);
    lru.set('b', 3);
    expect([lru.get('a'), lru.get('b')]).toEqual([2, 3]);
  });

  it('goes by weight where values have one', () => {
    const lru = createLru<string>({ max: 10, weigh: ({ length }) => length });
    lru.set('a', 'four');
    lru.set('b', 'four');
    lru.set('c', 'four');
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([undefined, 'four', 'four']);
    lru.set('b', 'f');
    lru.set('d', 'fiver');
    expect([lru.get('b'), lru.get('c'), lru.get('d')]).toEqual(['f', 'four', 'fiver']);
  });

  it('keeps the newest, whatever it weighs', () => {
    const lru = createLru<string>({ max: 3, weigh: ({ length }) => length });
    lru.set('a', 'four');
    expect(lru.get('a')).toBe('four');
  });
});
