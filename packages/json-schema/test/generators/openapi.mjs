// What OpenAPI documents have for schemas: the constructs of https://spec.openapis.org/oas, in 3.0 and 3.1,
// and what zod, zod-to-json-schema and valibot write for 3.0.
/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema, never awaited */
import { openapiSchemaToJsonSchema } from '@openapi-contrib/openapi-schema-to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { z } from 'zod';
import { z as z3 } from 'zod-3';
import { zodToJsonSchema } from 'zod-to-json-schema';

const string = { type: 'string' };
const integer = { type: 'integer' };
const fields = (...values) => values.map((a) => ({ a }));
const one = (schema, more = {}) => ({
  type: 'object',
  properties: { a: schema },
  required: ['a'],
  ...more,
});
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

const Cat = {
  type: 'object',
  properties: { kind: { ...string, enum: ['cat'] }, lives: integer },
  required: ['kind', 'lives'],
};
const Dog = {
  type: 'object',
  properties: { kind: { ...string, enum: ['dog'] }, barks: { type: 'boolean' } },
  required: ['kind'],
};
const Base = {
  type: 'object',
  properties: { id: { type: 'integer', format: 'int64' }, name: string },
  required: ['name'],
  discriminator: { propertyName: 'name' },
};
const Node = {
  type: 'object',
  properties: {
    value: integer,
    next: ref('Node'),
    children: { type: 'array', items: ref('Node') },
  },
  required: ['value'],
};
const components = { Cat, Dog, Base, Node, 'Page.of-Cats': { type: 'array', items: ref('Cat') } };

