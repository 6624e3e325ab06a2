import { describe, expect, it } from 'vitest';
import { createBoundedMap } from '../../src/structures/collections.ts';

describe('a bounded map', () => {
  it('evicts entries that were not read recently', () => {
    const map = createBoundedMap<number>({ max: 2 });
    map.set('a', 1);
    map.set('b', 2);
    expect(map.get('a')).toBe(1);
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  });

  it('counts a key once, however often it is set', () => {
    const map = createBoundedMap<number>({ max: 2 });
    map.set('a', 1);
    map.set('a', 2);
    map.set('b', 3);
    expect([map.get('a'), map.get('b')]).toEqual([2, 3]);
  });

  it('counts values by their weight', () => {
    const map = createBoundedMap<string>({ max: 10, weigh: ({ length }) => length });
    map.set('a', 'four');
    map.set('b', 'four');
    map.set('c', 'four');
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 'four', 'four']);
    map.set('b', 'f');
    map.set('d', 'fiver');
    expect([map.get('b'), map.get('c'), map.get('d')]).toEqual(['f', 'four', 'fiver']);
  });

  it('keeps the newest value, whatever it weighs', () => {
    const map = createBoundedMap<string>({ max: 3, weigh: ({ length }) => length });
    map.set('a', 'four');
    expect(map.get('a')).toBe('four');
  });

  it('spares every entry that was read once, then evicts the oldest', () => {
    const map = createBoundedMap<number>({ max: 2 });
    map.set('a', 1);
    map.set('b', 2);
    expect([map.get('a'), map.get('b')]).toEqual([1, 2]);
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 3]);
  });

  it('computes a value once, and again after it was evicted', () => {
    const map = createBoundedMap<string>({ max: 1 });
    const computed: string[] = [];
    const valueOf = (key: string) =>
      map.getOrCompute(key, () => {
        computed.push(key);
        return key;
      });
    expect(['a', 'a', 'b', 'a'].map(valueOf)).toEqual(['a', 'a', 'b', 'a']);
    expect(computed).toEqual(['a', 'b', 'a']);
  });

  it('keeps nothing if a value could not be computed', () => {
    const map = createBoundedMap<string>({ max: 1 });
    const fail = () => {
      throw new Error('no');
    };
    expect(() => map.getOrCompute('a', fail)).toThrow('no');
    expect(map.getOrCompute('a', () => 'value')).toBe('value');
  });

  it('never exceeds its bound, whatever is read and written', () => {
    const map = createBoundedMap<number>({ max: 10 });
    const keys = Array.from({ length: 30 }, (_, n) => `key ${n}`);
    for (let n = 0; n < 3_000; n++) {
      map.set(keys[(n * 7) % 30] ?? '', n);
      map.get(keys[(n * 11) % 30] ?? '');
      if (n % 5 === 0) map.delete(keys[(n * 13) % 30] ?? '');
      expect(keys.filter((key) => map.get(key) !== undefined).length).toBeLessThanOrEqual(10);
    }
  });
});
