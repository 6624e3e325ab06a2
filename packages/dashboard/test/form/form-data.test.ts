import { describe, expect, it } from 'vitest';
import {
  formDataOf,
  jsonOf,
  keyOf,
  nameOf,
  numberData,
  numberText,
} from '../../src/form/form-data.ts';

const roundTrip = (json: string) => jsonOf(formDataOf(json)).replaceAll(/\s/g, '');

describe('the data of a form', () => {
  it.each([
    '{"id":9007199254740993,"small":1e-400,"price":0.1000000000000000055}',
    '[9007199254740993,"9007199254740993",null,true,{}]',
    '{"__proto__":{"a":1},"constructor":2,"a.b":3,"a[0]":4,"$ref":5,"ui:widget":6,"":7,"é_005f":8}',
  ])('is the JSON that it was made of: %s', (json) => {
    expect(roundTrip(json)).toBe(json);
  });

  it('has no member whose name means something to an object', () => {
    const data = formDataOf('{"__proto__":1,"a.b":2,"$id":3,"ui:field":4}');
    for (const key of Object.keys(data as object)) expect(key).toMatch(/^m[A-Za-z0-9_]*$/);
    expect(Object.keys(data as object)).toHaveLength(4);
  });

  it('leaves out members that have no value, but not items', () => {
    const data = { [keyOf('a')]: undefined, [keyOf('b')]: [undefined, 1] };
    expect(JSON.parse(jsonOf(data))).toEqual({ b: [null, 1] });
  });
});

it.each(['a', 'm', '_', 'a_005f', '\u{1f600}', '\ud800', ' '])(
  'the key of %j is the key of no other name',
  (name) => {
    expect(nameOf(keyOf(name))).toBe(name);
  },
);

describe('what is typed into a field for numbers', () => {
  it.each([
    ['12', 12],
    [' 1.50 ', 1.5],
    ['-0.5', -0.5],
    ['', undefined],
    ['-', '-'],
    ['1.', '1.'],
    ['1e999', '1e999'],
    ['0x10', '0x10'],
  ])('%j is %j', (typed, expected) => {
    expect(numberData(typed)).toBe(expected);
  });

  it('keeps its digits', () => {
    const data = numberData('9007199254740993');
    expect(numberText(data)).toBe('9007199254740993');
    expect(jsonOf({ [keyOf('n')]: data })).toContain('"n": 9007199254740993');
  });
});