/** In both versions. */
const common = {
  'object with required fields': [
    one(string, { properties: { a: string, b: { type: 'number', format: 'double' } } }),
    [{ a: 'x' }, { a: '', b: 1.5 }, { a: 'x', c: 1 }, {}, { a: 1 }, { a: 'x', b: 'y' }],
  ],
  'integer formats': [
    one(
      { ...integer, format: 'int32' },
      { properties: { a: { ...integer, format: 'int32' }, b: { ...integer, format: 'int64' } } },
    ),
    [
      { a: 1 },
      { a: -2147483648 },
      { a: 0, b: 9007199254740991 },
      { a: 2147483648 },
      { a: 1.5 },
      { a: 1, b: 0.5 },
    ],
  ],
  'formats of texts': [
    {
      type: 'object',
      properties: {
        day: { ...string, format: 'date' },
        at: { ...string, format: 'date-time' },
        id: { ...string, format: 'uuid' },
        mail: { ...string, format: 'email' },
        link: { ...string, format: 'uri' },
        secret: { ...string, format: 'password' },
        file: { ...string, format: 'binary' },
      },
    },
    [
      { day: '2024-02-29', at: '2024-02-29T12:00:00Z' },
      { id: '123e4567-e89b-42d3-a456-426614174000', mail: 'a@b.co' },
      { link: 'https://example.com', secret: '', file: '\u0000' },
      { day: '2023-02-29' },
      { at: 'now' },
      { id: 'x' },
      { mail: 'x' },
      { link: 'x' },
      { file: 1 },
    ],
  ],
  'bounds and lengths': [
    one(
      { ...integer, minimum: 1, maximum: 9, multipleOf: 2 },
      {
        properties: {
          a: { ...integer, minimum: 1, maximum: 9, multipleOf: 2 },
          b: { ...string, minLength: 1, maxLength: 2, pattern: '^[a-z]+$' },
        },
      },
    ),
    [
      { a: 2 },
      { a: 8, b: 'ab' },
      { a: 4, b: 'z' },
      { a: 10 },
      { a: 3 },
      { a: 2, b: '' },
      { a: 2, b: 'A' },
    ],
  ],
  'pattern with look-ahead': [
    { ...string, pattern: '^(?!0)\\d+$' },
    ['1', '12', '907', '0', '012'],
  ],
  arrays: [
    { type: 'array', items: string, minItems: 1, maxItems: 2, uniqueItems: true },
    [['a'], ['a', 'b'], [''], [], ['a', 'a'], ['a', 'b', 'c'], [1]],
  ],
  maps: [
    { type: 'object', additionalProperties: integer, minProperties: 1, maxProperties: 2 },
    [{ a: 1 }, { a: 1, b: 2 }, { x: 0 }, {}, { a: 'x' }, { a: 1, b: 2, c: 3 }],
  ],
  'closed object': [
    one(string, { additionalProperties: false }),
    fields('', 'y', 'z').concat([{ a: '', b: 1 }]),
  ],
  enum: [{ ...string, enum: ['red', 'green', 'blue'] }, ['red', 'green', 'blue', 'Red']],
  'enum of numbers': [{ ...integer, enum: [1, 2, 3] }, [2, 3, 4]],
  'allOf, inheritance': [
    { allOf: [ref('Base'), { type: 'object', properties: { size: integer }, required: ['size'] }] },
    [
      { name: 'x', size: 1 },
      { name: '', size: 0, id: 5 },
      { name: 'y', size: -1, more: 1 },
      { name: 'x' },
      { size: 1 },
      { name: 'x', size: 1, id: 'y' },
    ],
  ],
  'oneOf with a discriminator': [
    {
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' },
      },
    },
    [
      { kind: 'cat', lives: 9 },
      { kind: 'dog' },
      { kind: 'dog', barks: true },
      { kind: 'cat' },
      { kind: 'fish' },
      { kind: 'dog', barks: 1 },
    ],
  ],
  anyOf: [{ anyOf: [string, integer] }, ['x', 1, '', 1.5]],
  not: [{ ...integer, not: { enum: [0] } }, [1, 2, -1, 0]],
  'reference to itself': [
    ref('Node'),
    [
      { value: 1 },
      { value: 1, next: { value: 2 } },
      { value: 1, children: [{ value: 1, children: [] }] },
      {},
      { value: 1, next: {} },
      { value: 1, children: [{}] },
    ],
  ],
  'name with special characters': [
    { $ref: '#/components/schemas/Page.of-Cats' },
    [
      [],
      [{ kind: 'cat', lives: 1 }],
      [
        { kind: 'cat', lives: 0 },
        { kind: 'cat', lives: 1 },
      ],
      [{}],
      [{ kind: 'dog' }],
      {},
    ],
  ],
  annotations: [
    one({
      ...string,
      title: 'T',
      description: 'D',
      default: 'x',
      deprecated: true,
      example: 'y',
      externalDocs: { url: 'https://example.com' },
      xml: { name: 'a' },
      'x-order': 1,
    }),
    fields('x', '', 'y', 1, null, []),
  ],
  'any value': [one({}), fields(1, null, {}).concat([{ b: 1 }])],
  'free-form object': [
    { type: 'object', additionalProperties: true },
    [{}, { a: 1 }, { b: null }, [], 1],
  ],
};

const only30 = {
  nullable: [one({ ...string, nullable: true, maxLength: 2 }), fields('x', null, '', 1, 'xyz', [])],
  'nullable false': [one({ ...string, nullable: false }), fields('x', '', 'y', null, 1)],
  'nullable array of nullable items': [
    { type: 'array', nullable: true, items: { ...integer, nullable: true } },
    [null, [1, null], [], ['x'], {}, 1],
  ],
  'nullable enum': [
    one({ ...string, enum: ['a', 'b'], nullable: true }),
    fields('a', 'b', null, 'c', 1),
  ],
  'exclusive flags': [
    one({ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true }),
    fields(0.5, 0.01, 0.99, 0, 1, 2),
  ],
  'flags that are false': [
    one({ type: 'number', minimum: 0, exclusiveMinimum: false }),
    fields(0, 1, 0.5, -1, '1'),
  ],
  byte: [one({ ...string, format: 'byte' }), fields('aGk=', '', 'aGkh', 'a!', '!', 1)],
  'a reference with siblings, which are ignored': [
    one({ ...ref('Dog'), description: 'D', nullable: true, required: ['barks'] }),
    fields({ kind: 'dog' }, { kind: 'dog', barks: false }, { kind: 'dog', x: 1 }, null, {}, 1),
  ],
};

