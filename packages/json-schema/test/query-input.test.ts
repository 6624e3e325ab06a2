import { toQueryString } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryInputProblems, queryReader } from '../src/index.ts';
import { query } from '../../protocol/test/vectors.ts';
import { processorMs } from '../../../test-bed/processor-time.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

const fromQueryString = (text: string, schema: unknown) =>
  queryReader(schema)(text).value as Record<string, unknown>;
const pathsOf = (schema: unknown) => queryInputProblems(schema, 'GET').map(({ path }) => path);

describe('the input that a seller reads from the query string', () => {
  it.each(query.vectors)('matches the vector: $name', ({ inputSchema, expected }) => {
    if (!expected.ok) return;
    // As text, for toEqual takes no notice of the order of members.
    const back = queryReader(inputSchema)(expected.signedText);
    expect(JSON.stringify(back.exact)).toBe(expected.backJson);
    expect(back.value).toEqual(JSON.parse(expected.backJson));
  });

  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n));
  const kinds = {
    string: text,
    number,
    integer: fc.maxSafeInteger(),
    boolean: fc.boolean(),
  };
  const member = fc.constantFrom<keyof typeof kinds>('string', 'number', 'integer', 'boolean');
  const members = fc.oneof(
    member.chain((type) => fc.tuple(fc.constant({ type }), kinds[type] as fc.Arbitrary<unknown>)),
    member.chain((type) =>
      fc.tuple(
        fc.constant({ type: 'array', items: { type } }),
        fc.array(kinds[type] as fc.Arbitrary<unknown>, { maxLength: 5 }),
      ),
    ),
  );
  const names = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', '0', 'a b', "it's"));

  it('is the input that was sent, if the schema names the types', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, members), { maxLength: 8 }), (entries) => {
        const last = new Map(entries);
        const schema = {
          type: 'object',
          properties: Object.fromEntries([...last].map(([name, [type]]) => [name, type])),
          required: [...last.keys()],
        };
        const input = Object.fromEntries([...last].map(([name, [, value]]) => [name, value]));
        const written = toQueryString(JSON.stringify(input));
        if (!written.ok) throw new Error(written.message);
        expect(fromQueryString(written.query, schema)).toEqual(input);
      }),
      { numRuns: 1000 },
    );
  });

  const NUMBER = { type: 'object', properties: { n: { type: 'number' } } };

  it.each(['', ' ', '0x10', '1_000', '01', '+1', '1.', '.5', 'NaN', 'Infinity', '1e400', '１'])(
    'keeps text that is not a JSON number: %j',
    (given) => {
      const back = fromQueryString(`n=${encodeURIComponent(given)}`, NUMBER);
      expect(back).toEqual({ n: given });
    },
  );

  it('has a name like __proto__ as an ordinary member', () => {
    const back = fromQueryString('__proto__=x&a=1', {});
    expect(Object.keys(back)).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('does not take types from the prototype of the schema’s properties', () => {
    expect(fromQueryString('toString=1', { properties: {} })).toEqual({ toString: '1' });
  });

  it('prefers a listed value to any other reading of the text', () => {
    const schema = { properties: { level: { enum: ['1', 2, true, 'false'] } } };
    for (const level of ['1', 2, true, 'false']) {
      expect(fromQueryString(`level=${level}`, schema)).toEqual({ level });
    }
  });

  it('takes the types of members that no property names from additionalProperties', () => {
    const schema = { type: 'object', additionalProperties: { type: 'integer' } };
    expect(fromQueryString('a=1&b=2', schema)).toEqual({ a: 1, b: 2 });
  });

  it('finds the properties behind a root that is a reference, or allOf', () => {
    const Input = { type: 'object', properties: { n: { type: 'integer' } }, required: ['l'] };
    const List = { properties: { l: { type: 'array' } } };
    for (const schema of [
      { $ref: '#/$defs/Input%20one', $defs: { 'Input one': { ...Input, allOf: [List] } } },
      { allOf: [Input, List] },
    ]) {
      expect(fromQueryString('n=1', schema)).toEqual({ n: 1, l: [] });
    }
  });

  it('finds the types behind every kind of reference', () => {
    const schema = {
      properties: {
        pointer: { $ref: '#/$defs/Number' },
        anchor: { $ref: '#count' },
        name: { $ref: 'https://example.com/count' },
        alternative: { anyOf: [{ $ref: '#/properties/pointer' }, { type: 'null' }] },
        tree: { $ref: '#' },
      },
      $defs: {
        Number: { type: 'integer' },
        Anchor: { $anchor: 'count', type: 'integer' },
        Named: { $id: 'https://example.com/count', type: 'integer' },
      },
    };
    expect(fromQueryString('pointer=1&anchor=2&name=3&alternative=4&tree=5', schema)).toEqual({
      pointer: 1,
      anchor: 2,
      name: 3,
      alternative: 4,
      tree: '5',
    });
  });

  it.each([
    [
      '2020-12',
      { prefixItems: [{ type: 'integer' }, { type: 'string' }], items: { type: 'boolean' } },
    ],
    [
      '2019-09',
      { items: [{ type: 'integer' }, { type: 'string' }], additionalItems: { type: 'boolean' } },
    ],
  ])('reads each item of a list by its position, as %s writes it', (_, list) => {
    const schema = { properties: { a: { type: 'array', ...list } } };
    expect(fromQueryString('a=1&a=2&a=true&a=false', schema)).toEqual({ a: [1, '2', true, false] });
  });

  it('takes types from keywords beside a reference, but not in draft-07', () => {
    const schema = {
      properties: { a: { $ref: '#/definitions/Text', type: ['integer', 'string'] } },
      definitions: { Text: { minLength: 1 } },
    };
    expect(fromQueryString('a=1', schema)).toEqual({ a: 1 });
    expect(fromQueryString('a=1', { $schema: DRAFT_07, ...schema })).toEqual({ a: '1' });
  });

  it.each([
    undefined,
    null,
    true,
    7,
    'x',
    [],
    { properties: 7 },
    { required: 'a', type: [7] },
    { $ref: '#' },
  ])('is plain text when the schema says nothing: %j', (schema) => {
    expect(fromQueryString('a=1', schema)).toEqual({ a: '1' });
  });

  it('is read in time linear in the query', () => {
    const items = 100_000;
    const schema = { properties: { a: { type: 'array', items: { type: 'integer' } } } };
    const start = processorMs();
    expect(fromQueryString('a=1&'.repeat(items), schema)['a']).toHaveLength(items);
    expect(processorMs() - start).toBeLessThan(2000);
  });
});

