import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../src/form/drawing.ts';
import { formDataOf, jsonOf } from '../../src/form/form-data.ts';
import { carriedOver, optionOf, withConstants } from '../../src/form/options.ts';

const kind = (name: string, member: object) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: name }, ...member },
});
const drawing = drawingOf({
  type: 'object',
  properties: {
    pay: {
      oneOf: [
        kind('card', { number: { type: 'string' } }),
        kind('cash', { till: { type: 'integer' } }),
      ],
    },
    lines: { type: 'array', items: kind('line', { text: { type: 'string' } }) },
  },
});
const schema = 'schema' in drawing ? drawing.schema : {};

const filled = (value: unknown): unknown =>
  JSON.parse(jsonOf(withConstants(schema, formDataOf(JSON.stringify(value)))));

describe('a member that can only have one value', () => {
  it('is filled in beside another, in the option of a choice and in items', () => {
    expect(filled({ pay: { till: 7 }, lines: [{ text: 'a' }] })).toEqual({
      pay: { kind: 'cash', till: 7 },
      lines: [{ kind: 'line', text: 'a' }],
    });
  });

  it.each([
    {},
    { pay: {} },
    { pay: { kind: 'card', number: '1' } },
    { pay: { other: 1 } },
    { pay: 5 },
  ])('is not filled in where nothing else is, or another option may be meant: %j', (value) => {
    expect(filled(value)).toEqual(value);
  });
});

describe('a box that is needed', () => {
  it('is not ticked until it is, beside a member that was typed', () => {
    const drawn = drawingOf({
      type: 'object',
      required: ['agreed'],
      properties: { agreed: { type: 'boolean' }, name: { type: 'string' } },
    });
    const field = 'schema' in drawn ? drawn.schema : {};
    const data = withConstants(field, formDataOf('{"name":"Ann"}'));
    expect(JSON.parse(jsonOf(data))).toEqual({ name: 'Ann', agreed: false });
  });
});

describe('the option of a choice', () => {
  const options = drawingOf({
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' }, size: { type: 'integer' } } },
      { type: 'object', properties: { b: { type: 'string' }, size: { type: 'integer' } } },
      { type: 'string' },
    ],
  });
  const kinds = 'schema' in options ? (options.schema.oneOf ?? []) : [];

  it('is the one that shows a value; the chosen one while several do', () => {
    expect(optionOf(kinds, formDataOf('{"b":"x"}'), 0)).toBe(1);
    expect(optionOf(kinds, formDataOf('{"size":1}'), 1)).toBe(1);
    expect(optionOf(kinds, 'text', 0)).toBe(2);
    expect(optionOf(kinds, undefined, 2)).toBe(2);
  });

  it('takes the members over that it has too', () => {
    const carried = carriedOver(kinds[1] ?? {}, formDataOf('{"a":"x","size":1}'), false);
    expect(JSON.parse(jsonOf(carried))).toEqual({ size: 1 });
    expect(carriedOver(kinds[2] ?? {}, formDataOf('{"a":"x"}'), false)).toBeUndefined();
  });
});