const only31 = {
  'type lists': [one({ type: ['string', 'null'] }), fields('x', null, '', 1, [], {})],
  'null by anyOf': [
    one({ anyOf: [ref('Dog'), { type: 'null' }] }),
    fields({ kind: 'dog' }, null, { kind: 'dog', x: 1 }, {}, 1),
  ],
  'numbers as exclusive bounds': [
    one({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    fields(0.5, 0.01, 0.99, 0, 1),
  ],
  const: [
    one({ const: 'x' }, { properties: { a: { const: 'x' }, b: { const: null } } }),
    [{ a: 'x' }, { a: 'x', b: null }, { a: 'x', c: 1 }, { a: 'y' }, { a: 'x', b: 0 }],
  ],
  prefixItems: [
    { type: 'array', prefixItems: [string, integer], items: false, minItems: 1 },
    [['a'], ['a', 1], ['', 0], [], ['a', 'b'], ['a', 1, 2]],
  ],
  'a reference with siblings': [
    one({ ...ref('Dog'), description: 'D', required: ['barks'] }),
    fields(
      { kind: 'dog', barks: true },
      { kind: 'dog', barks: false },
      { kind: 'dog', barks: true, x: 1 },
      { kind: 'dog' },
      { barks: true },
    ),
  ],
  'if, then, else': [
    {
      type: 'object',
      if: { properties: { a: { const: 1 } }, required: ['a'] },
      then: { required: ['b'] },
      else: { required: ['c'] },
    },
    [{ a: 1, b: 1 }, { c: 1 }, { a: 2, c: 1 }, { a: 1 }, { a: 1, c: 1 }, {}],
  ],
  'dependentRequired, dependentSchemas': [
    {
      type: 'object',
      dependentRequired: { a: ['b'] },
      dependentSchemas: { c: { maxProperties: 1 } },
    },
    [{}, { a: 1, b: 1 }, { c: 1 }, { a: 1 }, { c: 1, d: 1 }],
  ],
  'patternProperties, propertyNames': [
    { type: 'object', patternProperties: { '^x-': string }, propertyNames: { maxLength: 3 } },
    [{}, { 'x-a': '' }, { abc: 1 }, { 'x-a': 1 }, { abcd: 1 }],
  ],
  contains: [
    { type: 'array', contains: integer, minContains: 1, maxContains: 2 },
    [[1], [1, 2], ['a', 1], [], ['a'], [1, 2, 3]],
  ],
  unevaluatedProperties: [
    { allOf: [ref('Dog')], properties: { more: integer }, unevaluatedProperties: false },
    [
      { kind: 'dog' },
      { kind: 'dog', more: 1 },
      { kind: 'dog', barks: true },
      { kind: 'dog', x: 1 },
      { more: 1 },
      { kind: 'dog', more: 'x' },
    ],
  ],
  'examples and contents': [
    one({
      ...string,
      examples: ['x'],
      contentEncoding: 'base64',
      contentMediaType: 'image/png',
      $comment: 'c',
    }),
    fields('aGk=', '', 'x', 1, null),
  ],
  'boolean schemas': [
    { type: 'object', properties: { a: true, b: false } },
    [{}, { a: 1 }, { c: 1 }, { b: 1 }, { a: 1, b: null }, []],
  ],
};

const zodOwn = {
  nullable: z.string().nullable(),
  bounds: z.number().gt(1).lte(5),
  'nullable enum': z.enum(['a', 'b']).nullable(),
  object: z.object({ a: z.string().nullable(), b: z.int().optional() }),
  strictObject: z.strictObject({ a: z.string() }),
  'nullable intersection': z
    .object({ a: z.string() })
    .and(z.object({ b: z.int() }))
    .nullable(),
  'literal with null': z.literal(['a', null]),
  'union with null': z.union([z.string(), z.int(), z.null()]),
  record: z.record(z.string(), z.int()),
  discriminatedUnion: z.discriminatedUnion('t', [
    z.object({ t: z.literal('a'), a: z.string() }),
    z.object({ t: z.literal('b'), b: z.int() }),
  ]),
  'nullable array': z.array(z.string()).min(1).nullable(),
  'tuple, empty': z.tuple([]),
};
const zod3Own = {
  nullable: z3.string().nullable(),
  bounds: z3.number().gt(1).lte(5),
  'nullable object': z3.object({ a: z3.string().optional() }).strict().nullable(),
  'nullable enum': z3.enum(['a', 'b']).nullable(),
  tuple: z3.tuple([z3.string(), z3.number()]),
  'union with null': z3.union([z3.string(), z3.number().int(), z3.null()]),
};
const valibotOwn = {
  nullable: v.nullable(v.string()),
  'nullable picklist': v.nullable(v.picklist(['a', 'b'])),
  'nullable object': v.nullable(v.strictObject({ a: v.string() })),
  'union with null': v.union([v.string(), v.number(), v.null_()]),
  'strictTuple, empty': v.strictTuple([]),
};
const VALUES = [
  'a',
  'b',
  'c',
  1.01,
  5,
  5.01,
  ['a', 1],
  ['b', 0.5],
  ['', 2],
  ['a', 1, 2],
  { a: 'y' },
  { a: '' },
  { a: 'x', b: 2 },
  { a: null, b: 1 },
  { t: 'a', a: '' },
  { t: 'b', b: 1 },
  { t: 'b', b: 2 },
  { t: 'a' },
  { t: 'c' },
];

/** In 3.0, what is beside a reference has no effect. */
function onlyReferences(value) {
  if (Array.isArray(value)) return value.map(onlyReferences);
  if (typeof value !== 'object' || value === null) return value;
  if (value.$ref) return { $ref: value.$ref.replace('#/components/schemas/', '#/definitions/') };
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, onlyReferences(each)]),
  );
}
/** By another translator, with references that a validator of JSON Schema follows. */
const judged30 = (schema) =>
  openapiSchemaToJsonSchema(
    { ...onlyReferences(schema), definitions: onlyReferences(components) },
    {
      definitionKeywords: ['definitions'],
    },
  );
