import type { Random } from '../random.ts';

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let schema: unknown = {};
  for (let i = 0; i < depth; i += 1) schema = wrap(schema);
  return schema;
};

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Schemas that are known to be expensive for a validator, and variations of them. */
const SCHEMAS: readonly [() => unknown, ...(() => unknown)[]] = [
  () => ({ $ref: '#' }),
  () => ({ $async: true, type: 'object' }),
  () => ({ required: ['toString'] }),
  () => ({ pattern: '^(a+)+$' }),
  () => ({ pattern: '(?=a)b' }),
  () => ({ pattern: '^(?=(a+)+$)' }),
  () => ({ pattern: '[' }),
  () => ({ patternProperties: { '[': {} } }),
  () => ({ patternProperties: { '^(([a-z])+.)+[A-Z]([a-z])+$': {} } }),
  () => ({ enum: many(1_001) }),
  () => ({ oneOf: many(101).map(() => ({ type: 'string' })) }),
  () => ({ properties: Object.fromEntries(many(501).map((n) => [`p${n}`, {}])) }),
  () => nested(40, (inner) => ({ allOf: [inner] })),
  () => nested(33, (inner) => ({ properties: { a: inner } })),
  () => ({ $schema: 'https://json-schema.org/draft/2020-12/schema', $dynamicRef: '#a' }),
  () => ({ $schema: 'http://json-schema.org/draft-03/schema#' }),
  () => ({ $schema: 'https://example.invalid/schema' }),
  () => ({ $id: 'https://example.invalid/a', $ref: 'https://example.invalid/b' }),
  () => ({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }),
  () => ({ type: 'nonsense' }),
  () => ({ minLength: -1 }),
  () => ({ multipleOf: 0 }),
  () => ({ const: { $data: '1/a' } }),
  () => ({ properties: { __proto__: { type: 'string' }, constructor: false } }),
  () => ({ default: 'x'.repeat(70_000) }),
  () => true,
  () => [],
];

export const hostileSchema = (random: Random): unknown => random.pick(SCHEMAS)();
