import { assert, constantFrom, json, nat, oneof, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntaxErrorAt } from '../src/json/syntax-error.ts';

describe('the place of a syntax error', () => {
  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{\n  "a": 1,\n}', 3, 1],
    ['{"a":1 "b":2}', 1, 8],
    ["{'a':1}", 1, 2],
    ['[1,,2]', 1, 4],
    ['[1,2', 1, 5],
    ['{"a" 1}', 1, 6],
    ['{"a":tru}', 1, 6],
    ['"open', 1, 1],
    ['[01]', 1, 2],
    ['{} {}', 1, 4],
    ['{"a":1]', 1, 7],
    ['// note\n{}', 1, 1],
    ['"a\nb"', 1, 1],
  ])('%j is at line %i, column %i', (text, line, column) => {
    expect(syntaxErrorAt(text)).toEqual({ line, column });
  });

  it('is found exactly in the texts that JSON.parse refuses', () => {
    const broken = tuple(
      json(),
      nat(),
      constantFrom('', ',', '}', ']', '"', ':', '0', ' ', 'x', '\\'),
    ).map(([text, at, put]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + put + text.slice(cut + (at % 2));
    });
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    assert(
      property(oneof(json(), broken), (text) => {
        expect(syntaxErrorAt(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
