import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../src/form/drawing.ts';
import { keyOf } from '../../src/form/form-data.ts';
import { processorMs } from '../../../../test-bed/processor-time.ts';

function drawn(schema: Record<string, unknown>) {
  const drawing = drawingOf(schema);
  if ('problem' in drawing) throw new Error(drawing.problem);
  return drawing.schema;
}

const problemOf = (schema: Record<string, unknown> | undefined) => {
  const drawing = drawingOf(schema);
  return 'problem' in drawing ? drawing.problem : undefined;
};

/** The field of a member with this schema. */
const member = (schema: unknown, more: object = {}) =>
  drawn({ type: 'object', properties: { it: schema }, ...more }).properties?.[keyOf('it')];

describe('the fields of an input', () => {
  it('are called by their titles, or else by their names', () => {
    expect(member({ type: 'string', title: 'Text' })).toMatchObject({ title: 'Text' });
    expect(member({ type: 'string' })).toMatchObject({ title: 'it', type: 'string' });
  });

  it('of references and of every part of allOf are there', () => {
    const schema = drawn({
      $ref: '#/$defs/base',
      allOf: [{ properties: { b: { type: 'integer' } }, required: ['b'] }],
      $defs: { base: { type: 'object', properties: { a: { type: 'string' } } } },
    });
    expect(Object.keys(schema.properties ?? {})).toEqual([keyOf('b'), keyOf('a')]);
    expect(schema.required).toEqual([keyOf('b')]);
  });

  it('are not required if they only apply in some cases', () => {
    const schema = drawn({
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      if: { properties: { kind: { const: 'a' } } },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { properties: { size: { type: 'number' } }, required: ['size'] },
    });
    expect(Object.keys(schema.properties ?? {})).toContain(keyOf('size'));
    expect(schema.required).toEqual([]);
  });

  it('are a choice of values, with their titles', () => {
    expect(member({ enum: ['a', 1, null, { b: 2 }] })).toMatchObject({
      labels: ['a', '1', 'null', '{"b":2}'],
    });
    const titled = { oneOf: [{ const: 'de', title: 'German' }, { const: 'en' }] };
    expect(member(titled)).toMatchObject({ enum: ['de', 'en'], labels: ['German', 'en'] });
  });

  it('are a choice of kinds', () => {
    const card = { title: 'Card', type: 'object', properties: { number: { type: 'string' } } };
    const cash = { type: 'object', properties: { kind: { const: 'cash' } } };
    const options = (member({ oneOf: [card, cash] }) as any).oneOf;
    expect(options.map(({ title }: any) => title)).toEqual(['Card', 'kind: cash']);
    expect((member({ type: ['string', 'number'] }) as any).oneOf).toHaveLength(2);
  });

  it('say what the service takes when they are left out, or else an example', () => {
    const proposed = (schema: object) => member({ type: 'string', ...schema })?.proposed;
    expect(proposed({ default: 'de', examples: ['en'] })).toEqual({ text: 'de', isDefault: true });
    expect(proposed({ examples: ['en'] })).toEqual({ text: 'en', isDefault: false });
    expect(proposed({})).toBeUndefined();
  });

  it('may be empty for null', () => {
    expect(member({ type: ['string', 'null'] })).toMatchObject({ type: 'string', orNull: true });
    const either = { anyOf: [{ type: 'integer' }, { type: 'null' }] };
    expect(member(either)).toMatchObject({ type: 'integer', orNull: true });
  });

  it('are typed as JSON where the schema names none', () => {
    for (const schema of [true, {}, { type: 'object' }, { type: 'array' }, { $ref: 'http://x' }]) {
      expect(member(schema)).toMatchObject({ isJson: true });
    }
  });
});

describe('there is no form', () => {
  it('without a schema, or when it names no fields', () => {
    expect(problemOf(undefined)).toBe('The seller does not describe the input.');
    expect(problemOf({ type: 'object' })).toBe('The seller names no fields of the input.');
  });

  it('of an input with hundreds of fields', () => {
    const names = Array.from({ length: 300 }, (_, index) => [`f${index}`, { type: 'string' }]);
    expect(problemOf({ properties: Object.fromEntries(names) })).toMatch(/more than 200 fields/);
  });
});

describe('a hostile schema', () => {
  const doubled = (levels: number) =>
    Object.fromEntries(
      Array.from({ length: levels }, (_, level) => {
        const next = { $ref: `#/$defs/d${level + 1}` };
        return [`d${level}`, { type: 'object', properties: { a: next, b: next } }];
      }),
    );

  it('is given up after a few thousand steps', () => {
    const $defs = { ...doubled(30), d30: { type: 'string' } };
    const all = { allOf: Array.from({ length: 100 }, () => ({ $ref: '#/$defs/all' })) };
    const startedMs = processorMs();
    drawingOf({ $ref: '#/$defs/d0', $defs });
    drawingOf({ type: 'object', properties: { a: all }, $defs: { all } });
    drawingOf({ $ref: '#' });
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, part) => [
        `p${part}`,
        {
          properties: Object.fromEntries(
            Array.from({ length: 50 }, (__, i) => [`${part}x${i}`, {}]),
          ),
        },
      ]),
    );
    const everyPart = Object.keys(many).map((name) => ({ $ref: `#/$defs/${name}` }));
    const wide = { allOf: everyPart };
    drawingOf({ oneOf: Array.from({ length: 20 }, () => wide), ...wide, $defs: many });
    expect(processorMs() - startedMs).toBeLessThan(1_000);
  });

  it.each([
    { properties: 'x', required: 1, enum: {}, oneOf: 'y', allOf: [null, 1] },
    { type: 'object', properties: { a: { $ref: '#/%E0%A4%A' }, b: { $ref: '#/__proto__' } } },
    {
      type: 'object',
      properties: { a: { type: 'array', items: [1, 'x'] }, b: { oneOf: [[], 7] } },
    },
    { type: ['object', 7, 'array'], properties: { a: { type: 'nonsense' } } },
  ])('makes a form or none, never an error: %j', (schema) => {
    expect(drawingOf(schema as Record<string, unknown>)).toBeTypeOf('object');
  });
});
