import { describe, expect, it } from 'vitest';
import { fieldRows, fieldsOf, sketchOf } from '../../src/ui/schema-fields.ts';

describe('the fields of a schema', () => {
  it('have their sizes in one phrase, and the title in place of a description, unless it is the name', () => {
    const properties = {
      maxWords: { type: 'string', title: 'Max words', minLength: 1, maxLength: 50_000 },
      text: { title: 'Text' },
      tags: { type: 'array', minItems: 1, title: 'Tags', description: 'What it is about.' },
      code: { type: 'string', minLength: 3, maxLength: 3 },
      words: { type: 'array', items: { type: 'string' } },
      sizes: { type: 'array', items: { type: ['integer', 'null'] } },
    };
    expect(
      fieldsOf({ properties }).map(({ type, limits, description }) => [type, limits, description]),
    ).toEqual([
      ['string', '1 to 50,000 characters', 'Max words'],
      ['any', '', ''],
      ['list', 'at least 1 item', 'What it is about.'],
      ['string', '3 characters', ''],
      ['list of strings', '', ''],
      ['list of integer or null', '', ''],
    ]);
  });
});

it('the limits of a field are the same in draft-04 and later', () => {
  const old = { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false };
  const later = { exclusiveMinimum: 1, maximum: 9 };
  for (const n of [old, later]) {
    expect(fieldsOf({ properties: { n } })).toMatchObject([{ limits: 'at most 9; more than 1' }]);
  }
});

describe('the fields of a schema, with those inside of them', () => {
  const item = { type: 'object', properties: { term: { type: 'string' } } };
  const shownOf = (schema: Record<string, unknown>, ...toggled: string[]) =>
    fieldRows(schema, new Set(toggled)).map(
      ({ name, depth, isOpen }) => `${'> '.repeat(depth)}${name} ${String(isOpen)}`,
    );

  it('follow an object, a list of objects and what is referred to, and can be folded', () => {
    const schema = {
      properties: {
        words: { type: 'integer' },
        keywords: { type: 'array', items: { $ref: '#/$defs/keyword' } },
        place: { properties: { city: { properties: { name: {} } } } },
      },
      $defs: { keyword: item },
    };
    expect(shownOf(schema)).toEqual([
      'words undefined',
      'keywords true',
      '> term undefined',
      'place true',
      '> city false',
    ]);
    expect(shownOf(schema, '/"keywords"', '/"place"/"city"')).toEqual([
      'words undefined',
      'keywords false',
      'place true',
      '> city true',
      '> > name undefined',
    ]);
  });

  it('are those of the items of a list', () => {
    expect(shownOf({ type: 'array', items: item })).toEqual(['term undefined']);
    expect(shownOf({ type: 'array', items: { type: 'string' } })).toEqual([]);
  });

  it('end where a reference leads nowhere or in a circle', () => {
    const tree = { properties: { left: { $ref: '#' }, toString: { $ref: '#/x/constructor' } } };
    expect(shownOf(tree)).toEqual([
      'left true',
      '> left false',
      '> toString undefined',
      'toString undefined',
    ]);
    const circle = {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { $ref: '#/$defs/a' } },
    };
    expect(shownOf(circle)).toEqual(['a undefined']);
  });

  it('are folded at first if there are many', () => {
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`f${index}`, {}]));
    expect(shownOf({ properties: { a: { properties: many } } })).toEqual(['a false']);
    const refersTo = (_: unknown, index: number) => [`r${index}`, { $ref: '#/$defs/keyword' }];
    const properties = Object.fromEntries(Array.from({ length: 100 }, refersTo));
    const shown = shownOf({ properties, $defs: { keyword: item } });
    expect(shown).toHaveLength(100);
    expect(new Set(shown.map((row) => row.split(' ')[1]))).toEqual(new Set(['false']));
  });

  it('do not follow a reference that is longer than any name needs to be', () => {
    const name = 'x'.repeat(300);
    const schema = { properties: { a: { $ref: `#/$defs/${name}` } }, $defs: { [name]: item } };
    expect(shownOf(schema)).toEqual(['a undefined']);
  });
});

describe('the sketch of a schema', () => {
  const sketched = (schema: Record<string, unknown>, most?: number) =>
    sketchOf(schema, most).map(
      ({ depth, key, text }) =>
        `${'  '.repeat(depth)}${key === undefined ? '' : `${key}: `}${text}`,
    );

  it('is what fits it, with types in place of values', () => {
    const schema = {
      properties: {
        words: { type: 'integer' },
        language: { enum: ['en', 'de'] },
        keywords: { type: 'array', items: { $ref: '#/$defs/keyword' } },
        tags: { type: 'array', items: { type: 'string' } },
      },
      $defs: { keyword: { properties: { term: { type: 'string' } } } },
    };
    expect(sketched(schema)).toEqual([
      '{',
      '  words: integer',
      '  language: one of en, de',
      '  keywords: [{',
      '    term: string',
      '  }]',
      '  tags: list of strings',
      '}',
    ]);
    expect(sketched({ type: 'array', items: schema.$defs.keyword })).toEqual([
      '[{',
      '  term: string',
      '}]',
    ]);
  });

  it('is one line for what is no object, and nothing for what can be anything', () => {
    expect(sketched({ type: 'array', items: { type: 'number' } })).toEqual(['list of numbers']);
    expect(sketched({})).toEqual([]);
  });

  it('ends where it is long, and where a schema refers to itself', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, {}]));
    const long = sketched({ properties: many }, 5);
    expect(long).toEqual(['{', '  f0: any', '  f1: any', '  f2: any', '…']);
    expect(sketched({ properties: { left: { $ref: '#' }, right: { $ref: '#' } } }).length).toBe(24);
  });
});
