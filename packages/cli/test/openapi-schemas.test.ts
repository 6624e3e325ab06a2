// The schemas of OpenAPI documents, as Swashbuckle, NSwag, NestJS, springdoc and swag write them in 3.0,
// FastAPI, huma and .NET 10 in 3.1: mkt init keeps what they mean.
import { inProcessSchemaValidator } from '@mkt/conformance';
import { parseJson } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createTranslator } from '../src/openapi/schemas.ts';

const schemas = inProcessSchemaValidator();
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const COMPONENTS = {
  Color: { type: 'string', enum: ['red', 'green'] },
  Node: { type: 'object', properties: { next: ref('Node'), n: { type: 'integer' } } },
  'Page«Item»': { type: 'object', required: ['items'], properties: { items: { type: 'array' } } },
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
  },
  Dog: {
    type: 'object',
    required: ['kind', 'barks'],
    properties: { kind: { type: 'string' }, barks: { type: 'boolean' } },
  },
};

type Construct = [title: string, schema: unknown, valid: unknown[], invalid: unknown[]];

const IN_3_0: Construct[] = [
  ['a nullable text', { type: 'string', nullable: true }, ['a', '', null], [1, [], true]],
  [
    'a nullable text with a format',
    { type: 'string', format: 'date', nullable: true },
    ['2024-02-29', '1999-12-31', null],
    ['now', 1, '2023-02-29'],
  ],
  [
    'a nullable enum',
    { type: 'string', enum: ['a', 'b'], nullable: true },
    ['a', 'b', null],
    ['c', 1, ''],
  ],
  ['nullable that is false', { type: 'string', nullable: false }, ['a', '', 'b'], [null, 1, []]],
  [
    'a nullable reference by allOf',
    { nullable: true, allOf: [ref('Color')] },
    ['red', 'green', null],
    ['blue', 1, ''],
  ],
  [
    'a nullable reference by oneOf',
    { nullable: true, oneOf: [ref('Color')] },
    ['red', 'green', null],
    ['blue', 1, ''],
  ],
  [
    'nullable beside $ref, where it has no effect',
    { ...ref('Color'), nullable: true },
    ['red', 'green'],
    [null, 'blue', 1],
  ],
  [
    'exclusive bounds',
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true },
    [0.1, 5, 9.9],
    [0, 10, 'a'],
  ],
  [
    'exclusive bounds that do not apply',
    { type: 'integer', minimum: 0, exclusiveMinimum: false },
    [0, 1, 9],
    [-1, 0.5, 'a'],
  ],
  [
    'an exclusive bound without a bound',
    { type: 'integer', exclusiveMinimum: true },
    [0, -1, 9],
    [0.5, 'a', null],
  ],
  [
    'a dictionary',
    { type: 'object', additionalProperties: { type: 'integer', format: 'int32' }, nullable: true },
    [{}, { a: 1 }, null],
    [{ a: 'b' }, [], { a: 0.5 }],
  ],
  [
    'a closed object',
    {
      type: 'object',
      additionalProperties: false,
      properties: { a: { type: 'string', example: 'x' } },
    },
    [{}, { a: 'b' }, { a: '' }],
    [{ b: 1 }, { a: 1 }, []],
  ],
  [
    'a file as text',
    { type: 'string', format: 'binary', nullable: true },
    ['', 'a', null],
    [1, {}, []],
  ],
  ['bytes', { type: 'string', format: 'byte' }, ['aGk=', '', 'aGkh'], ['a', '?', 1]],
  [
    'a discriminated union',
    {
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    },
    [
      { kind: 'cat', lives: 9 },
      { kind: 'dog', barks: true },
      { kind: 'dog', barks: false, more: 1 },
    ],
    [{ kind: 'cat' }, { lives: 1 }, { kind: 'dog', barks: 1 }],
  ],
  [
    'inheritance',
    {
      allOf: [
        ref('Cat'),
        {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', minLength: 1 } },
        },
      ],
    },
    [
      { kind: 'c', lives: 1, name: 'A' },
      { kind: '', lives: 0, name: 'B' },
      { kind: 'c', lives: 9, name: 'C', more: 1 },
    ],
    [{ name: 'A' }, { kind: 'c', lives: 1 }, { kind: 'c', lives: 1, name: '' }],
  ],
  [
    'what only the server sends',
    {
      type: 'object',
      required: ['id', 'a'],
      properties: { id: { type: 'integer', readOnly: true }, a: { type: 'string' } },
    },
    [{ a: 'x' }, { a: '' }, { a: 'y', more: 1 }],
    [{}, { a: 1 }, { id: 1 }],
  ],
  [
    'annotations',
    {
      type: 'string',
      xml: { name: 'a' },
      externalDocs: {},
      'x-order': 1,
      deprecated: true,
      example: 'a',
      default: 1,
    },
    ['a', '', 'b'],
    [1, null, []],
  ],
  [
    'a look-ahead',
    { type: 'string', pattern: '^(?!-)[a-z-]+$' },
    ['a', 'b-c', 'd-'],
    ['-a', 'A', ''],
  ],
];
const IN_BOTH: Construct[] = [
  ['a reference', ref('Color'), ['red', 'green'], ['blue', null, 1]],
  [
    'a recursive schema',
    ref('Node'),
    [{}, { next: {} }, { next: { n: 1 } }],
    [{ next: 1 }, { n: 'a' }, { next: { n: 0.5 } }],
  ],
  [
    'a generic name, encoded',
    ref('Page%C2%ABItem%C2%BB'),
    [{ items: [] }, { items: [1] }, { items: [{}], n: 1 }],
    [{}, { items: 1 }, []],
  ],
  [
    'a generic name',
    ref('Page«Item»'),
    [{ items: [] }, { items: [1] }, { items: [{}], n: 1 }],
    [{}, { items: 1 }, []],
  ],
  [
    'alternatives',
    { anyOf: [{ type: 'integer' }, ref('Color')] },
    [1, 'red', 'green'],
    ['blue', 0.5, null],
  ],
  [
    'an array with limits',
    { type: 'array', items: ref('Color'), minItems: 1, maxItems: 2, uniqueItems: true },
    [['red'], ['green'], ['red', 'green']],
    [[], ['red', 'red'], ['blue']],
  ],
];
const IN_3_1: Construct[] = [
  ['a text or null', { type: ['string', 'null'] }, ['a', '', null], [1, [], true]],
  [
    'a reference or null',
    { anyOf: [ref('Color'), { type: 'null' }] },
    ['red', 'green', null],
    ['blue', 1, ''],
  ],
  [
    'what is beside $ref',
    { ...ref('Color'), enum: ['red'], description: 'D' },
    ['red'],
    ['green', 'blue', null],
  ],
  [
    'nullable, which has no effect',
    { type: 'string', nullable: true },
    ['a', '', 'b'],
    [null, 1, []],
  ],
  [
    'exclusive bounds',
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 10 },
    [0.1, 5, 9.9],
    [0, 10, 'a'],
  ],
  [
    'a tuple',
    {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
      minItems: 2,
      maxItems: 2,
    },
    [
      ['a', 1],
      ['', 0],
      ['b', -1],
    ],
    [['a'], [1, 'a'], ['a', 1, 2]],
  ],
  ['a constant', { const: 'a' }, ['a'], ['b', null, 1]],
  [
    'a decimal of pydantic',
    {
      anyOf: [{ type: 'number' }, { type: 'string', pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$' }],
    },
    [1.5, '1.5', '-.5'],
    ['-', 'a', null],
  ],
  [
    'names of members',
    {
      type: 'object',
      propertyNames: { pattern: '^[a-z]+$' },
      unevaluatedProperties: { type: 'integer' },
    },
    [{}, { a: 1 }, { b: 2 }],
    [{ A: 1 }, { a: 'b' }, []],
  ],
];

async function disagreements([, schema, valid, invalid]: Construct, isOld: boolean) {
  const root = { components: { schemas: COMPONENTS } };
  const translator = createTranslator({ root, isOld, address: undefined }, { hidden: 'readOnly' });
  const translated = translator.translate(schema);
  const $defs = translator.definitions();
  const whole = typeof translated === 'boolean' ? translated : { ...translated, $defs };
  const verdicts: unknown[] = [];
  for (const [value, expected] of [
    ...valid.map((each) => [each, true]),
    ...invalid.map((each) => [each, false]),
  ]) {
    const parsed = parseJson(new TextEncoder().encode(JSON.stringify(value)));
    if (!parsed.ok) throw new Error(parsed.message);
    const { ok } = await schemas.validate(whole, parsed);
    if (ok !== expected) verdicts.push([value, ok]);
  }
  return verdicts;
}

describe('a schema of OpenAPI 3.0 means the same in JSON Schema', () => {
  it.each([...IN_3_0, ...IN_BOTH])('%s', async (...construct) => {
    expect(await disagreements(construct, true)).toEqual([]);
  });
});

describe('a schema of OpenAPI 3.1 means the same by itself', () => {
  it.each([...IN_3_1, ...IN_BOTH])('%s', async (...construct) => {
    expect(await disagreements(construct, false)).toEqual([]);
  });
});
