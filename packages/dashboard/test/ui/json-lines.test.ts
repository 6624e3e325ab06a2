import { InexactNumber } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { excerptOf, jsonLines, valueAsWritten, type JsonLine } from '../../src/ui/json-lines.ts';

const open = () => false;

const print = (lines: JsonLine[]) =>
  lines
    .map(({ depth, key, kind, text, comma }) => {
      const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
      const value = kind === 'string' ? JSON.stringify(text) : text;
      return `${'  '.repeat(depth)}${name}${value}${comma ? ',' : ''}`;
    })
    .join('\n');

describe('jsonLines', () => {
  it.each([
    null,
    'text',
    [],
    {},
    [1, [2, [3]], {}],
    { words: 23, language: 'en', none: null, keywords: [{ term: 'call', count: 2 }], 'a/b~': true },
  ])('are those of JSON.stringify: %j', (value) => {
    expect(print(jsonLines(value, open))).toBe(JSON.stringify(value, null, 2));
  });

  it('show a number with all its digits', () => {
    const schema = { maximum: new InexactNumber('9223372036854775807') };
    expect(print(jsonLines(schema, open))).toBe('{\n  "maximum": 9223372036854775807\n}');
  });

  it('have the JSON Pointers of their values', () => {
    const ids = jsonLines({ a: [1], 'b/c~': 2 }, open).map(({ id }) => id);
    expect(ids).toEqual(['', '/a', '/a/0', '/a/]', '/b~1c~0', '/]']);
  });

  it('show a folded container in one line, with the number of its members', () => {
    const lines = jsonLines({ a: [1, 2, 3], b: 4 }, (pointer) => pointer === '/a');
    expect(print(lines)).toBe('{\n  "a": […],\n  "b": 4\n}');
    expect(lines[1]?.fold).toEqual({ members: 3, folded: true });
  });

  it('are found however deeply a value nests', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(jsonLines(value, (_pointer, depth) => depth > 90_000)).toHaveLength(180_003);
  });
});

describe('valueAsWritten', () => {
  it.each([
    '9007199254740993',
    '-0',
    '1.0',
    '1e2',
    '1E+2',
    '1e400',
    '0.1000000000000000055',
    '123456789012345678901234567890',
    '19.99',
    '7',
  ])('shows %s as it was written', (text) => {
    expect(print(jsonLines(valueAsWritten(text), open))).toBe(text);
    const nested = `{\n  "a": [\n    ${text}\n  ]\n}`;
    expect(print(jsonLines(valueAsWritten(`{"a":[${text}]}`), open))).toBe(nested);
  });

  it('shows a text that nests too deeply for a reviver', () => {
    const deep = `${'['.repeat(50_000)}17${']'.repeat(50_000)}`;
    const lines = jsonLines(valueAsWritten(deep), open);
    expect(lines.find(({ kind }) => kind === 'number')?.text).toBe('17');
  });
});

describe('an excerpt', () => {
  it('is the whole value, if it fits', () => {
    const value = { words: 1, keywords: ['call'] };
    expect(print(excerptOf(value, 6))).toBe(JSON.stringify(value, null, 2));
  });

  it('is otherwise its beginning, and a line for the rest', () => {
    const lines = excerptOf({ words: 1, keywords: ['call', 'code'] }, 4);
    expect(print(lines)).toBe('{\n  "words": 1,\n  "keywords": [\n…');
  });

  it('folds what is deep', () => {
    expect(print(excerptOf([[[[[1]]]]], 9)).replaceAll(/\s/g, '')).toBe('[[[[[…]]]]]');
  });
});
