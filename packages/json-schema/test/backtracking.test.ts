/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema, never awaited */
import { array, assert, infiniteStream, boolean, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema, type BacktrackingEngine } from '../src/index.ts';
import { dialects, schemas, values } from './arbitrary-schemas.ts';
import { nativeEngine } from './native-engine.ts';

function verdict(schema: unknown, value: unknown, backtracking?: BacktrackingEngine) {
  const compiled = compileSchema(schema, '', backtracking ? { backtracking } : {});
  if (!compiled.ok) throw new Error(`Refused: ${JSON.stringify(compiled.details)}`);
  const details = compiled.validate(value);
  return details === undefined ? 'unknown' : details.length === 0;
}

/** Undecided for every text. */
const maybe = { pattern: '^(?!x)' };
const text = { type: 'string' };

/** The same schema, with look-ahead in most of its patterns. */
const withLookAhead = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll(/"(\^a|b\$)"/g, '"(?=.*)$1"'));

describe('a pattern that RE2 cannot run', () => {
  it.each<[string, unknown, boolean]>([
    ['a look-ahead', { pattern: '^(?!-)[a-z-]+$' }, true],
    ['a look-behind', { pattern: '(?<!b)-a' }, false],
    ['a back-reference', { pattern: '^(\\w)(\\w)-\\2\\1$' }, true],
    ['a name of a member', { patternProperties: { '(?!a)': false } }, true],
    ['a Unicode property that RE2 lacks', { pattern: '\\p{Emoji_Presentation}' }, false],
    ['a count over 1,000', { pattern: '^[a-z-]{0,5000}$' }, true],
  ])('is matched by the engine that a validator is given: %s', (_, schema, expected) => {
    expect(verdict(schema, 'ab-ba', nativeEngine)).toBe(expected);
  });

  it('is undecided when that engine gives up or cannot run it', () => {
    expect(verdict(maybe, 'a', () => () => undefined)).toBe('unknown');
    const failing = () => {
      throw new RangeError('too large');
    };
    expect(verdict(maybe, 'a', failing)).toBe('unknown');
  });

  it.each<[string, unknown, unknown, boolean | 'unknown']>([
    ['decides nothing about a string', maybe, 'a', 'unknown'],
    ['does not concern a number', maybe, 1, true],
    ['is outweighed by a keyword that fails', { ...maybe, maxLength: 1 }, 'ab', false],
    [
      'is outweighed by a member that fails',
      { properties: { a: maybe, b: text } },
      { a: '', b: 1 },
      false,
    ],
    ['leaves an item open', { items: maybe }, [1, 'a'], 'unknown'],
    [
      'leaves a required reference open',
      { $defs: { m: maybe }, $ref: '#/$defs/m' },
      'a',
      'unknown',
    ],
    ['is outweighed in allOf', { allOf: [maybe, { maxLength: 0 }] }, 'a', false],
    ['leaves anyOf open', { anyOf: [{ maxLength: 0 }, maybe] }, 'a', 'unknown'],
    ['does not matter to an anyOf that matches', { anyOf: [maybe, text] }, 'a', true],
    [
      'does not matter to an anyOf of which it is a failing part',
      { anyOf: [{ ...maybe, maxLength: 0 }, text] },
      'a',
      true,
    ],
    ['leaves oneOf open', { oneOf: [text, maybe] }, 'a', 'unknown'],
    ['leaves a oneOf open that nothing matches', { oneOf: [false, maybe] }, 'a', 'unknown'],
    [
      'does not matter to a oneOf that matches twice',
      { oneOf: [maybe, text, { minLength: 1 }] },
      'a',
      false,
    ],
    ['leaves not open', { not: maybe }, 'a', 'unknown'],
    ['does not matter to a not that is decided', { not: { ...maybe, maxLength: 0 } }, 'a', true],
    ['leaves if open', { if: maybe, then: false }, 'a', 'unknown'],
    [
      'does not matter to an if whose cases agree',
      { if: maybe, then: text, else: { minLength: 1 } },
      'a',
      true,
    ],
    [
      'does not matter to an if whose cases both fail',
      { if: maybe, then: { maxLength: 0 }, else: false },
      'a',
      false,
    ],
    ['leaves contains open', { contains: maybe }, ['a'], 'unknown'],
    ['does not matter to a contains that is met', { contains: maybe }, ['a', 1], true],
    ['is outweighed by minContains', { contains: maybe, minContains: 3 }, ['a', 'b'], false],
    ['leaves maxContains open', { contains: maybe, maxContains: 1 }, ['a', 1], 'unknown'],
    ['is outweighed by maxContains', { contains: maybe, maxContains: 1 }, [1, 2, 'a'], false],
    ['leaves names open', { propertyNames: maybe }, { a: 1 }, 'unknown'],
    ['leaves a member open', { patternProperties: { '(?!x)': text } }, { a: 1 }, 'unknown'],
    [
      'does not matter to a member that fits in any case',
      { patternProperties: { '(?!x)': text } },
      { a: '' },
      true,
    ],
    [
      'leaves further members open',
      { patternProperties: { '(?!x)': {} }, additionalProperties: false },
      { a: 1 },
      'unknown',
    ],
    [
      'does not matter to a member that fails in any case',
      { patternProperties: { '(?!x)': text }, additionalProperties: false },
      { a: 1 },
      false,
    ],
    [
      'does not free a named member',
      { properties: { a: text }, patternProperties: { '(?!x)': {} } },
      { a: 1 },
      false,
    ],
    [
      'leaves it open what a name has evaluated',
      { patternProperties: { '(?!x)': {} }, unevaluatedProperties: false },
      { a: 1 },
      'unknown',
    ],
    [
      'leaves it open what a branch has evaluated',
      { anyOf: [{ properties: { a: true, b: maybe } }, true], unevaluatedProperties: false },
      { a: 1, b: 'b' },
      'unknown',
    ],
    [
      'is outweighed by a member that nothing evaluates',
      { anyOf: [{ properties: { b: maybe } }, true], unevaluatedProperties: false },
      { b: 'b', c: 1 },
      false,
    ],
    [
      'does not matter to what is evaluated anyway',
      { if: { properties: { a: maybe } }, properties: { a: true }, unevaluatedProperties: false },
      { a: 'a' },
      true,
    ],
    [
      'leaves it open which case has evaluated',
      {
        if: { properties: { a: maybe } },
        else: { properties: { b: true } },
        unevaluatedProperties: false,
      },
      { b: 1, a: 'a' },
      'unknown',
    ],
    [
      'leaves it open which items are evaluated',
      { contains: maybe, minContains: 0, unevaluatedItems: false },
      ['a'],
      'unknown',
    ],
    [
      'is outweighed by an item that nothing evaluates',
      { contains: maybe, minContains: 0, unevaluatedItems: { maxLength: 0 }, maxItems: 1 },
      ['a', 'b'],
      false,
    ],
  ])('%s, without such an engine', (_, schema, value, expected) => {
    expect(verdict(schema, value)).toBe(expected);
  });

  it('is undecided each time that a shared part of the schema applies it to the same value', () => {
    const shared = (schema: object) => ({
      $defs: { maybe, part: { $ref: '#/$defs/maybe', type: 'string' } },
      ...schema,
    });
    const part = { $ref: '#/$defs/part' };
    const failing = { allOf: [part, { maxLength: 0 }] };
    expect(verdict(shared({ anyOf: [failing, part] }), 'a')).toBe('unknown');
    expect(verdict(shared({ oneOf: [failing, { not: part }, { maxLength: 0 }] }), 'a')).toBe(
      'unknown',
    );
    expect(verdict(shared({ allOf: [{ anyOf: [part, text] }, { not: failing }] }), 'a')).toBe(true);
    expect(verdict(shared({ allOf: [{ anyOf: [part, text] }, part] }), 'a')).toBe('unknown');
  });

  it('never changes a verdict that was reached without it, whatever it matches', () => {
    const seen = { decided: 0, unknown: 0 };
    assert(
      property(
        schemas,
        dialects,
        array(values, { minLength: 3, maxLength: 5 }),
        infiniteStream(boolean()),
        (body, $schema, samples, matches) => {
          const schema = withLookAhead(
            typeof body === 'object' ? { ...($schema && { $schema }), ...body } : body,
          );
          const compiled = compileSchema(schema);
          if (!compiled.ok || compiled.backtracking.length === 0) return;
          const known = new Map<string, boolean>();
          const anyEngine: BacktrackingEngine = (pattern) => (each) => {
            const key = `${pattern} ${each}`;
            if (!known.has(key)) known.set(key, matches.next().value === true);
            return known.get(key);
          };
          for (const value of samples) {
            const without = verdict(schema, value);
            seen[without === 'unknown' ? 'unknown' : 'decided']++;
            if (without === 'unknown') continue;
            const completed = [nativeEngine, anyEngine].map((engine) =>
              verdict(schema, value, engine),
            );
            expect([schema, value, completed]).toEqual([schema, value, [without, without]]);
          }
        },
      ),
      { numRuns: 2000, seed: 1 },
    );
    // Otherwise nothing was compared.
    expect(seen.decided).toBeGreaterThan(100);
    expect(seen.unknown).toBeGreaterThan(10);
  });

  it('is named by its place', () => {
    const compiled = compileSchema({
      properties: { a: { pattern: '(?=a)' }, b: { pattern: 'b' } },
      patternProperties: { '(b)\\1': true },
    });
    expect(compiled.ok && compiled.backtracking).toEqual([
      '/patternProperties',
      '/properties/a/pattern',
    ]);
  });
});