describe('an inputSchema for GET or DELETE', () => {
  const object = (properties: object) => ({ type: 'object', properties });

  it.each([
    ['nothing', undefined],
    ['true', true],
    ['an empty schema', {}],
    ['an object without properties', { type: 'object' }],
    ['scalars', object({ a: { type: 'string' }, b: { type: ['integer', 'null'] }, c: {} })],
    ['lists of scalars', object({ a: { type: 'array', items: { type: 'string' } } })],
    ['lists of anything', object({ a: { type: 'array' } })],
    ['a scalar beside an object', object({ a: { type: ['object', 'string'] } })],
    ['a scalar in place of an object', object({ a: { anyOf: [object({}), { type: 'number' }] } })],
    [
      'a list whose items are objects at some positions only',
      object({ a: { type: 'array', prefixItems: [{ type: 'string' }, object({})] } }),
    ],
    ['values without types', object({ a: { enum: ['x', 1] }, b: { const: true } })],
  ])('may describe %s', (_, schema) => {
    expect(pathsOf(schema)).toEqual([]);
  });

  it.each([
    ['a root that is a list', { type: 'array' }, ['']],
    ['a root that is text', { type: ['string', 'null'] }, ['']],
    ['an object', object({ 'a/b': { type: 'object' } }), ['/properties/a~1b']],
    ['an object or null', object({ a: { type: ['object', 'null'] } }), ['/properties/a']],
    ['an object without a type', object({ a: { properties: {} } }), ['/properties/a']],
    ['a list of objects', object({ a: { type: 'array', items: object({}) } }), ['/properties/a']],
    [
      'a list of lists',
      object({ a: { type: 'array', items: { type: 'array' } } }),
      ['/properties/a'],
    ],
    [
      'a list with objects at every position',
      object({ a: { type: 'array', items: [object({})], additionalItems: false } }),
      ['/properties/a'],
    ],
    [
      'an object behind a reference',
      { ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: object({}) } },
      ['/properties/a'],
    ],
    [
      'an object, in every alternative',
      object({ a: { anyOf: [object({}), { type: 'null' }] } }),
      ['/properties/a'],
    ],
    [
      'objects in two places',
      object({ a: object({}), b: { type: 'string' }, c: object({}) }),
      ['/properties/a', '/properties/c'],
    ],
  ])('may not describe %s', (_, schema, paths) => {
    expect(pathsOf(schema)).toEqual(paths);
  });

  it('may require anything with a method that has a body', () => {
    expect(queryInputProblems({ type: 'array' }, 'POST')).toEqual([]);
    expect(queryInputProblems({ type: 'array' }, 'DELETE', '/s')).toMatchObject([{ path: '/s' }]);
  });
});
