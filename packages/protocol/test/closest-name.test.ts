import { closestName, unknownNameMessage } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';

const FIELDS = ['title', 'description', 'price', 'runContract', 'maxPrice', 'tags', 'id'];

describe('closestName', () => {
  it.each([
    ['prize', 'price'],
    ['pric', 'price'],
    ['prices', 'price'],
    ['titel', 'title'],
    ['descripton', 'description'],
    ['max_price', 'maxPrice'],
    ['RunContract', 'runContract'],
    ['run-contracts', 'runContract'],
    ['tag', 'tags'],
    ['ID', 'id'],
  ])('suggests for %s the known name %s', (name, meant) => {
    expect(closestName(name, FIELDS)).toBe(meant);
  });

  it.each(['colour', 'x', '', 'ix', 'cost', '__proto__', 'constructor'])(
    'suggests nothing for %j, which is close to no known name',
    (name) => {
      expect(closestName(name, FIELDS)).toBeUndefined();
    },
  );

  it('prefers the fewest edits, then the first in the list', () => {
    expect(closestName('limits', ['limits2', 'limit', 'limitss'])).toBe('limits2');
    expect(closestName('abcdef', ['abcxyf', 'abcdxf'])).toBe('abcdxf');
  });

  it('never suggests the name itself', () => {
    expect(closestName('price', ['price'])).toBeUndefined();
  });

  it('takes the same time however long the names and the list are', () => {
    const hostile = 'x'.repeat(10_000);
    const names = Array.from({ length: 100_000 }, (_, index) => `${hostile}${index % 7}`);
    const short = Array.from({ length: 100_000 }, (_, index) => `a${'b'.repeat(35)}${index % 7}`);
    const start = performance.now();
    for (let round = 0; round < 10; round++) {
      expect(closestName(hostile, names)).toBeUndefined();
      expect(closestName('price', names)).toBeUndefined();
      expect(closestName(`z${'c'.repeat(35)}`, short)).toBeUndefined();
    }
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('unknownNameMessage', () => {
  it('suggests the closest known name where there is one', () => {
    expect(unknownNameMessage('prize', FIELDS)).toBe('is not known. Did you mean price?');
    expect(unknownNameMessage('colour', FIELDS)).toBe('is not known');
  });
});
