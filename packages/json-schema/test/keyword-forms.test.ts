import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { inspectSchema } from '../src/index.ts';

class Ajv06 extends Ajv {
  constructor(options: object) {
    super({ ...options, meta: draft06 });
  }
}

const DIALECTS = [
  ['http://json-schema.org/draft-06/schema#', Ajv06],
  ['http://json-schema.org/draft-07/schema#', Ajv],
  ['https://json-schema.org/draft/2019-09/schema', Ajv2019],
  ['https://json-schema.org/draft/2020-12/schema', Ajv2020],
] as const;

const KEYWORDS = [
  '$id $comment $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions',
  'allOf anyOf oneOf not if then else properties patternProperties additionalProperties',
  'propertyNames contains items prefixItems additionalItems dependencies dependentSchemas',
  'dependentRequired unevaluatedItems unevaluatedProperties type enum const format multipleOf',
  'maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength maxItems minItems',
  'uniqueItems maxProperties minProperties required minContains maxContains title description',
  'default examples readOnly writeOnly deprecated contentEncoding contentMediaType contentSchema',
].flatMap((line) => line.split(' '));

const VALUES: unknown[] = [
  null,
  true,
  false,
  -1,
  0,
  0.5,
  3,
  '',
  'a',
  '_a',
  'a:b',
  '#a',
  'a#',
  'string',
  'strng',
  [],
  ['a'],
  ['a', 'a'],
  [1],
  [true],
  [{}],
  [{}, 1],
  ['string', 'null'],
  ['string', 'string'],
  ['strng'],
  {},
  { a: true },
  { a: {} },
  { a: 1 },
  { a: null },
  { a: [] },
  { a: ['b'] },
  { a: ['b', 'b'] },
  { a: [1] },
  { a: [{}] },
];

/** What the meta-schemas say besides: these mean nothing in that dialect, or are refused otherwise. */
const isApart = ($schema: string, keyword: string, value: unknown) =>
  // The copy that ajv brings has no writeOnly, and wants different values where the draft does not.
  ($schema.includes('draft-0') && (keyword === 'writeOnly' || keyword === 'enum')) ||
  // Kept in the meta-schema of 2020-12 as a word of 2019-09.
  ($schema.includes('2020-12') && keyword === '$recursiveAnchor') ||
  // An empty tuple of typebox, zod or valibot.
  (keyword === ($schema.includes('2020-12') ? 'prefixItems' : 'items') &&
    JSON.stringify(value) === '[]') ||
  // No base can be made of it, or a loop.
  (keyword === '$id' && value === '');

describe.each(DIALECTS)('by the meta-schema of %s', ($schema, Engine) => {
  const engine = new Engine({ strict: false, validateFormats: false, logger: false });

  it.each(KEYWORDS)('%s accepts the same forms as here', (keyword) => {
    const verdicts = VALUES.filter((value) => !isApart($schema, keyword, value)).map((value) => {
      const schema = { $schema, [keyword]: value };
      const { $schema: _, ...bare } = schema;
      return [
        JSON.stringify(value),
        inspectSchema(schema).length === 0,
        engine.validateSchema(bare),
      ];
    });
    expect(verdicts.map(([value, here]) => [value, here])).toEqual(
      verdicts.map(([value, , there]) => [value, there]),
    );
  });
});
