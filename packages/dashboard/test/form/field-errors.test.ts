import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../src/form/drawing.ts';
import { fieldErrors } from '../../src/form/field-errors.ts';
import { shownAs } from '../../src/form/input-view.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    size: { type: 'integer' },
    lines: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
    pay: {
      oneOf: [
        { type: 'object', properties: { card: { type: 'string' } } },
        { type: 'object', properties: { cash: { type: 'boolean' } } },
      ],
    },
    extra: { type: 'object' },
  },
};
const drawing = drawingOf(SCHEMA);
const schema = 'schema' in drawing ? drawing.schema : {};
const message = 'is not valid';
const words = 'Is not valid.';

describe('a problem is shown at', () => {
  it('its field, also in a list and in an option of a choice', () => {
    const found = fieldErrors(schema, [
      { path: '/lines/1/text', message },
      { path: '/pay/cash', message },
    ]);
    expect([...found]).toEqual([
      ['/lines/1/text', [words]],
      ['/pay/cash', [words]],
    ]);
  });

  it('the innermost field that has its place, with the rest of the place', () => {
    const found = fieldErrors(schema, [
      { path: '/extra/a~1b/0', message },
      { path: '/__proto__', message },
    ]);
    expect([...found]).toEqual([
      ['/extra', [`/a~1b/0: ${words}`]],
      ['', [`/__proto__: ${words}`]],
    ]);
  });
});

describe('an input is shown as JSON', () => {
  it.each([
    ['{"name":{"first":"Ann"}}', '“name”'],
    ['{"size":"12"}', '“size”'],
    ['{"lines":[{"text":"a"},{"text":[]}]}', '“lines.1.text”'],
    ['{"lines":{}}', '“lines”'],
    ['{"pay":7}', '“pay”'],
  ])('where a field has no room for its value: %s', (json, place) => {
    expect(shownAs(drawing, json).reason).toContain(place);
  });

  it('when it is not JSON, or of another kind', () => {
    expect(shownAs(drawing, '{"name"').reason).toContain('once it is JSON');
    expect(shownAs(drawing, '[]').reason).toContain('another type of value');
  });

  it('when it has thousands of values', () => {
    const lines = Array.from({ length: 3_000 }, () => ({ text: 'a' }));
    expect(shownAs(drawing, JSON.stringify({ lines })).reason).toContain('too many values');
  });

  it.each([
    '{"name":"Ann","size":9007199254740993,"lines":[{"text":"a"}],"pay":{"cash":true},"extra":[7]}',
    '{"size":"-","more":{"kept":1}}',
    '{}',
  ])('and not otherwise: %s', (json) => {
    expect(shownAs(drawing, json).schema).toBe(schema);
  });
});
