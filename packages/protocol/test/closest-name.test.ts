import { closestName, unknownNameMessage } from '@mkt/protocol';
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test-bed/processor-time.ts';

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
  ])('suggests for %s the known name %s', (name, suggestion) => {
    expect(closestName(name, FIELDS)).toBe(suggestion);
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
    const short = Array.from({ length: 100_000 }, (_, index) => `${'ab'.repeat(17)}${index}`);
    const start = processorMs();
    for (let round = 0; round < 100; round++) {
      expect(closestName(hostile, names)).toBeUndefined();
      expect(closestName('price', names)).toBeUndefined();
      expect(closestName(`${'z'.repeat(17)}${'ba'.repeat(10)}`, short)).toBeUndefined();
    }
    expect(processorMs() - start).toBeLessThan(500);
  });
});

describe('the edit distance', () => {
  /** The textbook table, without limits. */
  function editsBetween(from: string, to: string): number {
    const table: number[][] = [];
    for (let row = 0; row <= from.length; row++) {
      const cells: number[] = [row];
      for (let column = 1; column <= to.length; column++) {
        const cell = (up: number, left: number) =>
          (up === 0 ? cells : table[row - up])?.[column - left] ?? Infinity;
        const isSame = from[row - 1] === to[column - 1];
        const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
        cells.push(
          row === 0
            ? column
            : Math.min(
                cell(1, 0) + 1,
                cell(0, 1) + 1,
                cell(1, 1) + (isSame ? 0 : 1),
                isSwap && row > 1 ? cell(2, 2) + 1 : Infinity,
              ),
        );
      }
      table.push(cells);
    }
    return table.at(-1)?.at(-1) ?? 0;
  }

  it('is that of the textbook algorithm, for names that differ in a few places', () => {
    const word = string({ unit: constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 });
    let close = 0;
    assert(
      property(word, word, word, (start, middle, end) => {
        const name = `${start}${middle}${end}`;
        const known = `${start}${middle.split('').toReversed().join('').slice(0, 3)}${end}`;
        const allowed = Math.min(3, Math.floor(known.length / 3));
        const isClose = name !== known && editsBetween(name, known) <= allowed;
        if (isClose) close++;
        expect(closestName(name, [known])).toBe(isClose ? known : undefined);
      }),
      { numRuns: 2000 },
    );
    expect(close).toBeGreaterThan(300);
  });
});

describe('unknownNameMessage', () => {
  it('suggests the closest known name where there is one', () => {
    expect(unknownNameMessage('prize', FIELDS)).toBe('is not a known field. Did you mean price?');
  });

  it('lists the known names where none is close, and they are at most ten', () => {
    const listed = (known: string[]) => unknownNameMessage('colour', known);
    expect(listed(['listingId', 'requestBody', 'unit'])).toBe(
      'is not a known field; the known fields are listingId, requestBody and unit',
    );
    expect(listed(['text'])).toBe('is not a known field; the only known field is text');
    const ten = Array.from({ length: 10 }, (_, index) => `name${index}`);
    expect(listed(ten)).toContain('name8 and name9');
    for (const known of [[...ten, 'name10'], [], ['x'.repeat(41)], ['a\u202eb'], ['']]) {
      expect(listed(known)).toBe('is not a known field');
    }
  });
});
