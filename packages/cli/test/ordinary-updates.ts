// Schemas as sellers write them, changed a little, and values that often hit what was changed.
import {
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  oneof,
  option,
  record,
  subarray,
  tuple,
  type Arbitrary,
} from 'fast-check';

const NAMES = ['text', 'lang', 'size'];
const WORDS = ['', 'en', 'de', 'large'];

/** Without the keywords that came out as `undefined`. */
const schema = (keywords: Record<string, Arbitrary<unknown>>): Arbitrary<object> =>
  record(keywords).map((written) => JSON.parse(JSON.stringify(written)) as object);
const maybe = <T>(value: Arbitrary<T>) => option(value, { nil: undefined });

const bound = maybe(integer({ min: 0, max: 4 }));
const members: Arbitrary<object> = oneof(
  schema({ type: constant('string'), minLength: bound, maxLength: bound }),
  schema({ type: constantFrom('integer', 'number'), minimum: bound, exclusiveMaximum: bound }),
  schema({
    type: constantFrom('number', ['number', 'null']),
    maximum: bound,
    multipleOf: maybe(constantFrom(0.5, 2)),
  }),
  schema({ enum: subarray([...WORDS, 1, null], { minLength: 1 }) }),
  schema({
    type: constant('array'),
    items: constantFrom({ type: 'string' }, { type: 'integer' }),
    maxItems: bound,
  }),
  schema({
    anyOf: constantFrom([{ type: 'string' }, { type: 'null' }], [{ const: 1 }, { const: 'en' }]),
  }),
);

const objects: Arbitrary<object> = schema({
  type: constant('object'),
  properties: dictionary(constantFrom(...NAMES), members, { maxKeys: 3, noNullPrototype: true }),
  required: subarray(NAMES),
  additionalProperties: maybe(boolean()),
});

type Written = { properties: Record<string, object> };

/** A schema and its next version: some of its keywords and members are those of another schema. */
export const ordinaryUpdates: Arbitrary<{ before: unknown; after: unknown }> = tuple(
  objects,
  objects,
  subarray(['required', 'additionalProperties']),
  subarray(NAMES),
).map(([before, other, keywords, names]) => {
  const [from, to] = [before, other] as Record<string, unknown>[];
  const after = { ...from, ...Object.fromEntries(keywords.map((name) => [name, to?.[name]])) };
  const { properties } = before as Written;
  const changed = names.map((name) => [name, (other as Written).properties[name]]);
  after['properties'] = { ...properties, ...Object.fromEntries(changed) };
  return { before, after: JSON.parse(JSON.stringify(after)) as unknown };
});

const scalars = constantFrom(...WORDS, 0, 1, 2, 3, 0.5, 2.5, null, true);

export const ordinaryValues: Arbitrary<unknown> = dictionary(
  constantFrom(...NAMES, 'other'),
  oneof(scalars, array(scalars, { maxLength: 3 })),
  { noNullPrototype: true },
);
