import {
  array,
  boolean,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  letrec,
  oneof,
  record,
  sample,
  tuple,
} from 'fast-check';

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
export const NEWEST_FIRST = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema#',
];
export const dialects = constantFrom(undefined, ...NEWEST_FIRST);

/** Schemas that are mostly good, with references and names that may lead anywhere. */
export const { schema: schemas } = letrec<{ schema: unknown; members: unknown }>((tie) => ({
  schema: oneof(
    { maxDepth: 3, withCrossShrink: true },
    boolean(),
    tie('members'),
    tuple(tie('members'), tie('members')).map(([a, b]) => ({ ...(a as object), ...(b as object) })),
  ),
  members: oneof(
    { maxDepth: 4 },
    record({ type: constantFrom('string', 'object', 'array', 'number', ['integer', 'null']) }),
    record({ minLength: integer({ min: -1, max: 3 }), maxLength: constantFrom(1, 5) }),
    record({ minimum: integer({ min: 0, max: 2 }), exclusiveMaximum: constantFrom(2, 4) }),
    record({ exclusiveMinimum: constantFrom(0, 0.5), maximum: constantFrom(1, 3) }),
    record({ minItems: integer({ min: 0, max: 2 }), maxItems: integer({ min: 1, max: 2 }) }),
    record({ minProperties: constantFrom(0, 1), maxProperties: constantFrom(1, 2) }),
    record({
      contains: tie('schema'),
      minContains: constantFrom(0, 2),
      maxContains: constantFrom(1),
    }),
    record({ pattern: constantFrom('^a', '[', '(?=a)', '(?!b)', '\\p{L}{2}') }),
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
      patternProperties: dictionary(
        constantFrom('^a', '[', 'b$', '(?!a)', '(b)\\1*'),
        tie('schema'),
        {
          maxKeys: 2,
        },
      ),
    }),
    record({ additionalProperties: tie('schema'), propertyNames: tie('schema') }),
    record({ unevaluatedProperties: tie('schema') }),
    record({ unevaluatedItems: tie('schema') }),
    record({ items: tie('schema'), contains: tie('schema') }),
    record({
      items: array(tie('schema'), { minLength: 1, maxLength: 2 }),
      additionalItems: tie('schema'),
    }),
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

const scalars = oneof(name, integer({ min: -1, max: 4 }), boolean(), constantFrom(null, 0.5, 'ab'));

/** Values in which these schemas find something to look at. */
export const { value: values } = letrec<{ value: unknown }>((tie) => ({
  value: oneof(
    { maxDepth: 3 },
    scalars,
    dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    array(tie('value'), { maxLength: 3 }),
  ),
}));

/** `count` of these schemas, the same for a seed, each with values for it, as JSON has them. */
export const randomCases = (
  count: number,
  seed: number,
): { schema: unknown; values: unknown[] }[] =>
  sample(tuple(schemas, array(values, { minLength: 3, maxLength: 6 })), {
    numRuns: count,
    seed,
  }).map(([schema, values]) => JSON.parse(JSON.stringify({ schema, values })));
