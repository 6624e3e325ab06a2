import { expect, it } from 'vitest';
import { jsonParts } from '../../src/ui/json-parts.ts';

const shown = (line: string) =>
  jsonParts(line).flatMap(({ kind, text }) => (kind ? [`${kind} ${text}`] : []));

it('tells names, texts, numbers and words of a line of JSON apart', () => {
  expect(shown('  "a \\"b\\"" : [-1.5e3, true, null, "x: 1"],')).toEqual([
    'key "a \\"b\\""',
    'number -1.5e3',
    'literal true',
    'literal null',
    'string "x: 1"',
  ]);
});

it.each(['{"a":"not closed', '"\\', 'nul 1true', '', '\t{ }  ', '"a":"b":'])(
  'keeps every character of %j, which is no JSON',
  (line) => {
    expect(
      jsonParts(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
  },
);
