import { fromQueryString, nestedInputPaths, toQueryString, withQuery } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactJson } from './exact-json.ts';
import { query } from './vectors.ts';

const queryOf = (input: unknown) => toQueryString(JSON.stringify(input));
const valueOf = (text: string, schema: unknown) => fromQueryString(text, schema).value;

describe('the input of a GET or DELETE call', () => {
  it.each(query.vectors.filter(({ expected }) => expected.ok))(
    'becomes the expected query, and is read back: $name',
    ({ endpointPath, inputJson, inputSchema, expected }) => {
      const written = toQueryString(inputJson);
      const query = written.ok ? written.query : written.message;
      const url = withQuery(endpointPath, query);
      const signedText = new URL(url).search.slice(1);
      const back = fromQueryString(signedText, inputSchema);
      // As text, for toEqual takes no notice of the order of members.
      const backJson = exactJson(back.exact);
      expect({ ok: true, query, url, signedText, backJson }).toEqual(expected);
      expect(back.value).toEqual(JSON.parse(backJson));
    },
  );

  it.each(query.vectors.filter(({ expected }) => !expected.ok))(
    'is refused when no query string can carry it: $name',
    ({ inputJson, expected }) => {
      expect(toQueryString(inputJson)).toEqual(expected);
    },
  );

  it('goes through the URL unchanged, so that what is signed is what is sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (input) => {
        const written = queryOf(input);
        if (!written.ok) throw new Error(written.message);
        const url = new URL(withQuery('https://api.example.com/run', written.query));
        expect(url.search.slice(1)).toBe(written.query);
      }),
    );
  });
});

describe('the input that a seller reads back', () => {
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

  it('is the input that was sent, when the schema names the types', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, members), { maxLength: 8 }), (entries) => {
        const last = new Map(entries);
        const schema = {
          type: 'object',
          properties: Object.fromEntries([...last].map(([name, [type]]) => [name, type])),
          required: [...last.keys()],
        };
        const input = Object.fromEntries([...last].map(([name, [, value]]) => [name, value]));
        const written = queryOf(input);
        if (!written.ok) throw new Error(written.message);
        expect(valueOf(written.query, schema)).toEqual(input);
      }),
      { numRuns: 1000 },
    );
  });

  const NUMBER = { type: 'object', properties: { n: { type: 'number' } } };

  it.each(['', ' ', '0x10', '1_000', '01', '+1', '1.', '.5', 'NaN', 'Infinity', '1e400', '１'])(
    'keeps the text of what is no JSON number: %j',
    (given) => {
      const back = valueOf(`n=${encodeURIComponent(given)}`, NUMBER);
      expect(back).toEqual({ n: given });
    },
  );

  it('has a name like __proto__ as a member and nothing more', () => {
    const back = valueOf('__proto__=x&a=1', {});
    expect(Object.keys(back)).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('does not take types from the prototype of the schema’s properties', () => {
    expect(valueOf('toString=1', { properties: {} })).toEqual({ toString: '1' });
  });

  it('takes a listed value before any other reading of the text', () => {
    const schema = { properties: { level: { enum: ['1', 2, true, 'false'] } } };
    for (const level of ['1', 2, true, 'false']) {
      expect(valueOf(`level=${level}`, schema)).toEqual({ level });
    }
  });

  it('takes the types of members that no property names from additionalProperties', () => {
    const schema = { type: 'object', additionalProperties: { type: 'integer' } };
    expect(valueOf('a=1&b=2', schema)).toEqual({ a: 1, b: 2 });
  });

  it('finds the properties behind a root that is a reference, or allOf', () => {
    const Input = { type: 'object', properties: { n: { type: 'integer' } }, required: ['l'] };
    const List = { properties: { l: { type: 'array' } } };
    for (const schema of [
      { $ref: '#/$defs/Input%20one', $defs: { 'Input one': { ...Input, allOf: [List] } } },
      { allOf: [Input, List] },
    ]) {
      expect(valueOf('n=1', schema)).toEqual({ n: 1, l: [] });
    }
  });

  it('ends on references that go round, or nowhere', () => {
    const loop = { $ref: '#/$defs/A' };
    const schema = {
      properties: {
        a: loop,
        b: { $ref: '#' },
        c: { $ref: '#/$defs/None' },
        d: { $ref: 'a/$defs/Number' },
      },
      $defs: {
        A: { anyOf: [loop, { $ref: '#/properties/a' }, { type: 'integer' }] },
        Number: { type: 'integer' },
      },
    };
    const back = valueOf('a=1&b=2&c=3&d=4', schema);
    expect(back).toEqual({ a: 1, b: '2', c: '3', d: '4' });
  });

  it('ends on a chain of references of any length', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`d${i}`, { $ref: `#/$defs/d${i + 1}` }]),
    );
    const schema = { properties: { a: { $ref: '#/$defs/d0' } }, $defs };
    expect(valueOf('a=1', schema)).toEqual({ a: '1' });
    expect(nestedInputPaths(schema)).toEqual([]);
  });

  it.each([undefined, null, true, 7, 'x', [], { properties: 7 }, { required: 'a', type: [7] }])(
    'is plain text when the schema says nothing: %j',
    (schema) => {
      expect(valueOf('a=1', schema)).toEqual({ a: '1' });
    },
  );

  it('is read in time that grows with the query, not with its square', () => {
    const items = 100_000;
    const schema = { properties: { a: { type: 'array', items: { type: 'integer' } } } };
    const start = performance.now();
    expect(valueOf('a=1&'.repeat(items), schema)['a']).toHaveLength(items);
    expect(performance.now() - start).toBeLessThan(2000);
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
    ['values without types', object({ a: { enum: ['x', 1] }, b: { const: true } })],
  ])('may ask for %s', (_, schema) => {
    expect(nestedInputPaths(schema)).toEqual([]);
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
  ])('may not ask for %s', (_, schema, paths) => {
    expect(nestedInputPaths(schema)).toEqual(paths);
  });
});
