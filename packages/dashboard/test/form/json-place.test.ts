import { expect, it } from 'vitest';
import { indexAt, jsonProblem, lineAt, placeOfProblem } from '../../src/form/json-place.ts';

const TEXT = `{
  "a/b": [1, {"x": "}"},
    {
      "~": null
    }],
  "": { "c": 2 }
}`;

it.each([
  ['', 1],
  ['/a~1b', 2],
  ['/a~1b/1/x', 2],
  ['/a~1b/2', 3],
  ['/a~1b/2/~0', 4],
  ['//c', 6],
  ['/missing', undefined],
  ['/a~1b/3', undefined],
  ['/a~1b/0/deeper', undefined],
])('the value at %j is in line %s', (pointer, line) => {
  expect(lineAt(TEXT, pointer)).toBe(line);
});

it.each([
  ['{"a":1,}', 1, 8, 'remove the last comma, or add another property'],
  ["{'a':1}", 1, 2, 'a name in double quotes is expected.'],
  ['{"a" 1}', 1, 6, 'a colon is expected'],
  ['{"a":1\n "b":2}', 2, 2, 'a comma or } is expected'],
  ['[1 2]', 1, 4, 'a comma or ] is expected'],
  ['{"a":1, b:2}', 1, 9, 'a name in double quotes is expected'],
  ['[1,\n2, ]', 2, 4, 'remove the last comma, or add another item'],
  ['[1}', 1, 3, 'a comma or ] is expected'],
  ['{"a":None}', 1, 6, 'N is not expected here'],
  ['// a comment\n{}', 1, 1, '/ is not expected here'],
  ['{"a":"b', 1, 8, 'the double quote at the end of a text is missing'],
  ['{"a":"b\nc"}', 1, 8, 'a text may not continue on the next line'],
  ['{"a":"\\x"}', 1, 8, 'a backslash must be written twice'],
  ['{}\nx', 2, 1, 'something follows the end of the JSON'],
  ['{\n"a":', 2, 5, 'the JSON is not complete'],
  ['', 1, 1, 'the JSON is not complete'],
  ['{"a":01}', 1, 7, 'a number is not written as in JSON'],
])('why %j is not JSON, and where', (text, line, column, why) => {
  const problem = jsonProblem(text);
  expect(problem).toMatch(new RegExp(`^Line ${line}, column ${column}: `));
  expect(problem).toContain(why);
  expect(placeOfProblem(problem ?? '')).toEqual({ line, column });
});

it('what is JSON has no problem, and a long text that is not is looked through quickly', () => {
  expect(jsonProblem(' {"a": [1.5e3, "\\n", null]}\n')).toBeUndefined();
  expect(jsonProblem(`[${'1,'.repeat(50_000)}oops]`)).toMatch(/^Line 1, column 100002: o is not/);
});

it('a place is found again in the text', () => {
  const text = '{\n  "a": 1,\n}';
  const place = placeOfProblem(jsonProblem(text) ?? '');
  expect(place).toEqual({ line: 3, column: 1 });
  expect(text.slice(indexAt(text, place!))).toBe('}');
});
