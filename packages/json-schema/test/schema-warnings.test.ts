import { describe, expect, it } from 'vitest';
import { schemaWarnings } from '../src/index.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

const codesOf = (schema: unknown) =>
  schemaWarnings(schema, '/s').map(({ code, path }) => [code, path]);

describe('warnings about a schema', () => {
  it.each<[string, unknown, [string, string][]]>([
    [
      'a keyword of a different dialect from the one that $schema names',
      { $schema: DRAFT_07, prefixItems: [{}], $defs: {} },
      [
        ['unknown_keyword', '/s/prefixItems'],
        ['unknown_keyword', '/s/$defs'],
      ],
    ],
    [
      'a word of OpenAPI',
      { properties: { a: { nullable: true } } },
      [['unknown_keyword', '/s/properties/a/nullable']],
    ],
    ['a typo', { requird: ['a'] }, [['unknown_keyword', '/s/requird']]],
    [
      'siblings of a draft-07 $ref',
      {
        $schema: DRAFT_07,
        definitions: { a: {} },
        properties: { b: { $ref: '#/definitions/a', maxLength: 3, description: 'x' } },
      },
      [['ignored_keyword', '/s/properties/b/maxLength']],
    ],
    [
      'assertions beside $ref where no $schema says whether they count',
      {
        definitions: { a: {} },
        properties: { b: { $ref: '#/definitions/a', maxLength: 3, description: 'x' } },
      },
      [['assumed_dialect', '/s/properties/b/$ref']],
    ],
    [
      'the same once where another keyword leads to 2019-09, and draft-07 would do as well',
      {
        definitions: { a: {} },
        items: [
          { $ref: '#/definitions/a', type: 'string' },
          { $ref: '#/definitions/a', not: {} },
        ],
      },
      [['assumed_dialect', '/s/items/0/$ref']],
    ],
    ['an unknown format', { format: 'color' }, [['unknown_format', '/s/format']]],
    ['the format url, which is none', { format: 'url' }, [['unknown_format', '/s/format']]],
    [
      'keywords that no dialect defines',
      { id: 'http://example.com/a', example: 2, 'x-order': 3 },
      [
        ['unknown_keyword', '/s/id'],
        ['unknown_keyword', '/s/example'],
      ],
    ],
    ['nothing', { title: 'x', default: 1, 'x-order': 3, format: 'uuid', $defs: {} }, []],
    [
      'nothing beside $ref where there are annotations only',
      { $ref: '#/definitions/a', description: 'x', definitions: { a: {} } },
      [],
    ],
    [
      'nothing beside $ref where a keyword speaks against draft-07',
      { $ref: '#/$defs/a', maxLength: 3, $defs: { a: {} } },
      [],
    ],
    ['a refused schema', { type: 'strng', requird: [] }, []],
  ])('mention %s', (_, schema, expected) => {
    expect(codesOf(schema)).toEqual(expected);
  });

  it('say what to write instead of nullable', () => {
    expect(schemaWarnings({ nullable: true })).toMatchObject([
      { code: 'unknown_keyword', message: expect.stringContaining('["string", "null"]') },
    ]);
  });

  it.each([
    ['maxLenght', 'Did you mean maxLength?'],
    ['addtionalProperties', 'Did you mean additionalProperties?'],
  ])('suggest what %s probably meant', (keyword, suggestion) => {
    expect(schemaWarnings({ [keyword]: 5 })).toMatchObject([
      { message: `"${keyword}" has no effect in 2020-12. ${suggestion}` },
    ]);
  });

  it('are at most ten, with short messages and paths', () => {
    const schema = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`${'x'.repeat(1000)}${i}`, 1]),
    );
    const warnings = schemaWarnings(schema);
    expect(warnings).toHaveLength(10);
    expect(
      warnings.every(({ message, path = '' }) => message.length < 100 && path.length <= 200),
    ).toBe(true);
  });
});
