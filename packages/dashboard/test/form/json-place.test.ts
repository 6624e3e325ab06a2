import { expect, it } from 'vitest';
import { lineAt, lineOfProblem } from '../../src/form/json-place.ts';

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

it('what is no JSON has the line that the browser names', () => {
  expect(lineOfProblem('Expected "," in JSON at position 12 (line 3 column 5)')).toBe(3);
  expect(lineOfProblem('JSON.parse: bad character at line 2 column 1 of the JSON data')).toBe(2);
  expect(lineOfProblem('Unexpected end of JSON input')).toBeUndefined();
});
