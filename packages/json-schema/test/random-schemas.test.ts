import {
  anything,
  array,
  assert,
  boolean,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  letrec,
  oneof,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema, inspectSchema, schemaWarnings } from '../src/index.ts';

const name = constantFrom('a', 'b', 'type', '$ref', 'constructor', 'a/b', 'é');
const pointer = constantFrom(
  '#',
  '#/definitions/a',
  '#/$defs/a',
  '#a',
  'a',
  '#/properties/a',
  '#/x',
);
const dialect = constantFrom(
  undefined,
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
);

/** Schemas that are mostly good, with references and names that may lead anywhere. */
const { schema } = letrec<{ schema: unknown; members: unknown }>((tie) => ({
  schema: oneof(
    { maxDepth: 3, withCrossShrink: true },
    boolean(),
    tie('members'),
    tuple(tie('members'), tie('members')).map(([a, b]) => ({ ...(a as object), ...(b as object) })),
  ),
  members: oneof(
    { maxDepth: 4 },
    record({ type: constantFrom('string', 'object', 'array', 'number', ['integer', 'null']) }),
    record({ minLength: integer({ min: -1, max: 3 }) }),
    record({ pattern: constantFrom('^a', '[', '(?=a)', '\\p{L}{2}') }),
    record({ format: constantFrom('date', 'email', 'toString', 'none') }),
    record({ enum: array(jsonValue({ maxDepth: 2 }), { maxLength: 3 }) }),
    record({ const: jsonValue({ maxDepth: 2 }) }),
    record({ $ref: pointer }),
    record({ $id: constantFrom('a', '#a', 'b') }),
    record({ $anchor: constantFrom('a', 'b') }),
    record({ $dynamicAnchor: constantFrom('a'), $dynamicRef: constantFrom('#a') }),
    record({ $recursiveRef: constantFrom('#') }),
    record({ properties: dictionary(name, tie('schema'), { maxKeys: 3 }) }),
    record({
      patternProperties: dictionary(constantFrom('^a', '[', 'b$'), tie('schema'), { maxKeys: 2 }),
    }),
    record({ additionalProperties: tie('schema'), propertyNames: tie('schema') }),
    record({ unevaluatedProperties: tie('schema') }),
    record({ unevaluatedItems: tie('schema') }),
    record({ items: tie('schema'), contains: tie('schema') }),
    record({ prefixItems: array(tie('schema'), { maxLength: 2 }) }),
    record({ allOf: array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    record({ anyOf: array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    record({ oneOf: array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    record({ if: tie('schema'), not: tie('schema') }),
    record({
      required: array(name, { maxLength: 2 }),
      dependentRequired: dictionary(name, array(name)),
    }),
    record({ dependencies: dictionary(name, tie('schema'), { maxKeys: 2 }) }),
    record({ definitions: dictionary(name, tie('schema'), { maxKeys: 2 }) }),
    record({ $defs: dictionary(name, tie('schema'), { maxKeys: 2 }) }),
    record({ uniqueItems: boolean(), multipleOf: constantFrom(0, 0.01, 3) }),
  ),
}));

describe('any schema', () => {
  it('that is accepted compiles, and validates any JSON without a throw', () => {
    let accepted = 0;
    assert(
      property(
        schema,
        dialect,
        array(jsonValue({ maxDepth: 3 }), { minLength: 3, maxLength: 5 }),
        (body, $schema, values) => {
          const whole = typeof body === 'object' && $schema ? { $schema, ...body } : body;
          const details = inspectSchema(whole, '/s');
          const compiled = compileSchema(whole, '/s');
          // What inspection lets through is never refused later, on the other side of an import.
          expect([compiled.ok, compiled.ok ? [] : compiled.details]).toEqual([
            details.length === 0,
            details,
          ]);
          accepted += compiled.ok ? 1 : 0;
          for (const value of values) {
            const found = compiled.ok ? compiled.validate(value) : [];
            expect(
              found.every(({ path, message }) => typeof path === 'string' && message !== ''),
            ).toBe(true);
          }
          schemaWarnings(whole);
        },
      ),
      { numRuns: 1000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('may be any value at all: it is accepted or refused, never thrown', () => {
    assert(
      property(
        anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
          withTypedArray: true,
        }),
        (value) => {
          expect(Array.isArray(inspectSchema(value))).toBe(true);
          expect(compileSchema(value).ok).toBe(inspectSchema(value).length === 0);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