const judged31 = (schema) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...schema,
  components: { schemas: components },
});

const of = (version, all, judged) =>
  Object.entries(all).map(([construct, [schema, values]]) => ({
    construct: `${construct} (${version})`,
    schema,
    judged: judged(schema),
    more: { version, components },
    values,
  }));
const made = (library, all, write, accepts) =>
  Object.entries(all).map(([construct, schema]) => ({
    construct: `${construct} (${library})`,
    schema: write(schema),
    accepts: (value) => accepts(schema, value),
    isJudge: true,
    more: { version: '3.0' },
    values: VALUES,
  }));

export default {
  libraries: ['zod', 'zod-to-json-schema', '@valibot/to-json-schema'],
  source:
    'OpenAPI 3.0.4 and 3.1.1, by hand; zod 4.6.7, zod-to-json-schema 3.25.2, @valibot/to-json-schema 1.8.0',
  into: '../../../cli/test/fixtures/openapi-constructs.json',
  cases: [
    ...of('3.0', { ...common, ...only30 }, judged30),
    ...of('3.1', { ...common, ...only31 }, judged31),
    ...made(
      'zod',
      zodOwn,
      (schema) => z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' }),
      (schema, value) => schema.safeParse(value).success,
    ),
    ...made(
      'zod 3',
      zod3Own,
      (schema) => zodToJsonSchema(schema, { target: 'openApi3', $refStrategy: 'none' }),
      (schema, value) => schema.safeParse(value).success,
    ),
    ...made(
      'valibot',
      valibotOwn,
      (schema) =>
        toJsonSchema(schema, { target: 'openapi-3.0', errorMode: 'ignore', typeMode: 'input' }),
      (schema, value) => v.safeParse(schema, value).success,
    ),
  ],
};
