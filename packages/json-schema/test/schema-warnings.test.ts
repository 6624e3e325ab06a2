import { describe, expect, it } from 'vitest';
import { schemaWarnings } from '../src/index.ts';

const codesOf = (schema: unknown) =>
  schemaWarnings(schema, '/s').map(({ code, path }) => [code, path]);

describe('warnings about a schema', () => {
  it.each<[string, unknown, [string, string][]]>([
    ['a keyword of another draft', { prefixItems: [{}] }, [['unknown_keyword', '/s/prefixItems']]],
    [
      'a word of OpenAPI',
      { properties: { a: { nullable: true } } },
      [['unknown_keyword', '/s/properties/a/nullable']],
    ],
    ['a typo', { requird: ['a'] }, [['unknown_keyword', '/s/requird']]],
    [
      'what stands beside a draft-07 $ref',
      {
        definitions: { a: {} },
        properties: { b: { $ref: '#/definitions/a', maxLength: 3, description: 'x' } },
      },
      [['ignored_keyword', '/s/properties/b/maxLength']],
    ],
    ['a format that nobody checks', { format: 'color' }, [['unknown_format', '/s/format']]],
    [
      'nothing',
      { title: 'x', default: 1, example: 2, 'x-order': 3, format: 'uuid', $defs: {} },
      [],
    ],
    ['a refused schema', { type: 'strng', requird: [] }, []],
  ])('tell of %s', (_, schema, expected) => {
    expect(codesOf(schema)).toEqual(expected);
  });

  it('are ten at most, with short words and paths', () => {
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
