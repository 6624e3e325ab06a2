import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../src/form/drawing.ts';
import { formDataOf, jsonOf } from '../../src/form/form-data.ts';
import { withConstants } from '../../src/form/options.ts';

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
